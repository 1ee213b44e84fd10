import type { ProbeAnswer } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { ExcusedValidation } from '../model/fault.ts'

/** How a receiver answered a probe. */
export interface ObservedAnswer {
  readonly answer: ProbeAnswer
  /** The requirements for which it rejected a message. */
  readonly rejectedFor: ReadonlySet<string>
  /** Why the answer is inconclusive. */
  readonly reason?: string
}

/** One validation of one receiver. */
export interface Validation {
  readonly receiver: Role
  readonly requirement: string
}

/** A probe that a receiver must reject. */
export interface ValidationProbe extends Validation {
  readonly id: string
  /** Which validation rejects it, if not the one of its requirement: any that does. */
  readonly checkedBy?: 'any validation'
  /** Sends it to a receiver in which these validations are disabled. */
  readonly send: (disabled: ReadonlySet<string>) => Promise<ObservedAnswer>
}

/**
 * What one probe shows. Detected: it is accepted if the one validation is disabled. Covered: it is accepted only if
 * others are disabled too, because they reject it as well or earlier. Undetected: it shows nothing, for a reason.
 */
export interface ProbeTrial {
  readonly id: string
  readonly verdict: 'detected' | 'covered' | 'undetected'
  /** The validations that must be disabled before it is accepted. */
  readonly without: readonly string[]
  readonly reason?: string
}

/** A reference actor with one validation disabled, and whether a probe detects that. */
export interface DisabledValidation extends Validation {
  readonly verdict: 'detected' | 'covered' | 'excused' | 'undetected'
  readonly probes: readonly ProbeTrial[]
  /** Why it is undetected or excused. */
  readonly reason?: string
}

/** What one probe shows, and of which validation. */
export interface ValidationTrial {
  readonly validation: Validation
  readonly result: ProbeTrial
}

/** Disables validations of a receiver, and looks whether a probe that they should reject detects it. */
export async function tryProbe(probe: ValidationProbe): Promise<ValidationTrial> {
  const result = await tryWithoutDefect(probe)
  return { validation: findValidation(probe, result), result }
}

/** Every validation of every receiver, with what all probes show of it. */
export function concludeDisabledValidations(
  validations: readonly Validation[],
  trials: readonly ValidationTrial[],
  excuses: readonly ExcusedValidation[] = [],
): readonly DisabledValidation[] {
  const all = [...validations, ...trials.map(({ validation }) => validation)]
  const unique = new Map(all.map((each) => [`${each.receiver}: ${each.requirement}`, each]))
  return [...unique.values()].map((validation) =>
    concludeValidation(
      validation,
      trials.filter((each) => isSameValidation(each.validation, validation)).map(({ result }) => result),
      excuses.find(({ receiver, requirement: { id } }) => isSameValidation({ receiver, requirement: id }, validation)),
    ),
  )
}

/** A probe that any validation may reject says something of those that do. */
const findValidation = ({ receiver, requirement, checkedBy }: ValidationProbe, { without }: ProbeTrial): Validation =>
  checkedBy && without.length > 0 ? { receiver, requirement: without.join(' and ') } : { receiver, requirement }

const isSameValidation = (a: Validation, b: Validation): boolean =>
  a.receiver === b.receiver && a.requirement === b.requirement

async function tryWithoutDefect(probe: ValidationProbe): Promise<ProbeTrial> {
  const undetected = (reason: string): ProbeTrial => ({ id: probe.id, verdict: 'undetected', without: [], reason })
  try {
    return await compareAnswers(probe, undetected)
  } catch (error) {
    return undetected(`a defect in assay: ${error}`)
  }
}

async function compareAnswers(
  { id, requirement, checkedBy, send }: ValidationProbe,
  undetected: (reason: string) => ProbeTrial,
): Promise<ProbeTrial> {
  const complete = await send(new Set())
  const rejectedFor = [...complete.rejectedFor].sort()
  if (complete.answer !== 'refused') return undetected(complete.reason ?? 'accepted with every validation enabled')
  if (rejectedFor.length === 0) return undetected('rejected, but by none of the validations')
  const own = checkedBy ? rejectedFor : [requirement]
  const isOwn = own.every((each) => complete.rejectedFor.has(each))
  if (isOwn && (await send(new Set(own))).answer === 'accepted') return { id, verdict: 'detected', without: own }
  const reduced = await send(complete.rejectedFor)
  if (reduced.answer === 'accepted') return { id, verdict: 'covered', without: rejectedFor }
  const others = [...reduced.rejectedFor].join(', ')
  return undetected(
    `with ${rejectedFor.join(', ')} disabled it is still ${answers[reduced.answer]}${others && ` because of ${others}`}`,
  )
}

const answers: Readonly<Record<ProbeAnswer, string>> = {
  accepted: 'accepted',
  refused: 'rejected',
  inconclusive: 'inconclusive',
}

/** One probe is enough to detect it, but no probe may show nothing. */
function concludeValidation(
  validation: Validation,
  probes: readonly ProbeTrial[],
  excuse: ExcusedValidation | undefined,
): DisabledValidation {
  const lost = probes.find(({ verdict }) => verdict === 'undetected')
  const conclude = (verdict: DisabledValidation['verdict'], reason?: string): DisabledValidation => ({
    ...validation,
    verdict,
    probes,
    ...(reason !== undefined && { reason }),
  })
  if (excuse && !lost && probes.length > 0) return conclude('undetected', 'it is excused, and need not be')
  if (excuse) return conclude('excused', excuse.reason)
  if (lost) return conclude('undetected', `${lost.id}: ${lost.reason}`)
  if (probes.length === 0) return conclude('undetected', 'no probe tests it')
  return conclude(probes.some(({ verdict }) => verdict === 'detected') ? 'detected' : 'covered')
}
