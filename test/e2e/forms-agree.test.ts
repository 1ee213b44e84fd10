import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { outcomes } from '../../model/report.ts'
import type { RunReport } from '../../model/run-report.ts'
import { findFormatFile, formatNames } from '../../reporters/formats.ts'
import { selectRequired, selectTested } from '../../reporters/result-status.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { faults } from '../../suites/document/all/faults.ts'
import { sampleMembers } from '../../suites/document/kit/family.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { assay } from '../cli/console.ts'
import { readers } from '../reporters/readers.ts'
import { folderWith } from '../temporary-folder.ts'
import { time, withOutcome } from './playing.ts'

// An issuer that is wrong in five places at once: every form of the report on it says the same.

/** The lies, and what each of them breaks. */
const lies = {
  'SD-DIGEST/joins-the-parts-with-dots': 'SD-DIGEST',
  'ENC-DEFLATED/does-not-compress': 'ENC-DEFLATED',
  'CRED-TYP/has-another-typ': 'CRED-TYP',
  'BODY-MEDIA/sends-a-nonce-response-as-application-jwt': 'BODY-MEDIA',
  'CRED-ID/leaves-out-id': 'CRED-ID',
} as const

/** One after the other, where two bend the same actor. */
const both = (a: ActorMutation, b: ActorMutation): ActorMutation => ({
  ...a,
  ...b,
  ...(a.issuer && b.issuer && { issuer: (honest) => b.issuer?.(a.issuer?.(honest) ?? honest) ?? honest }),
})

const deviation = Object.keys(lies).reduce<ActorMutation>((before, id) => {
  const fault = faults.find((each) => each.id === id)
  const [member] = fault ? sampleMembers(fault, 1, 1) : []
  if (!member) throw new TypeError(`there is no lie ${id}`)
  return both(before, member.mutation)
}, {})

/** Serves the issuer; the command line judges it in every form. */
async function serveFaulty() {
  const argv = ['issuer', 'status-service', '--port', '0', '--now', String(time), '--seed', '1']
  const plan = await readServePlan(readArguments('serve', listFlags(serve), argv))
  const chosen = {
    id: '',
    description: '',
    breaks: [],
    mutation: deviation,
    settings: { profile: 'document', decisions: {} },
  } as const
  const { facts, close } = await startServer({ ...plan, chosen }, { request: () => {}, call: () => {} })
  onTestFinished(close)
  const folder = folderWith({ 'c.json': '{}' })
  const run = (...flags: string[]) =>
    assay([
      ...['run', '--quiet', '--config', join(folder, 'c.json'), '--out', join(folder, 'out'), '--now', String(time)],
      ...['--target', `issuer=${facts.url}`, '--target', `status-service=${facts.url}`, '--members', '0'],
      ...formatNames.flatMap((name) => ['--format', name]),
      ...flags,
    ])
  return { run, out: join(folder, 'out') }
}

describe('five faults in one issuer', () => {
  it('are the same in every form, and each form can be read by the programs that it is for', async () => {
    const { run, out: folder } = await serveFaulty()
    expect(await run()).toMatchObject({ code: 1, err: '' })

    const report: RunReport = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    const tested = { ...report, results: [...selectTested(report)] }
    const required = { ...report, results: [...selectRequired(report)] }
    const failed = withOutcome(report, 'failed').toSorted()
    expect(failed).toEqual(Object.values(lies).toSorted())
    expect(report.verdict).toMatchObject({ result: 'nonconformant', exitCode: 1 })
    for (const name of formatNames) {
      const said = await readers[name](readFileSync(join(folder, findFormatFile(name)), 'utf8'))
      expect(said.verdict, name).toBe('nonconformant')
      expect(said.failed.toSorted(), name).toEqual(failed)
      expect(said.isRed ?? true, name).toBe(true)
      for (const outcome of outcomes) {
        // Some forms have only the roles under test, or only what counts for the verdict.
        const shown = [report, tested, required].map((each) => withOutcome(each, outcome).length)
        expect(shown, `${name}, ${outcome}`).toContain(said.counts[outcome])
      }
    }
  })

  it('are green in every form once they are known', async () => {
    const { run, out } = await serveFaulty()
    const file = join(out, '../known.json')
    expect(await run()).toMatchObject({ code: 1 })
    expect(await assay(['baseline', 'update', out, '--reason', 'fixed in 2.1', '--file', file])).toMatchObject({
      code: 0,
    })

    expect(await run('--baseline', file)).toMatchObject({ code: 0, err: '' })

    const report: RunReport = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))
    expect(report.verdict).toMatchObject({ result: 'nonconformant', exitCode: 0 })
    for (const name of formatNames) {
      const said = await readers[name](readFileSync(join(out, findFormatFile(name)), 'utf8'))
      expect(said.isRed ?? false, name).toBe(false)
      expect(said.failed.toSorted(), name).toEqual(Object.values(lies).toSorted())
    }
  })
})
