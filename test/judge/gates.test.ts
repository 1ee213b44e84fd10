import { describe, expect, it } from 'vitest'
import { documentRules, findDecidingReason, type GateRules } from '../../model/gate.ts'
import { hygiene, privacy, type Requirement, security } from '../../model/requirement.ts'
import { decideVerdict, type VerdictInput, type WeighedResult } from '../../src/judge/verdict.ts'
import { decisions } from '../../suites/document/all/decisions.ts'

const [decision] = decisions
const goLive: GateRules = { ...documentRules, gate: 'go-live' }
const risk = security('An expired credential is accepted.')

/** Every answer that allows what the others of its decision forbid. */
const permitting = decisions.flatMap((each) =>
  (each.permits ?? []).map((answer) => ({ decision: each, id: each.id, answer })),
)

const row = (changes: Partial<Pick<Requirement, 'force' | 'consequence' | 'agreedBy'>> = {}) => ({
  force: 'should' as const,
  consequence: risk,
  agreedBy: [],
  ...changes,
})

describe('a requirement', () => {
  it.each(['must', 'must not', 'stated'] as const)('of force %s counts at every gate', (force) => {
    expect(findDecidingReason(row({ force, consequence: hygiene('') }), documentRules)).toBe('mandatory')
    expect(findDecidingReason(row({ force }), goLive)).toBe('mandatory')
  })

  it('that is recommended counts at the go-live gate if its breach is a risk', () => {
    expect(findDecidingReason(row(), documentRules)).toBeUndefined()
    expect(findDecidingReason(row(), goLive)).toBe('risk')
    expect(findDecidingReason(row({ consequence: privacy('') }), goLive)).toBe('risk')
    expect(findDecidingReason(row({ consequence: hygiene('') }), goLive)).toBeUndefined()
    expect(findDecidingReason(row({ force: 'gap' }), goLive)).toBeUndefined()
  })

  it('counts if it follows from an answer that was given, and not from a default', () => {
    const agreed = row({ force: 'info', consequence: hygiene(''), agreedBy: decision ? [decision] : [] })

    expect(findDecidingReason(agreed, goLive)).toBeUndefined()
    expect(
      findDecidingReason(agreed, { ...documentRules, answered: new Map([[decision?.id ?? '', 'an answer']]) }),
    ).toBe('agreed')
  })

  it.each(permitting)(
    'does not count because of an answer that allows everything: $id = $answer',
    ({ decision: own, answer }) => {
      const agreed = row({ force: 'info', consequence: hygiene(''), agreedBy: [own] })

      expect(findDecidingReason(agreed, { ...documentRules, answered: new Map([[own.id, answer]]) })).toBeUndefined()
      expect(Object.keys(own.answers)).toContain(answer)
    },
  )

  it('that is recommended counts if the run is strict', () => {
    const mild = row({ consequence: hygiene('') })

    expect(findDecidingReason(mild, { ...documentRules, strict: true })).toBe('strict')
  })
})

const passed: WeighedResult = { force: 'stated', decides: 'mandatory', consequence: risk, outcome: 'passed' }
const unsafe: WeighedResult = { force: 'should', decides: 'risk', consequence: risk, outcome: 'failed' }

const verdictOf = (results: readonly WeighedResult[], changes: Partial<VerdictInput> = {}) =>
  decideVerdict({
    results,
    endings: [{ ended: 'completed' }],
    decisions: [],
    isComplete: true,
    interrupted: false,
    ...changes,
  })

describe('a verdict', () => {
  it('tells a risk from a breach of the document', () => {
    expect(verdictOf([passed, unsafe])).toMatchObject({
      result: 'unsafe',
      exitCode: 1,
      reasons: [
        { code: 'risk', text: '1 security requirement failed that the document does not make mandatory', count: 1 },
      ],
    })
    expect(verdictOf([{ ...passed, outcome: 'failed' }, unsafe])).toMatchObject({
      result: 'nonconformant',
      exitCode: 1,
    })
  })

  it('is that of the document where the risk does not count', () => {
    const { decides: _, ...mild } = unsafe

    expect(verdictOf([passed, mild])).toMatchObject({ result: 'conformant', exitCode: 0, claimable: true })
  })

  it('is inconclusive where a message could not be judged', () => {
    expect(verdictOf([passed], { unjudged: [passed, passed] })).toMatchObject({
      result: 'inconclusive',
      reasons: [{ code: 'inconclusive', text: '2 messages could not be judged', count: 2 }],
    })
  })

  it('is inconclusive where a risk is', () => {
    expect(verdictOf([passed, { ...unsafe, outcome: 'cantTell' }])).toMatchObject({
      result: 'inconclusive',
      exitCode: 3,
    })
  })

  it('cannot be claimed without negative tests', () => {
    expect(verdictOf([passed], { unprobed: { code: 'unprobed', text: 'no probes', count: 1 } })).toMatchObject({
      result: 'conformant',
      claimable: false,
      reasons: [{ code: 'unprobed' }],
    })
  })
})
