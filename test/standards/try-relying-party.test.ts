import { describe, expect, it } from 'vitest'
import { concludeVerifier, tryVerifier, type VerifierReport } from '../../src/vectors/try-verifier.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { judgeStatus } from './verifiers/relying-party.ts'

const tried = (bug?: string): Promise<VerifierReport> =>
  tryVerifier('token-status-list', async (question) => judgeStatus(question as never, bug))

const failedRows = ({ trials }: VerifierReport): readonly string[] => [
  ...new Set(trials.flatMap(({ outcome, requirement }) => (outcome === 'failed' ? [requirement?.id ?? 'legal'] : []))),
]

describe('a relying party that does what section 8.3 requires', () => {
  it('gets no finding, and what it does not support is named', async () => {
    const report = await tried()

    expect(failedRows(report)).toEqual([])
    expect(concludeVerifier(report)).toBe('passed')
    expect(report.trials.filter(({ outcome }) => outcome === 'held').length).toBeGreaterThan(70)
    expect(report.trials.filter(({ outcome }) => outcome === 'unsupported').length).toBeGreaterThan(40)
  })
})

/** Every step that it can leave out or do wrong, and the requirements that find it. */
const bugs: Readonly<Record<string, readonly string[]>> = {
  'token-signature': ['TSREF-SIGNED'],
  'token-none': ['TSREF-SIGNED'],
  'token-exp': ['TSREF-CURRENT'],
  'token-nbf': ['TSREF-CURRENT'],
  'list-signature': ['TSL-SIGNED'],
  'list-none': ['TSL-ALG'],
  'list-crit': ['TSL-CRIT'],
  'list-exp': ['TSL-CURRENT'],
  'list-nbf': ['TSL-CURRENT'],
  sub: ['TSREF-SUB', 'TSL-SUB'],
  iat: ['TSL-IAT'],
  bits: ['TSL-BITS'],
  bounds: ['TSREF-BOUNDS'],
  order: ['legal', 'TSREF-VALID'],
  mask: ['TSREF-VALID'],
}

describe('a relying party that leaves out one step, or does it wrong', () => {
  it.each(Object.entries(bugs))('is found by its own requirement, and by no other: %s', async (bug, rows) => {
    const failed = failedRows(await tried(bug))

    expect(failed).toContain(rows[0])
    expect(failed.filter((id) => !rows.includes(id))).toEqual([])
  })
})

describe('a relying party that never looks at a list', () => {
  it('fails for every revoked token', async () => {
    expect(failedRows(await tried('ignored'))).toEqual(
      expect.arrayContaining(['TSREF-VALID', 'TSREF-BOUNDS', 'TSL-SIGNED']),
    )
  })

  it('may accept without a statement what need not be rejected', async () => {
    const report = await tryVerifier('token-status-list', async ({ id }) =>
      id === 'control' ? { accepted: true, status: 0 } : { accepted: true, status: null },
    )

    expect(failedRows(report).toSorted()).toEqual(['TSREF-BOUNDS', 'TSREF-CURRENT', 'TSREF-FORM', 'TSREF-SIGNED'])
  })

  it('is not tested by statuses that it never states', async () => {
    const silent = await tryVerifier('token-status-list', async () => ({ accepted: true, status: null }))
    const forgetful = await tryVerifier('token-status-list', async ({ id, ...question }) =>
      id === 'control' ? judgeStatus(question as never) : { ...judgeStatus(question as never), status: null },
    )

    expect(silent.obstacle).toBe('the usual sample: accepted, without a status')
    expect([silent, forgetful].map(concludeVerifier)).toEqual(['inconclusive', 'inconclusive'])
  })
})

describe('a relying party with lists in CWT format', () => {
  const { describeTask, faults, variants } = standardProofs['token-status-list']
  const listFeatures = (change: object): readonly string[] => describeTask(change)?.features ?? []
  const ofCwt = new Set(
    faults.filter(({ change }) => listFeatures(change).join() === 'a CWT as the list').map(({ id }) => id),
  )

  /** Supports these variants, and rejects all that is faulty. */
  const tryLists = (isSupported: (features: readonly string[], id: string) => boolean): Promise<VerifierReport> =>
    tryVerifier('token-status-list', async ({ id, ...question }) => {
      const variant = variants.find((each) => each.id === id)
      const features = variant ? listFeatures(variant.change) : []
      if (features.length === 0) return judgeStatus(question as never)
      return isSupported(features, id) ? { accepted: true, status: 0 } : { unsupported: 'this' }
    })

  it.each([
    ['with HMAC', (features: readonly string[]) => features.length === 1],
    ['of indefinite length', (_: readonly string[], id: string) => !id.includes('indefinite-length')],
  ])('is tested with them, though it does not support them %s', async (_, isSupported) => {
    const { trials } = await tryLists(isSupported)
    const left = trials.filter(({ id, outcome }) => ofCwt.has(id) && outcome === 'unsupported')

    expect(ofCwt.size).toBeGreaterThan(20)
    expect(left).toEqual([])
  })

  it('is not tested with them if it does not support the usual one', async () => {
    const { trials } = await tryLists((_, id) => !id.includes('the-usual-list'))

    expect(trials.filter(({ id, outcome }) => ofCwt.has(id) && outcome !== 'unsupported')).toEqual([])
  })
})
