import { afterAll, describe, expect, it } from 'vitest'
import { profiles } from '../model/decision.ts'
import { compileJudge } from '../src/judge/judge.ts'
import { checks } from '../suites/document/all/checks.ts'
import { requirements } from '../suites/document/all/requirements.ts'
import { createExaminer } from '../suites/document/kit/family.ts'
import type { FaultCatalogue } from '../suites/document/model/fault.ts'
import {
  concludeTrial,
  listUnproven,
  type MutationTrial,
  proveCatalogue,
  type RunMutation,
} from '../suites/document/prove/kill-matrix.ts'
import { provableRequirements, runLive } from '../suites/document/prove/live-run.ts'
import { createOfflineRun } from '../suites/document/prove/offline-run.ts'
import { artefactFaults, artefactVariants, exchangeFaults, exchangeVariants } from './catalogue.ts'
import { openProofs } from './proven.ts'

const seed = 20_260_101
const membersOfFamily = 10

const play = createOfflineRun(compileJudge(requirements, checks))

/** How one fault or one variant ends, with all that explains a bad end. */
async function tried(catalogue: Partial<FaultCatalogue>, on: RunMutation = play) {
  const all = { faults: [], variants: [], ...catalogue }
  const matrix = await proveCatalogue(all, on, createExaminer(seed, membersOfFamily))
  return [...matrix.faults, ...matrix.variants].map(outcome)
}

const outcome = (trial: MutationTrial) => ({
  verdict: concludeTrial(trial),
  failed: trial.failed.toSorted(),
  ...(trial.counterexample && { member: trial.counterexample.description }),
  ...(trial.defect !== undefined && { defect: trial.defect }),
})

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

const proofs = openProofs('matrix')
afterAll(proofs.close)

const open = {
  faults: proofs.open(artefactFaults),
  exchangeFaults: proofs.open(exchangeFaults),
  exchangeVariants: proofs.open(exchangeVariants),
  variants: proofs.open(artefactVariants),
}

describe('the reference actors', () => {
  it.each(profiles)('breaks nothing under %s, and leaves nothing undecided', async (under) => {
    const results = await play({}, { profile: under, decisions: {} })

    const doubtful = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
    expect(doubtful.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason])).toEqual([])
  })
})

describe.runIf(open.faults.length > 0)('a fault', () => {
  it.each(open.faults)('is caught by its own requirement and by no other: $id', async (fault) => {
    const failed = idsOf([fault.breaks, ...fault.alsoBreaks]).toSorted()

    expect(await tried({ faults: [fault] })).toEqual([{ verdict: 'held', failed }])
    proofs.note(fault.id)
  })
})

describe.runIf(open.exchangeFaults.length > 0)('a fault of a whole exchange', () => {
  it.each(open.exchangeFaults)('is caught by its own requirement and by no other: $id', async (fault) => {
    const failed = idsOf([fault.breaks, ...fault.alsoBreaks]).toSorted()

    expect(await tried({ faults: [fault] }, runLive)).toEqual([{ verdict: 'held', failed }])
    proofs.note(fault.id)
  })
})

describe.runIf(open.exchangeVariants.length > 0)('a variant of a whole exchange', () => {
  it.each(open.exchangeVariants)('is not accused: $id', async (variant) => {
    expect(await tried({ variants: [variant] }, runLive)).toEqual([{ verdict: 'held', failed: [] }])
    proofs.note(variant.id)
  })
})

describe.runIf(open.variants.length > 0)('a variant', () => {
  it.each(open.variants)('is not accused: $id', async (variant) => {
    expect(await tried({ variants: [variant] })).toEqual([{ verdict: 'held', failed: [] }])
    proofs.note(variant.id)
  })
})

describe('the catalogue', () => {
  it('has a fault for every requirement that is judged', () => {
    expect(listUnproven(provableRequirements, [...artefactFaults, ...exchangeFaults])).toEqual([])
  })

  it('names nothing twice', () => {
    const ids = idsOf([...artefactFaults, ...artefactVariants])

    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  it('is large', () => {
    expect(artefactFaults.length).toBeGreaterThanOrEqual(150)
    expect(artefactVariants.length).toBeGreaterThanOrEqual(60)
  })
})
