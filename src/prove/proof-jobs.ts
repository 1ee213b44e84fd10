import type { Fault } from '../../model/fault.ts'
import { checks } from '../../suites/all/checks.ts'
import { probes } from '../../suites/all/probes.ts'
import { requirements } from '../../suites/all/requirements.ts'
import { createExaminer } from '../../suites/kit/family.ts'
import { compileJudge } from '../judge/judge.ts'
import type { Sampling } from '../run/probes/portions.ts'
import { chooseCatalogue, type ProofChoice } from './catalogue.ts'
import { listValidationProbes } from './disabled-validation-probes.ts'
import { type ExposureTrial, tryProbe } from './disabled-validations.ts'
import { type MutationTrial, proveMutation } from './kill-matrix.ts'
import { runLive } from './live-run.ts'
import { createOfflineRun } from './offline-run.ts'
import { createProfileRepeater } from './profile-repeats.ts'

/** What is to be proven, with how many members of each family, and of those that are put before judges. */
export interface ProofPlan extends Sampling {
  readonly choice: ProofChoice
  readonly probeMembers: number
}

/** What one job proved: trials of faults or of variants, or what a lie said of whoever was negligent. */
export interface ProofJobResult {
  readonly faults?: readonly MutationTrial[]
  readonly variants?: readonly MutationTrial[]
  readonly exposure?: ExposureTrial
}

/** Every fault, every variant and every lie before its judge, as a job. */
export async function createProofJobs({
  choice,
  seed,
  members,
  probeMembers: beforeJudges,
}: ProofPlan): Promise<readonly (() => Promise<ProofJobResult>)[]> {
  const { requirements: asked, faults, variants, exchange } = await chooseCatalogue(choice)
  const examined = createExaminer(seed, members)
  const rehearse = createOfflineRun(compileJudge(requirements, checks))
  const everywhere = createProfileRepeater(runLive)
  const live = async (fault: Fault): Promise<readonly MutationTrial[]> => {
    const trials: MutationTrial[] = []
    for (const each of await everywhere(fault)) trials.push(await proveMutation(each, runLive, examined))
    return trials
  }
  const chosen = probes.filter(({ requirement, breaks = requirement }) => asked.includes(breaks))
  const lies = listValidationProbes({ faults, statefulProbes: chosen }, { seed, members: beforeJudges })
  return [
    ...faults.map((each) => async () => ({ faults: [await proveMutation(each, rehearse, examined)] })),
    ...variants.map((each) => async () => ({ variants: [await proveMutation(each, rehearse, examined)] })),
    ...exchange.faults.map((each) => async () => ({ faults: await live(each) })),
    ...exchange.variants.map((each) => async () => ({ variants: [await proveMutation(each, runLive, examined)] })),
    ...lies.map((each) => async () => ({ exposure: await tryProbe(each) })),
  ]
}
