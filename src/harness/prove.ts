import type { Deviation } from '../model/actors.ts'
import type { Preset } from '../model/decision.ts'
import type { Fault, Member, Setting, Variant } from '../model/fault.ts'
import type { Result } from '../model/report.ts'
import type { Requirement } from '../model/requirement.ts'

/** Plays one deviation and judges what comes of it. */
export type Play = (deviation: Deviation, setting: Setting) => readonly Result[] | Promise<readonly Result[]>

/** A member of a family that was not judged as the family should be. */
export interface Counterexample {
  readonly what: string
  readonly seed: number
  readonly path: string
}

/** Plays members of a family until one does not hold, and shrinks it. */
export type Examine = (
  members: Extract<Fault, { readonly members: unknown }>['members'],
  holds: (member: Member) => Promise<boolean>,
) => Promise<{ readonly runs: number; readonly counterexample?: Counterexample }>

/** What became of one fault or variant. */
export interface Trial {
  readonly id: string
  readonly deed: string
  /** The preset whose answers the rest of the cast gave. */
  readonly under: Preset
  readonly expected: readonly string[]
  /** The requirements that failed; those of the counterexample, if a member did not hold. */
  readonly failed: readonly string[]
  /** How many members were played; 1 where it is no family. */
  readonly runs: number
  readonly counterexample?: Counterexample
  /** A defect of ours that came to light. */
  readonly defect?: string
}

/** The kill matrix. */
export interface Matrix {
  readonly faults: readonly Trial[]
  readonly variants: readonly Trial[]
}

export interface Catalogue {
  readonly faults: readonly Fault[]
  readonly variants: readonly Variant[]
}

/** Plays everything in the catalogue: each fault must fail its own requirements, and each variant none. */
export async function prove({ faults, variants }: Catalogue, play: Play, examine: Examine): Promise<Matrix> {
  const matrix = { faults: [] as Trial[], variants: [] as Trial[] }
  for (const fault of faults) matrix.faults.push(await proveOne(fault, play, examine))
  for (const variant of variants) matrix.variants.push(await proveOne(variant, play, examine))
  return matrix
}

/** Requirements that can be judged and that no fault breaks. */
export function unprovenIn(judged: readonly Requirement[], faults: readonly Fault[]): readonly string[] {
  const broken = new Set(faults.flatMap(expectedOf))
  return judged.filter(({ id }) => !broken.has(id)).map(({ id }) => id)
}

const expectedOf = ({ breaks, alsoBreaks }: Fault): readonly string[] => [breaks, ...alsoBreaks].map(({ id }) => id)

/** Plays one fault or variant, with as many members as are examined. */
export async function proveOne(trial: Fault | Variant, play: Play, examine: Examine): Promise<Trial> {
  const { id, deed, under } = trial
  const expected = 'breaks' in trial ? expectedOf(trial) : []
  try {
    if ('deviation' in trial)
      return { id, deed, under, expected, failed: failedIn(await play(trial.deviation, trial)), runs: 1 }
    const failures = new Map<string, readonly string[]>()
    const { runs, counterexample } = await examine(trial.members, async ({ what, deviation }) => {
      const failed = failedIn(await play(deviation, trial))
      failures.set(what, failed)
      return sameSet(failed, expected)
    })
    if (!counterexample) return { id, deed, under, expected, failed: expected, runs }
    return { id, deed, under, expected, failed: failures.get(counterexample.what) ?? [], runs, counterexample }
  } catch (error) {
    return { id, deed, under, expected, failed: [], runs: 0, defect: `${error}` }
  }
}

function failedIn(results: readonly Result[]): readonly string[] {
  const defect = results.find(({ outcome }) => outcome === 'harnessError')
  if (defect) throw new Error(`${defect.requirement.id}: ${defect.reason}`)
  return results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement.id)
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each))

/** How a trial ended. */
export function verdictOf({
  expected,
  failed,
  defect,
}: Trial): 'held' | 'survived' | 'overkill' | 'accused' | 'defect' {
  if (defect !== undefined) return 'defect'
  if (sameSet(failed, expected)) return 'held'
  if (expected.length === 0) return 'accused'
  return expected.every((id) => failed.includes(id)) ? 'overkill' : 'survived'
}
