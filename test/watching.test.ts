import { describe, expect, it } from 'vitest'
import type { ProbeResult } from '../model/probe.ts'
import { watchForLeaks } from '../src/privacy/watch-for-leaks.ts'
import { referenceOptions, referenceSettings } from '../suites/document/prove/live-run.ts'
import { createRecording, listPrivate } from '../suites/document/run/recording/recording.ts'
import { run } from '../suites/document/run/run.ts'

const { report } = await run(referenceSettings, referenceOptions)

/** A text in which JSON has to escape something; so does the deed that tells it. */
const text = 'Street + "number\\street"'
const probe: ProbeResult = {
  id: 'SD-INCLUDED/changes-a-value',
  requirement: 'CRED-REFUSED',
  receiver: 'verifier',
  description: `changes a value: ${JSON.stringify(text)}`,
  expected: 'refused',
  answer: 'refused',
}

/** A report with a finding that says a text. */
function finding(actual: string): typeof report {
  const [result, ...others] = report.results
  if (!result) throw new Error('nothing was judged')
  const findings = [{ kind: 'exchange' as const, in: '', at: '/a', expected: 'nothing', actual }]
  return { ...report, results: [{ ...result, findings }, ...others] }
}

/** What is found in a report of a run in which a message said that text. */
function found(told: typeof report, said: string): string | undefined {
  const recording = createRecording(referenceSettings)
  recording.secrets.add([said])
  return watchForLeaks({ ...listPrivate(referenceSettings), recording, report: told, renderForms: () => [] })(
    JSON.stringify(told),
  )?.kind
}

describe('a text that a message brought', () => {
  it('gives nobody away where we say ourselves that we sent it', () => {
    expect(found({ ...report, probes: [probe] }, text)).toBeUndefined()
    expect(found({ ...report, probes: [{ ...probe, description: `changes a value: ${text}` }] }, text)).toBeUndefined()
  })

  it('does where a finding says it', () => {
    expect(found(finding('Rampur Chowk'), 'Rampur Chowk')).toBe('something private in a message')
    expect(found(finding(text), text)).toBeUndefined()
  })

  it('is not a text where it is what is left of octets', () => {
    const noise = Buffer.from('ff'.repeat(32), 'hex')

    expect(found(finding(noise.toString('hex')), noise.toString('utf8'))).toBeUndefined()
    expect(found(finding('AAAA'.repeat(10)), '\0'.repeat(16))).toBeUndefined()
  })
})
