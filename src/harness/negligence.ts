import type { Excuse } from '../model/negligence.ts'
import type { Answer } from '../model/probe.ts'
import type { Role } from '../model/requirement.ts'

/** What a judge made of a lie. */
export interface Reception {
  readonly answer: Answer
  /** The requirements for whose sake it turned something away. */
  readonly noticed: ReadonlySet<string>
  /** Why it is undecided. */
  readonly reason?: string
}

/** One validation of one judge. */
export interface Row {
  readonly judge: Role
  readonly requirement: string
}

/** Something that a judge has to refuse. */
export interface Lie extends Row {
  readonly id: string
  /** Which validation looks after it, if not the one of that name: whichever notices it. */
  readonly lookedAfterBy?: 'whoever notices'
  /** Puts it before the judge, who neglects some of its validations. */
  readonly tell: (neglected: ReadonlySet<string>) => Promise<Reception>
}

/**
 * What a lie came to. Exposed: without the one validation it is accepted. Covered: it is accepted only without others,
 * which refuse it too or refuse it first. Hidden: it shows nothing, and the reason says why.
 */
export interface Told {
  readonly id: string
  readonly fate: 'exposed' | 'covered' | 'hidden'
  /** The validations without which it is accepted. */
  readonly without: readonly string[]
  readonly reason?: string
}

/** An honest judge that lacks one validation, and whether the lies that are put before it show that. */
export interface Negligent extends Row {
  readonly verdict: 'exposed' | 'covered' | 'excused' | 'hidden'
  readonly lies: readonly Told[]
  /** Why it is hidden or excused. */
  readonly reason?: string
}

/** What a lie came to, and of whom it says something. */
export interface Heard {
  readonly row: Row
  readonly told: Told
}

/** Takes validations away from a judge, and looks whether a lie that they are there for shows that they are gone. */
export async function hear(lie: Lie): Promise<Heard> {
  const told = await tryOne(lie)
  return { row: rowOf(lie, told), told }
}

/** Every judge without each of its validations, by what all lies came to. */
export function negligentBy(
  rows: readonly Row[],
  heard: readonly Heard[],
  excuses: readonly Excuse[] = [],
): readonly Negligent[] {
  const all = new Map([...rows, ...heard.map(({ row }) => row)].map((row) => [`${row.judge}: ${row.requirement}`, row]))
  return [...all.values()].map((row) => {
    const told = heard.filter((each) => isSame(each.row, row)).map((each) => each.told)
    return conclude(
      row,
      told,
      excuses.find((each) => isSame({ judge: each.judge, requirement: each.requirement.id }, row)),
    )
  })
}

/** A lie that whoever notices looks after says of those that they are missing, and of nobody else. */
const rowOf = ({ judge, requirement, lookedAfterBy }: Lie, { without }: Told): Row =>
  lookedAfterBy && without.length > 0 ? { judge, requirement: without.join(' and ') } : { judge, requirement }

const isSame = (a: Row, b: Row): boolean => a.judge === b.judge && a.requirement === b.requirement

async function tryOne(lie: Lie): Promise<Told> {
  const hidden = (reason: string): Told => ({ id: lie.id, fate: 'hidden', without: [], reason })
  try {
    return await tryWith(lie, hidden)
  } catch (error) {
    return hidden(`a defect of assay: ${error}`)
  }
}

async function tryWith({ id, requirement, lookedAfterBy, tell }: Lie, hidden: (reason: string) => Told): Promise<Told> {
  const whole = await tell(new Set())
  const noticed = [...whole.noticed].sort()
  if (whole.answer !== 'refused') return hidden(whole.reason ?? 'the judge accepts it though it neglects nothing')
  if (noticed.length === 0) return hidden('it is refused, and by no validation')
  const own = lookedAfterBy ? noticed : [requirement]
  const isOwn = own.every((each) => whole.noticed.has(each))
  if (isOwn && (await tell(new Set(own))).answer === 'accepted') return { id, fate: 'exposed', without: own }
  const bare = await tell(whole.noticed)
  if (bare.answer === 'accepted') return { id, fate: 'covered', without: noticed }
  const more = [...bare.noticed].join(', ')
  return hidden(`without ${noticed.join(', ')} it is ${bare.answer} all the same${more && `, for the sake of ${more}`}`)
}

/** One lie is enough to expose a judge, but none may come to nothing. */
function conclude(row: Row, lies: readonly Told[], excuse: Excuse | undefined): Negligent {
  const lost = lies.find(({ fate }) => fate === 'hidden')
  const isWell = lost === undefined && lies.length > 0
  if (excuse && isWell) return { ...row, verdict: 'hidden', lies, reason: 'it is excused, and need not be' }
  if (excuse) return { ...row, verdict: 'excused', lies, reason: excuse.reason }
  if (lost) return { ...row, verdict: 'hidden', lies, reason: `${lost.id}: ${lost.reason}` }
  if (lies.length === 0) return { ...row, verdict: 'hidden', lies, reason: 'no lie is put before it' }
  return { ...row, verdict: lies.some(({ fate }) => fate === 'exposed') ? 'exposed' : 'covered', lies }
}
