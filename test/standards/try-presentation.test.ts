import { describe, expect, it } from 'vitest'
import { concludeVerifier, tryVerifier, type VerifierReport } from '../../src/vectors/try-verifier.ts'
import { answer } from './verifiers/openid4vp.ts'

const tried = (bug?: string): Promise<VerifierReport> =>
  tryVerifier('openid4vp-1.0', async (question) => answer(question as never, bug))

const failedRows = ({ trials }: VerifierReport): readonly string[] =>
  [
    ...new Set(
      trials.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? [requirement?.id ?? 'legal'] : [])),
    ),
  ].sort()

describe('a verifier that does what section 8.6 of OpenID4VP requires', () => {
  it('gets no finding, and what it does not support is named', async () => {
    const report = await tried()

    expect(failedRows(report)).toEqual([])
    expect(report.obstacle).toBeUndefined()
    expect(concludeVerifier(report)).toBe('passed')
    expect(report.trials.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(30)
    expect(report.trials.filter(({ outcome }) => outcome === 'unsupported').length).toBeGreaterThan(5)
  })
})

describe('a verifier that leaves out a step', () => {
  it.each([
    ['nonce', ['KBJWT-TRANSACTION']],
    ['audience', ['KBJWT-AUDIENCE']],
    ['state', ['VPRESP-STATE']],
    ['one', ['VPRESP-ONE']],
    ['sets', ['VPRESP-SATISFIED']],
    ['binding', ['KBJWT-AUDIENCE', 'KBJWT-HASH', 'KBJWT-TRANSACTION', 'VPRESP-BOUND']],
    ['claims', ['VPRESP-CLAIMS']],
  ])('fails: %s', async (bug, rows) => {
    const report = await tried(bug)

    expect({ rows: failedRows(report), conclusion: concludeVerifier(report) }).toEqual({ rows, conclusion: 'failed' })
  })

  it('fails where it accepts everything', async () => {
    const report = await tryVerifier('openid4vp-1.0', async () => ({ accepted: true }))

    expect(failedRows(report).length).toBeGreaterThan(12)
  })
})
