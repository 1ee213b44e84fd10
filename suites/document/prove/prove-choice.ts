import { excuses } from '../derived/disabled-validations.ts'
import { type ChosenCatalogue, chooseCatalogue } from './catalogue.ts'
import { listValidations } from './disabled-validation-probes.ts'
import { concludeDisabledValidations } from './disabled-validations.ts'
import { concludeTrial } from './kill-matrix.ts'
import { findMissing, type Missing, type RowProof } from './missing.ts'
import type { ProofPlan } from './proof-jobs.ts'
import { type Proof, type ProofWork, proveJobs } from './prove.ts'
import { collectRowProofs } from './row-proofs.ts'

/** What finds generated files that are not up to date: the lists in `suites/document/all`, and all of them. */
export interface StaleFiles {
  readonly lists: () => Promise<readonly string[]>
  readonly files: () => Promise<readonly string[]>
}

/** Proves what was chosen: all of it, or the faults and variants of some requirements. */
export async function proveChoice(
  plan: ProofPlan,
  { lists, files }: StaleFiles,
  work: ProofWork = {},
): Promise<{ readonly catalogue: ChosenCatalogue; readonly proof: Proof }> {
  const catalogue = await chooseCatalogue(plan.choice)
  const proven = await proveJobs(catalogue, plan, work)
  const faults = proven.flatMap(({ faults = [] }) => faults)
  const variants = proven.flatMap(({ variants = [] }) => variants)
  const combinations = proven.flatMap((each) => each.combinations ?? [])
  const rows = await collectRowProofs(catalogue.requirements, [...faults, ...variants], await lists())
  const proof: Proof = {
    faults,
    variants,
    combinations,
    missing: await listMissing(rows, files),
    failedByReference: [...(rows[0]?.failedByReference ?? [])],
    disabledValidations: concludeDisabledValidations(
      listValidations(catalogue.requirements),
      proven.flatMap(({ validations = [] }) => validations),
      excuses,
    ),
    effects: proven.flatMap(({ effects = [] }) => effects),
  }
  return { catalogue, proof }
}

/** What is missing, each sentence once. The generated files are looked at last: that takes a while. */
async function listMissing(
  rows: readonly RowProof[],
  findStaleFiles: StaleFiles['files'],
): Promise<readonly Missing[]> {
  const missing = rows.flatMap((row) => findMissing(row) ?? [])
  if (missing.length > 0 || rows.length === 0) return missing
  const staleFiles = await findStaleFiles()
  return rows.slice(0, 1).flatMap((row) => findMissing({ ...row, staleFiles }) ?? [])
}

/** Whether everything is proven. */
export const isProven = ({ faults, variants, combinations, missing, disabledValidations, effects }: Proof): boolean =>
  [...faults, ...variants, ...combinations].every((trial) => concludeTrial(trial) === 'held') &&
  missing.length === 0 &&
  disabledValidations.every(({ verdict }) => verdict !== 'undetected') &&
  effects.every(({ verdict }) => verdict !== 'inert')
