import { describe, expect, it } from 'vitest'
import type { Result } from '../../model/report.ts'
import { isSuspended, suspendAssumed } from '../../src/judge/assumption.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { requirements } from '../../suites/document/all/requirements.ts'

const requirement = requirements.find(({ id }) => id === 'SD-DIGEST')
const decision = decisions.find(({ id }) => id === 'sd.digest')
if (!requirement || !decision) throw new TypeError('SD-DIGEST hangs on sd.digest')

const finding = {
  kind: 'credential',
  in: '',
  at: 'disclosure 0',
  expected: 'a digest',
  actual: 'another digest',
} as const
const failed: Result = {
  requirement,
  outcome: 'failed',
  findings: [finding],
  passesUnder: ['sd.digest = disclosure', '--profile document-rfc9901'],
}
const judge = (source: 'default' | 'configured', result = failed) =>
  suspendAssumed(result, [{ decision, value: 'parts', source }])

describe('a failure that another answer would turn into a pass', () => {
  it('accuses no target as long as the answer is only our default', () => {
    const result = judge('default')
    expect(result).toMatchObject({ outcome: 'cantTell', findings: [] })
    expect(result.reason).toBe(
      'would fail with sd.digest = parts, a default that was not confirmed (disclosure 0: expected a digest, actual another digest); would pass with sd.digest = disclosure',
    )
    expect(isSuspended(result)).toBe(true)
  })

  it('counts once the answer is configured', () => {
    expect(judge('configured')).toBe(failed)
  })

  it('counts if no other answer turns it into a pass', () => {
    const firm: Result = { ...failed, passesUnder: ['--profile document-rfc9901'] }
    expect(judge('default', firm)).toBe(firm)
  })
})
