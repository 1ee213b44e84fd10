import { excuses } from '../../suites/derived/disabled-validations.ts'
import { type ChosenCatalogue, chooseCatalogue, mergeCatalogue } from './catalogue.ts'
import { listValidations } from './disabled-validation-probes.ts'
import { concludeDisabledValidations } from './disabled-validations.ts'
import { concludeTrial, listUnproven } from './kill-matrix.ts'
import { provableRequirements } from './live-run.ts'
import type { ProofPlan } from './proof-jobs.ts'
import { type Proof, proveInThreads } from './prove.ts'

/** Proves what was chosen: all of it, or the faults and variants of some requirements. */
export async function proveChoice(
  plan: ProofPlan,
): Promise<{ readonly catalogue: ChosenCatalogue; readonly proof: Proof }> {
  const catalogue = await chooseCatalogue(plan.choice)
  const proven = await proveInThreads(catalogue, plan)
  const proof: Proof = {
    disabledValidations: concludeDisabledValidations(
      listValidations(catalogue.requirements),
      proven.flatMap(({ exposure = [] }) => exposure),
      excuses,
    ),
    faults: proven.flatMap(({ faults = [] }) => faults),
    variants: proven.flatMap(({ variants = [] }) => variants),
    unproven: listUnproven(
      catalogue.requirements.filter((each) => provableRequirements.includes(each)),
      mergeCatalogue(catalogue).faults,
    ),
  }
  return { catalogue, proof }
}

/** Whether nothing is left to be proven. */
export const isProven = ({ faults, variants, unproven, disabledValidations }: Proof): boolean =>
  [...faults, ...variants].every((trial) => concludeTrial(trial) === 'held') &&
  unproven.length === 0 &&
  disabledValidations.every(({ verdict }) => verdict !== 'hidden')
