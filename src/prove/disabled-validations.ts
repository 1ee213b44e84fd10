import type { ExcusedValidation } from '../../model/fault.ts'
import type { ProbeAnswer } from '../../model/probe.ts'
import type { Role } from '../../model/role.ts'

/** What a judge made of a lie. */
export interface ObservedAnswer {
  readonly answer: ProbeAnswer
  /** The requirements for whose sake it turned something away. */
  readonly rejectedFor: ReadonlySet<string>
  /** Why it is undecided. */
  readonly reason?: string
}

/** One validation of one judge. */
export interface Validation {
  readonly judge: Role
  readonly requirement: string
}

/** Something that a judge has to refuse. */
export interface ValidationProbe extends Validation {
  readonly id: string
  /** Which validation looks after it, if not the one of that name: whichever notices it. */
  readonly checkedBy?: 'whoever notices'
  /** Puts it before the judge, who neglects some of its validations. */
  readonly send: (disabled: ReadonlySet<string>) => Promise<ObservedAnswer>
}

/**
 * What a lie came to. Exposed: without the one validation it is accepted. Covered: it is accepted only without others,
 * which refuse it too or refuse it first. Hidden: it shows nothing, and the reason says why.
 */
export interface ProbeExposure {
  readonly id: string
  readonly exposure: 'exposed' | 'covered' | 'hidden'
  /** The validations without which it is accepted. */
  readonly without: readonly string[]
  readonly reason?: string
}

/** An honest judge that lacks one validation, and whether the lies that are put before it show that. */
export interface DisabledValidation extends Validation {
  readonly verdict: 'exposed' | 'covered' | 'excused' | 'hidden'
  readonly probes: readonly ProbeExposure[]
  /** Why it is hidden or excused. */
  readonly reason?: string
}

/** What a lie came to, and of whom it says something. */
export interface ExposureTrial {
  readonly validation: Validation
  readonly result: ProbeExposure
}

/** Takes validations away from a judge, and looks whether a lie that they are there for shows that they are gone. */
export async function tryProbe(probe: ValidationProbe): Promise<ExposureTrial> {
  const told = await tryWithoutDefect(probe)
  return { validation: findValidation(probe, told), result: told }
}

/** Every judge without each of its validations, by what all lies came to. */
export function concludeDisabledValidations(
  rows: readonly Validation[],
  heard: readonly ExposureTrial[],
  excuses: readonly ExcusedValidation[] = [],
): readonly DisabledValidation[] {
  const all = new Map(
    [...rows, ...heard.map(({ validation: row }) => row)].map((row) => [`${row.judge}: ${row.requirement}`, row]),
  )
  return [...all.values()].map((row) => {
    const told = heard.filter((each) => isSameValidation(each.validation, row)).map((each) => each.result)
    return concludeValidation(
      row,
      told,
      excuses.find((each) => isSameValidation({ judge: each.receiver, requirement: each.requirement.id }, row)),
    )
  })
}

/** A lie that whoever notices looks after says of those that they are missing, and of nobody else. */
const findValidation = (
  { judge, requirement, checkedBy: lookedAfterBy }: ValidationProbe,
  { without }: ProbeExposure,
): Validation =>
  lookedAfterBy && without.length > 0 ? { judge, requirement: without.join(' and ') } : { judge, requirement }

const isSameValidation = (a: Validation, b: Validation): boolean =>
  a.judge === b.judge && a.requirement === b.requirement

async function tryWithoutDefect(probe: ValidationProbe): Promise<ProbeExposure> {
  const hidden = (reason: string): ProbeExposure => ({ id: probe.id, exposure: 'hidden', without: [], reason })
  try {
    return await compareAnswers(probe, hidden)
  } catch (error) {
    return hidden(`a defect of assay: ${error}`)
  }
}

async function compareAnswers(
  { id, requirement, checkedBy: lookedAfterBy, send: tell }: ValidationProbe,
  hidden: (reason: string) => ProbeExposure,
): Promise<ProbeExposure> {
  const whole = await tell(new Set())
  const rejectedFor = [...whole.rejectedFor].sort()
  if (whole.answer !== 'refused') return hidden(whole.reason ?? 'the judge accepts it though it neglects nothing')
  if (rejectedFor.length === 0) return hidden('it is refused, and by no validation')
  const own = lookedAfterBy ? rejectedFor : [requirement]
  const isOwn = own.every((each) => whole.rejectedFor.has(each))
  if (isOwn && (await tell(new Set(own))).answer === 'accepted') return { id, exposure: 'exposed', without: own }
  const bare = await tell(whole.rejectedFor)
  if (bare.answer === 'accepted') return { id, exposure: 'covered', without: rejectedFor }
  const more = [...bare.rejectedFor].join(', ')
  return hidden(
    `without ${rejectedFor.join(', ')} it is ${bare.answer} all the same${more && `, for the sake of ${more}`}`,
  )
}

/** One lie is enough to expose a judge, but none may come to nothing. */
function concludeValidation(
  row: Validation,
  probes: readonly ProbeExposure[],
  excuse: ExcusedValidation | undefined,
): DisabledValidation {
  const lost = probes.find(({ exposure: fate }) => fate === 'hidden')
  const isWell = lost === undefined && probes.length > 0
  if (excuse && isWell) return { ...row, verdict: 'hidden', probes, reason: 'it is excused, and need not be' }
  if (excuse) return { ...row, verdict: 'excused', probes, reason: excuse.reason }
  if (lost) return { ...row, verdict: 'hidden', probes, reason: `${lost.id}: ${lost.reason}` }
  if (probes.length === 0) return { ...row, verdict: 'hidden', probes, reason: 'no lie is put before it' }
  return { ...row, verdict: probes.some(({ exposure: fate }) => fate === 'exposed') ? 'exposed' : 'covered', probes }
}
