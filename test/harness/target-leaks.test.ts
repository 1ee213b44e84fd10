import { describe, expect, it } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import type { Role } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { hideWhatTargetsWrote, refuseLeaks } from '../../src/run-folder/leaks.ts'
import type { ChangeLine } from '../../src/run-folder/run-folder.ts'
import { referenceOptions, referenceSettings } from '../../suites/document/prove/live-run.ts'
import { createRecording, listPrivate } from '../../suites/document/run/recording/recording.ts'
import { run } from '../../suites/document/run/run.ts'

const { report } = await run(referenceSettings, referenceOptions)
const [{ sessionToken } = { sessionToken: '' }] = referenceSettings.accounts
const claim = 'Asha Testovi of Testpur'

/** A report with a finding that quotes a text. */
function quote(actual: string): RunReport {
  const [result, ...others] = report.results
  if (!result) throw new Error('nothing was judged')
  const findings = [{ kind: 'exchange' as const, in: '', at: '/a', expected: 'nothing', actual }]
  return { ...report, results: [{ ...result, findings }, ...others] }
}

const line = (more: object): string =>
  JSON.stringify({ number: 1, session: 'first', from: 'wallet', to: 'issuer', request: {}, layers: [], ...more })

/** Searches a record and a report of a run with these targets, in which a message brought a claim. */
function search(targets: readonly Role[], lines: readonly string[], said: RunReport = report) {
  const recording = { ...createRecording(referenceSettings), targets: new Set(targets) }
  recording.secrets.add([claim])
  let record = lines
  const rewrite = (change: ChangeLine): number => {
    const changed = record.map(change)
    record = changed.map((each) => each.line)
    return changed.reduce((sum, { changes }) => sum + changes, 0)
  }
  const watched = { ...listPrivate(referenceSettings), recording }
  const hidden = hideWhatTargetsWrote({ ...watched, report: said }, { rewrite })
  const written = (): readonly (readonly [string, string])[] => [
    ['record.ndjson', record.join('\n')],
    ['report.json', JSON.stringify(hidden)],
  ]
  const refuse = (): void => refuseLeaks({ ...watched, report: hidden }, { written, discard: () => {} }, [])
  return { record, hidden, refuse }
}

const readNote = ({ verdict }: RunReport): number | undefined =>
  verdict.reasons.find(({ code }) => code === 'privacy')?.count

describe('a private value that a target wrote where a record shows values', () => {
  const answer = line({
    response: { status: 200, headers: { allow: claim }, body: { [claim]: 1, typ: `${sessionToken}` } },
  })

  it('is described, and noted; the run goes on', () => {
    const { record, hidden, refuse } = search(['issuer'], [answer])

    expect(record.join()).not.toMatch(/Asha|Testpur/)
    expect(record.join()).not.toContain(sessionToken)
    expect(record.join()).toMatch(new RegExp(`"allow":"<text of ${claim.length} characters, [0-9a-f]{8}>"`))
    expect(readNote(hidden)).toBe(3)
    expect(refuse).not.toThrow()
  })

  it('leaves the verdict as it is', () => {
    const { hidden } = search(['issuer'], [answer])

    expect({ ...hidden.verdict, reasons: [] }).toEqual({ ...report.verdict, reasons: [] })
  })

  it('is described in a finding as well', () => {
    const { hidden, refuse } = search(['issuer'], [], quote(`it was ${claim}`))

    expect(JSON.stringify(hidden)).not.toContain(claim)
    expect(readNote(hidden)).toBe(1)
    expect(refuse).not.toThrow()
  })
})

describe('what is no doing of a target', () => {
  const ours = line({ request: { headers: { authorization: sessionToken } } })

  it('stays a defect: a token in a request that we sent', () => {
    const { hidden, refuse } = search(['issuer'], [ours])

    expect(readNote(hidden)).toBeUndefined()
    expect(refuse).toThrow(HarnessError)
  })

  it('stays a defect: a run without targets', () => {
    const { hidden, refuse } = search([], [], quote(claim))

    expect(hidden).toEqual(quote(claim))
    expect(refuse).toThrow(/report.json contains something private in a message: withheld/)
  })

  it('is described without a note: a claim in a request that we sent to a target', () => {
    const { record, hidden } = search(['issuer'], [line({ request: { url: `https://x/${claim}` } })])

    expect(record.join()).not.toContain(claim)
    expect(readNote(hidden)).toBeUndefined()
  })
})

describe('a record without anything private', () => {
  it('stays as it is', () => {
    const lines = [line({ response: { status: 200, headers: { allow: 'GET' } } })]
    const { record, hidden } = search(['issuer'], lines)

    expect(record).toEqual(lines)
    expect(hidden).toBe(report)
  })
})
