import { compileJudge } from '../../../src/judge/judge.ts'
import { checks } from '../all/checks.ts'
import { decisions } from '../all/decisions.ts'
import { probes } from '../all/probes.ts'
import { requirements } from '../all/requirements.ts'
import { excuses } from '../derived/disabled-validations.ts'
import { isLegalCombination } from '../derived/legal-combinations.ts'
import { describeCombination, drawCombinations, mutateAsCombined } from '../kit/combinations.ts'
import { createExaminer } from '../kit/family.ts'
import type { Fault, Variant } from '../model/fault.ts'
import type { Sampling } from '../run/probes/portions.ts'
import { listSurvivals } from '../undefined-points/survival.ts'
import { chooseCatalogue, loadCatalogue, mergeCatalogue, type ProofChoice } from './catalogue.ts'
import { listSurvivalProbes } from './disabled-validation-probes.ts'
import { tryProbe, type ValidationTrial } from './disabled-validations.ts'
import { type MutationTrial, proveMutation } from './kill-matrix.ts'
import { runLive } from './live-run.ts'
import { createOfflineRun } from './offline-run.ts'
import { listEffectProofs, type ProbeEffect } from './probe-effects.ts'
import { createProfileRepeater } from './profile-repeats.ts'

/** What is proven, with how many members of each family, and how many of each are sent as probes. */
export interface ProofPlan extends Sampling {
  readonly choice: ProofChoice
  readonly probeMembers: number
  /** How many combinations of variants and answers are drawn. */
  readonly combinations: number
}

/** What one job proved: trials of faults or of variants, or of a disabled validation. */
export interface ProofJobResult {
  readonly faults?: readonly MutationTrial[]
  readonly variants?: readonly MutationTrial[]
  readonly combinations?: readonly MutationTrial[]
  readonly validations?: readonly ValidationTrial[]
  readonly effects?: readonly ProbeEffect[]
}

/** A job for every fault, every variant and every probe that a disabled validation would accept. */
export async function createProofJobs({
  choice,
  seed,
  members,
  probeMembers,
  combinations,
}: ProofPlan): Promise<readonly (() => Promise<ProofJobResult>)[]> {
  const { requirements: chosen, faults, variants, exchange } = await chooseCatalogue(choice)
  const examine = createExaminer(seed, members)
  const runOffline = createOfflineRun(compileJudge(requirements, checks))
  const repeatForProfiles = createProfileRepeater(runLive)
  const proveLive = async (fault: Fault): Promise<readonly MutationTrial[]> => {
    const trials: MutationTrial[] = []
    for (const each of await repeatForProfiles(fault)) trials.push(await proveMutation(each, runLive, examine))
    return trials
  }
  const statefulProbes = probes.filter(({ requirement, breaks = requirement }) => chosen.includes(breaks))
  const survivals = listSurvivals().filter(({ requirement }) => chosen.includes(requirement))
  const rejected = survivals.length > 0 ? (await loadCatalogue()).faults : []
  const probeProofs = listEffectProofs({ faults, statefulProbes }, { seed, members: probeMembers }, excuses)
  return [
    ...faults.map((each) => async () => ({ faults: [await proveMutation(each, runOffline, examine)] })),
    ...variants.map((each) => async () => ({ variants: [await proveMutation(each, runOffline, examine)] })),
    ...exchange.faults.map((each) => async () => ({ faults: await proveLive(each) })),
    ...exchange.variants.map((each) => async () => ({ variants: [await proveMutation(each, runLive, examine)] })),
    ...(await drawLegalSettings(seed, combinations)).map((each) => async () => ({
      combinations: [await proveMutation(each, runLive, examine)],
    })),
    ...listSurvivalProbes(chosen, rejected, { seed, members: probeMembers }).map((probe) => async () => ({
      validations: [await tryProbe(probe)],
    })),
    ...probeProofs.map((prove) => async () => {
      const { effect, validation } = await prove()
      return { ...(effect && { effects: [effect] }), ...(validation && { validations: [validation] }) }
    }),
  ]
}

/** Draws legal settings: variants and answers that are together in one exchange, as a variant each. */
export async function drawLegalSettings(seed: number, count: number): Promise<readonly Variant[]> {
  if (count === 0) return []
  const { variants } = mergeCatalogue(await loadCatalogue())
  return drawCombinations({ variants, decisions, isLegal: isLegalCombination }, seed, count).map((each) => ({
    id: describeCombination(each),
    description: each.variants.map(({ description }) => description).join(', and ') || 'is as usual',
    ...each,
    mutation: mutateAsCombined(each, seed),
  }))
}
