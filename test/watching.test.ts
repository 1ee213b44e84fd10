import { describe, expect, it } from 'vitest'
import { quiet, rehearsed } from '../src/assembly/live.ts'
import { recordingOf } from '../src/assembly/recording.ts'
import { run } from '../src/assembly/run.ts'
import { watchOver } from '../src/assembly/watching.ts'
import type { Probed } from '../src/model/probe.ts'

const { report } = await run(rehearsed, quiet)

/** A text in which JSON has to escape something; so does the deed that tells it. */
const text = 'Street + "number\\street"'
const probe: Probed = {
  id: 'SD-INCLUDED/changes-a-value',
  shows: 'CRED-REFUSED',
  judge: 'verifier',
  deed: `changes a value: ${JSON.stringify(text)}`,
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
  const recording = recordingOf(rehearsed)
  recording.secrets.learn([said])
  return watchOver({ settings: rehearsed, recording, report: told, formsOf: () => [] })(JSON.stringify(told))?.kind
}

describe('a text that a message brought', () => {
  it('gives nobody away where we say ourselves that we sent it', () => {
    expect(found({ ...report, probes: [probe] }, text)).toBeUndefined()
    expect(found({ ...report, probes: [{ ...probe, deed: `changes a value: ${text}` }] }, text)).toBeUndefined()
  })

  it('does where a finding says it', () => {
    expect(found(finding(text), text)).toBe('something private in a message')
  })

  it('is no text where it is what is left of octets', () => {
    const noise = Buffer.from('ff'.repeat(32), 'hex')

    expect(found(finding(noise.toString('hex')), noise.toString('utf8'))).toBeUndefined()
    expect(found(finding('AAAA'.repeat(10)), '\0'.repeat(16))).toBeUndefined()
  })
})
