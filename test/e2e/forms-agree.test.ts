import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fileOf, formNames } from '../../reporters/index.ts'
import { membersOf } from '../../src/assembly/members.ts'
import { readArguments } from '../../src/cli/arguments.ts'
import { commands } from '../../src/cli/commands.ts'
import { planOf } from '../../src/cli/serve/plan.ts'
import { start } from '../../src/cli/serve/start.ts'
import type { Deviation } from '../../src/model/actors.ts'
import { outcomes } from '../../src/model/report.ts'
import type { RunReport } from '../../src/model/run-report.ts'
import { exchangeFaults } from '../../suites/exchange-faults.ts'
import { faults } from '../../suites/faults.ts'
import { assay } from '../cli/console.ts'
import { folderWith } from '../cli/told.ts'
import { readers } from '../reporters/readers.ts'
import { time, withOutcome } from './playing.ts'

// An issuer that is wrong in five places at once: every form of the report on it says the same.

/** The lies, and what each of them breaks. */
const lies = {
  'SD-DIGEST/joins-the-parts-with-dots': 'SD-DIGEST',
  'ENC-DEFLATED/does-not-compress': 'ENC-DEFLATED',
  'CRED-TYP/calls-the-credential-something-else': 'CRED-TYP',
  'BODY-MEDIA/says-that-a-nonce-is-a-jwt': 'BODY-MEDIA',
  'CRED-ID/leaves-out-id': 'CRED-ID',
} as const

/** One after the other, where two bend the same actor. */
const both = (a: Deviation, b: Deviation): Deviation => ({
  ...a,
  ...b,
  ...(a.issuer && b.issuer && { issuer: (honest) => b.issuer?.(a.issuer?.(honest) ?? honest) ?? honest }),
})

const deviation = Object.keys(lies).reduce<Deviation>((before, id) => {
  const fault = [...faults, ...exchangeFaults].find((each) => each.id === id)
  const [member] = fault ? membersOf(fault, 1, 1) : []
  if (!member) throw new TypeError(`there is no lie ${id}`)
  return both(before, member.deviation)
}, {})

/** Serves the issuer, lets the command line judge it in every form, and hands the folder back. */
async function judged(): Promise<string> {
  const argv = ['issuer', 'status-service', '--port', '0', '--now', String(time), '--seed', '1']
  const plan = await planOf(readArguments('serve', commands.serve, argv))
  const bent = { id: '', deed: '', breaks: [], deviation, setting: { under: 'document', given: {} } } as const
  const { facts, close } = await start({ ...plan, bent }, { request: () => {}, call: () => {} })
  onTestFinished(close)
  const folder = folderWith({ 'c.json': '{}' })
  const { code, err } = await assay([
    ...['run', '--quiet', '--config', join(folder, 'c.json'), '--out', join(folder, 'out'), '--now', String(time)],
    ...['--target', `issuer=${facts.url}`, '--target', `status-service=${facts.url}`, '--members', '0'],
    ...formNames.flatMap((name) => ['--format', name]),
  ])
  expect({ code, err }).toEqual({ code: 1, err: '' })
  return join(folder, 'out')
}

describe('five lies in one issuer', () => {
  it('are told alike in every form, and each form can be read by those it is for', async () => {
    const folder = await judged()

    const report: RunReport = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    const failed = withOutcome(report, 'failed').toSorted()
    expect(failed).toEqual(Object.values(lies).toSorted())
    expect(report.verdict).toMatchObject({ result: 'nonconformant', exitCode: 1 })
    for (const name of formNames) {
      const said = await readers[name](readFileSync(join(folder, fileOf(name)), 'utf8'))
      expect(said.verdict, name).toBe('nonconformant')
      expect(said.failed.toSorted(), name).toEqual(failed)
      expect(said.isRed ?? true, name).toBe(true)
      for (const outcome of outcomes) {
        expect(said.counts[outcome], `${name}, ${outcome}`).toBe(withOutcome(report, outcome).length)
      }
    }
  })
})
