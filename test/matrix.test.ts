import { describe, expect, it } from 'vitest'
import { playOn } from '../src/cli/stage.ts'
import { articlesOf } from '../src/harness/judge.ts'
import { prove, type Trial, verdictOf } from '../src/harness/prove.ts'
import { presets } from '../src/model/decision.ts'
import type { Fault, Variant } from '../src/model/fault.ts'
import { checks } from '../suites/checks.ts'
import { examine } from '../suites/family.ts'
import { faults } from '../suites/faults.ts'
import { requirements } from '../suites/registry.ts'
import { variants } from '../suites/variants.ts'

const seed = 20_260_101
const membersOfFamily = 10

const play = playOn(articlesOf(requirements, checks))

/** How one fault or one variant ends, with all that explains a bad end. */
function tried(catalogue: { readonly faults?: readonly Fault[]; readonly variants?: readonly Variant[] }) {
  const all = { requirements: [], faults: [], variants: [], ...catalogue }
  const matrix = prove(all, play, examine(seed, membersOfFamily))
  return [...matrix.faults, ...matrix.variants].map(outcome)
}

const outcome = (trial: Trial) => ({
  verdict: verdictOf(trial),
  failed: trial.failed.toSorted(),
  ...(trial.counterexample && { member: trial.counterexample.what }),
  ...(trial.defect !== undefined && { defect: trial.defect }),
})

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

describe('an honest cast', () => {
  it.each(presets)('breaks nothing under %s, and leaves nothing undecided', (under) => {
    const results = play({}, { under, given: {} })

    const doubtful = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    expect(doubtful.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason])).toEqual([])
  })
})

describe('a fault', () => {
  it.each(faults)('is caught by its own requirement and by no other: $id', (fault) => {
    const failed = idsOf([fault.breaks, ...fault.alsoBreaks]).toSorted()

    expect(tried({ faults: [fault] })).toEqual([{ verdict: 'held', failed }])
  })
})

describe('a variant', () => {
  it.each(variants)('is not accused: $id', (variant) => {
    expect(tried({ variants: [variant] })).toEqual([{ verdict: 'held', failed: [] }])
  })
})

describe('the catalogue', () => {
  it('has a fault for every requirement that shows in an artefact', () => {
    const broken = new Set(faults.map(({ breaks }) => breaks.id))

    const unproven = requirements.filter(({ id, seen }) => 'in' in seen && !broken.has(id))

    expect(idsOf(unproven)).toEqual([])
  })

  it('names nothing twice', () => {
    const ids = idsOf([...faults, ...variants])

    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  it('is large', () => {
    expect(faults.length).toBeGreaterThanOrEqual(150)
    expect(variants.length).toBeGreaterThanOrEqual(60)
  })
})
