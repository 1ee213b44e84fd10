import { describe, expect, it } from 'vitest'
import { judgedRequirements, playLive } from '../src/assembly/live.ts'
import { playOn } from '../src/cli/stage.ts'
import { articlesOf } from '../src/harness/judge.ts'
import { type Catalogue, type Play, prove, type Trial, unprovenIn, verdictOf } from '../src/harness/prove.ts'
import { presets } from '../src/model/decision.ts'
import { checks } from '../suites/checks.ts'
import { exchangeFaults } from '../suites/exchange-faults.ts'
import { exchangeVariants } from '../suites/exchange-variants.ts'
import { examine } from '../suites/family.ts'
import { faults } from '../suites/faults.ts'
import { requirements } from '../suites/registry.ts'
import { variants } from '../suites/variants.ts'

const seed = 20_260_101
const membersOfFamily = 10

const play = playOn(articlesOf(requirements, checks))

/** How one fault or one variant ends, with all that explains a bad end. */
async function tried(catalogue: Partial<Catalogue>, on: Play = play) {
  const all = { faults: [], variants: [], ...catalogue }
  const matrix = await prove(all, on, examine(seed, membersOfFamily))
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
  it.each(presets)('breaks nothing under %s, and leaves nothing undecided', async (under) => {
    const results = await play({}, { under, given: {} })

    const doubtful = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    expect(doubtful.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason])).toEqual([])
  })
})

describe('a fault', () => {
  it.each(faults)('is caught by its own requirement and by no other: $id', async (fault) => {
    const failed = idsOf([fault.breaks, ...fault.alsoBreaks]).toSorted()

    expect(await tried({ faults: [fault] })).toEqual([{ verdict: 'held', failed }])
  })
})

describe('a fault of a whole exchange', () => {
  it.each(exchangeFaults)('is caught by its own requirement and by no other: $id', async (fault) => {
    const failed = idsOf([fault.breaks, ...fault.alsoBreaks]).toSorted()

    expect(await tried({ faults: [fault] }, playLive)).toEqual([{ verdict: 'held', failed }])
  })
})

describe('a variant of a whole exchange', () => {
  it.each(exchangeVariants)('is not accused: $id', async (variant) => {
    expect(await tried({ variants: [variant] }, playLive)).toEqual([{ verdict: 'held', failed: [] }])
  })
})

describe('a variant', () => {
  it.each(variants)('is not accused: $id', async (variant) => {
    expect(await tried({ variants: [variant] })).toEqual([{ verdict: 'held', failed: [] }])
  })
})

describe('the catalogue', () => {
  it('has a fault for every requirement that is judged', () => {
    expect(unprovenIn(judgedRequirements, [...faults, ...exchangeFaults])).toEqual([])
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
