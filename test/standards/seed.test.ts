import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPrivateRecord } from '../../src/privacy/read-record.ts'
import { readRun } from '../../src/run-folder/read-run.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../temporary-folder.ts'

/** Assay listens at another port each time. */
const ports = /127\.0\.0\.1(?::|%3A)\d+/g

/** Tests a reference actor, and returns what was sent. */
async function listSent(argv: readonly string[], seed: string): Promise<readonly string[]> {
  const out = join(folderWith(), 'out')
  const flags = ['--probes', '--now', '1795000000', '--keep-private', '--quiet', '--out', out, '--seed', seed]
  await assay(['test', ...argv, ...flags])
  expect(readRun(out).report.seed).toBe(seed)
  const { messages } = readPrivateRecord(readFileSync(join(out, 'record.private.ndjson'), 'utf8'))
  return messages.map(({ session, request: { method, url, headers, body } }) =>
    JSON.stringify([session, method, url, headers.authorization, headers.dpop, body]).replaceAll(ports, '127.0.0.1'),
  )
}

describe('the seed of a test', () => {
  it('is in the report of a holder as well, who gets the same SD-JWTs in every test', async () => {
    expect(await listSent(['holder'], '7')).toEqual(await listSent(['holder'], '8'))
  })

  it.each([
    [['issuer']],
    [['issuer', '--grant', 'authorization-code']],
    [['issuer', '--profile', 'haip-1.0']],
    [['verifier']],
    [['verifier', '--profile', 'haip-1.0']],
    [['wallet']],
    [['wallet', '--profile', 'openid4vp-1.0']],
  ])('repeats what is sent in `assay test %s`, and another seed sends something else', async (argv) => {
    const [once, again, other] = [await listSent(argv, '7'), await listSent(argv, '7'), await listSent(argv, '8')]

    expect(once.length).toBeGreaterThan(10)
    expect(again).toEqual(once)
    expect(other).not.toEqual(once)
  })

  it('is a new one for every test where none is given', async () => {
    const run = async () => {
      const out = join(folderWith(), 'out')
      await assay(['test', 'holder', '--quiet', '--out', out])
      return readRun(out).report.seed
    }

    expect(await run()).not.toBe(await run())
  })
})
