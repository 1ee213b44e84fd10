import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandGroups } from '../../src/cli/commands.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { assay } from './console.ts'

const credential = resolve('fixtures/artefacts/credential.txt')
const place = mkdtempSync(join(tmpdir(), 'assay-documents-'))
const run = join(place, 'run')

/** A command line of each command that prints a document for programs. */
const lines: Readonly<Record<string, readonly (readonly string[])[]>> = {
  verify: [['verify', credential]],
  audit: [['audit', credential, '--threads', '1', '--out', join(place, 'audit')]],
  doctor: [['doctor', '--out', run]],
  plan: [['plan'], ['plan', 'issuer'], ['plan', 'issuer', '--suite', 'openid4vci-1.0']],
  run: [
    ['run', '--only', 'NONCE-*', '--out', join(place, 'again')],
    ['run', '--suite', 'sd-jwt', '--out', join(place, 'holder')],
  ],
  test: [['test', 'holder']],
  diff: [['diff', run, run]],
  compat: [['compat', run, run]],
  decide: [['decide', run]],
  rejudge: [['rejudge', run]],
  'verify-report': [['verify-report', run]],
  prove: [
    ['prove', 'CRED-TYP'],
    ['prove', 'AUDIT-ORDER'],
    ['prove', 'SDJWT-SIGNED', '--profile', 'sd-jwt'],
  ],
}

/** What prints an array, a line for each vector, the report of runs that take long, or nothing before it is stopped. */
const others = ['list', 'vectors', 'merge', 'serve']

const commands = Object.entries(Object.assign({}, ...Object.values(commandGroups)) as (typeof commandGroups)[string])

beforeAll(async () => {
  await assay(['run', '--only', 'NONCE-*', '--keep-private', '--out', run])
})

afterAll(() => rmSync(place, { recursive: true }))

describe('a document for programs', () => {
  it('is printed by these commands', async () => {
    const all = await Promise.all(commands.map(async ([name, { load }]) => ({ name, flags: listFlags(await load()) })))
    const printing = all.filter(({ flags }) => 'json' in flags).map(({ name }) => name)

    expect(printing.toSorted()).toEqual([...Object.keys(lines), ...others].toSorted())
  })

  it.each(Object.values(lines).flat())('has the version of its form: assay %s', async (...argv) => {
    const { out } = await assay([...argv, '--json'])

    expect(JSON.parse(out)).toMatchObject({ schemaVersion: expect.any(Number) })
  })
})
