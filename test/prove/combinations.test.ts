import { describe, expect, it } from 'vitest'
import { decisions } from '../../suites/document/all/decisions.ts'
import { variants } from '../../suites/document/all/variants.ts'
import { exclusions, isLegalCombination, singleMessages } from '../../suites/document/derived/legal-combinations.ts'
import type { Combination } from '../../suites/document/kit/combinations.ts'
import { runLive } from '../../suites/document/prove/live-run.ts'
import { drawLegalSettings } from '../../suites/document/prove/proof-jobs.ts'

describe('legal settings that are drawn together', async () => {
  const drawn = await drawLegalSettings(18, 24)

  it.each(drawn)('accuse no reference actor: $id', async (each) => {
    if (!('mutation' in each)) throw new TypeError('a draw has one member of each family')
    const results = await runLive(each.mutation, each)

    expect(
      results.flatMap(({ outcome, requirement }) => (/^failed|^harness/.test(outcome) ? requirement.id : [])),
    ).toEqual([])
  })

  it('are the same for the same seed, and combine several things each', async () => {
    expect((await drawLegalSettings(18, 24)).map(({ id }) => id)).toEqual(drawn.map(({ id }) => id))
    expect(drawn.every(({ id }) => id.includes(' + '))).toBe(true)
    expect(new Set(drawn.map(({ id }) => id)).size).toBeGreaterThan(20)
  })
})

describe('answers that were drawn together once, and accused our own actors', () => {
  it.each([
    { 'encryption.responseKeys': 'rsa' },
    { 'callback.credentialForm': 'encrypted', 'response.nesting': 'encrypt-then-sign' },
  ])('accuse none: %o', async (answers) => {
    const results = await runLive({}, { profile: 'document', decisions: answers })

    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  })
})

describe('what excludes one another', () => {
  it('names variants, decisions and answers that exist', () => {
    const known = new Set(variants.map(({ id }) => id))
    const named = [...Object.keys(singleMessages), ...exclusions.flatMap((each) => each.variants ?? [])]
    const answers = exclusions.flatMap((each) => Object.entries(each.decisions ?? {}))

    expect(named.filter((id) => !known.has(id))).toEqual([])
    for (const [id, values] of answers) {
      const decision = decisions.find((each) => each.id === id)
      expect(Object.keys(decision?.answers ?? {})).toEqual(expect.arrayContaining([values].flat()))
    }
  })

  it('is not drawn', () => {
    const usual: Combination = { profile: 'document', decisions: {}, variants: [] }

    expect(isLegalCombination(usual)).toBe(true)
    expect(isLegalCombination({ ...usual, decisions: { 'sd.conformance': 'rfc9901', 'sd.digest': 'parts' } })).toBe(
      false,
    )
    expect(isLegalCombination({ ...usual, decisions: { 'sd.conformance': 'rfc9901' } })).toBe(false) // by default `parts`
    expect(isLegalCombination({ ...usual, profile: 'document-rfc9901', decisions: { 'sd.digest': 'parts' } })).toBe(
      false,
    )
    expect(isLegalCombination({ ...usual, profile: 'document-rfc9901' })).toBe(true)
  })
})
