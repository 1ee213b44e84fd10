import type { Profile } from '../../../model/decision.ts'
import type { Result } from '../../../model/report.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { ActorMutation } from '../model/actors.ts'
import type { FamilyMember, Fault, FaultCatalogue, FaultSettings, Variant } from '../model/fault.ts'

/** Runs reference actors with one mutation, and judges what they send. */
export type RunMutation = (
  mutation: ActorMutation,
  settings: FaultSettings,
) => readonly Result[] | Promise<readonly Result[]>

/** A member of a family that was not judged as the family should be. */
export interface Counterexample {
  readonly description: string
  readonly seed: number
  readonly path: string
}

/** Runs members of a family until one does not hold, and shrinks it. */
export type ExamineFamily = (
  members: Extract<Fault, { readonly members: unknown }>['members'],
  holds: (member: FamilyMember) => Promise<boolean>,
) => Promise<{ readonly runs: number; readonly counterexample?: Counterexample }>

/** What one fault or variant led to. */
export interface MutationTrial {
  readonly id: string
  readonly description: string
  /** The profile under which the other actors were run. */
  readonly profile: Profile
  readonly expected: readonly string[]
  /** The requirements that failed; those of the counterexample, if a member did not hold. */
  readonly failed: readonly string[]
  /** How many members were run; 1 where it is no family. */
  readonly runs: number
  readonly counterexample?: Counterexample
  /** A defect in assay that it uncovered. */
  readonly defect?: string
}

/** The kill matrix. */
export interface KillMatrix {
  readonly faults: readonly MutationTrial[]
  readonly variants: readonly MutationTrial[]
}

/** Runs everything in the catalogue: each fault must fail its own requirements, and each variant none. */
export async function proveCatalogue(
  { faults, variants }: FaultCatalogue,
  run: RunMutation,
  examine: ExamineFamily,
): Promise<KillMatrix> {
  const matrix = { faults: [] as MutationTrial[], variants: [] as MutationTrial[] }
  for (const fault of faults) matrix.faults.push(await proveMutation(fault, run, examine))
  for (const variant of variants) matrix.variants.push(await proveMutation(variant, run, examine))
  return matrix
}

/** Requirements that can be judged and that no fault breaks. */
export function listUnproven(judged: readonly Requirement[], faults: readonly Fault[]): readonly string[] {
  const broken = new Set(faults.flatMap(listExpected))
  return judged.filter(({ id }) => !broken.has(id)).map(({ id }) => id)
}

const listExpected = ({ breaks, alsoBreaks }: Fault): readonly string[] => [breaks, ...alsoBreaks].map(({ id }) => id)

/** Runs one fault or variant, with as many members as are examined. */
export async function proveMutation(
  trial: Fault | Variant,
  run: RunMutation,
  examine: ExamineFamily,
): Promise<MutationTrial> {
  const { id, description, profile } = trial
  const expected = 'breaks' in trial ? listExpected(trial) : []
  try {
    if ('mutation' in trial)
      return {
        id,
        description,
        profile,
        expected,
        failed: listFailed(await run(trial.mutation, trial)),
        runs: 1,
      }
    const failures = new Map<string, readonly string[]>()
    const { runs, counterexample } = await examine(trial.members, async ({ description, mutation }) => {
      const failed = listFailed(await run(mutation, trial))
      failures.set(description, failed)
      return isSameSet(failed, expected)
    })
    if (!counterexample) return { id, description, profile, expected, failed: expected, runs }
    return {
      id,
      description,
      profile,
      expected,
      failed: failures.get(counterexample.description) ?? [],
      runs,
      counterexample,
    }
  } catch (error) {
    return { id, description, profile, expected, failed: [], runs: 0, defect: `${error}` }
  }
}

function listFailed(results: readonly Result[]): readonly string[] {
  const defect = results.find(({ outcome }) => outcome === 'harnessError')
  if (defect) throw new Error(`${defect.requirement.id}: ${defect.reason}`)
  return results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
}

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each))

/** How a trial ended. */
export function concludeTrial({
  expected,
  failed,
  defect,
}: MutationTrial): 'held' | 'survived' | 'overkill' | 'rejected' | 'defect' {
  if (defect !== undefined) return 'defect'
  if (isSameSet(failed, expected)) return 'held'
  if (expected.length === 0) return 'rejected'
  return expected.every((id) => failed.includes(id)) ? 'overkill' : 'survived'
}
