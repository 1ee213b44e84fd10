import { sample } from '../../../suites/family.ts'
import { shownBy } from '../../../suites/probing.ts'
import type { Deviation } from '../../model/actors.ts'
import type { Fault, Member } from '../../model/fault.ts'
import type { Trick } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'

/** How many members of each family are played, and which. */
export interface Sampling {
  readonly members: number
  readonly seed: number
}

/** One message that a judge has to refuse. */
export interface Lie {
  readonly fault: Fault
  readonly judge: Role
  readonly what: string
  readonly deviation: Deviation
}

/** Some of what a fault is told as: of a family, so many members from one on. */
export interface Lot {
  readonly fault: Fault
  readonly from: number
  readonly count: number
}

/** What one judge is put to the test with, on one stage: little enough that all of it can be remembered. */
export interface Portion {
  readonly judge: Role
  readonly lots: readonly Lot[]
  readonly tricks: readonly Trick[]
  /** Whether there are so many like these that they are only counted, unless something comes of them. */
  readonly isCounted: boolean
}

/** What is put before judges, and how many members of each family. */
interface Catalogue extends Pick<Sampling, 'members'> {
  readonly faults: readonly Fault[]
  readonly tricks: readonly Trick[]
}

/** Who judges messages, and can be seen doing it. */
export const judges: readonly Role[] = ['issuer', 'wallet', 'identity app', 'wallet backend', 'verifier']

/** Lies of one portion, and members of a family that are told of one by one: of more there may be thousands. */
const most = { lies: 100, told: 10 }

/** Everything that is put before these judges, in portions. */
export const portionsOf = (tested: ReadonlySet<Role>, { faults, tricks, members }: Catalogue): readonly Portion[] =>
  judges
    .filter((judge) => tested.has(judge))
    .flatMap((judge) => {
      const lots = faults.flatMap((fault) => lotsFor(fault, judge, members))
      const portion = { judge, lots: [], tricks: [], isCounted: false }
      return [
        ...heaps(lots.filter(({ from }) => from === 0)).map((heap) => ({ ...portion, lots: heap })),
        { ...portion, tricks: tricks.filter((trick) => trick.judge === judge) },
        ...heaps(lots.filter(({ from }) => from > 0)).map((heap) => ({ ...portion, lots: heap, isCounted: true })),
      ]
    })

/** What a fault is told as before a judge; nothing, if it is not for this judge to refuse it. */
function lotsFor(fault: Fault, judge: Role, members: number): readonly Lot[] {
  if (shownBy(fault, judge) === undefined) return []
  if ('deviation' in fault) return [{ fault, from: 0, count: 1 }]
  const lots = [{ fault, from: 0, count: Math.min(most.told, members) }]
  for (let from = most.told; from < members; from += most.lies) {
    lots.push({ fault, from, count: Math.min(most.lies, members - from) })
  }
  return lots
}

/** Lots, as many together as make a portion. */
function heaps(lots: readonly Lot[]): readonly (readonly Lot[])[] {
  const all: Lot[][] = []
  let left = 0
  for (const lot of lots) {
    if (lot.count > left) {
      all.push([])
      left = most.lies
    }
    all.at(-1)?.push(lot)
    left -= lot.count
  }
  return all
}

/** The lies of a lot, and nothing in it that was told one by one. */
export function liesIn(lot: Lot, judge: Role, seed: number): readonly Lie[] {
  const { fault, from } = lot
  const first = new Set(from > 0 ? membersIn({ fault, from: 0, count: most.told }, seed).map(({ what }) => what) : [])
  const members = membersIn(lot, seed).filter(({ what }) => !first.has(what))
  return members.map((member) => ({ fault, judge, ...member })).filter(({ deviation }) => !isOwn(deviation, judge))
}

/** Members that are played later come of another seed: so many can be made one lot after the other. */
const membersIn = ({ fault, from, count }: Lot, seed: number): readonly Member[] =>
  'deviation' in fault ? [{ what: '', deviation: fault.deviation }] : sample(fault.members, seed + from, count)

/** Everything that a fault is told as before a judge. */
export const liesFor = (fault: Fault, judge: Role, { members, seed }: Sampling): readonly Lie[] =>
  lotsFor(fault, judge, members).flatMap((lot) => liesIn(lot, judge, seed))

/** Nobody has to refuse what they said themselves. */
const isOwn = (deviation: Deviation, judge: Role): boolean => bentIn(deviation).every((role) => role === judge)

/** Who is bent. */
export const bentIn = (deviation: Deviation): readonly Role[] =>
  Object.keys(deviation).map((actor) => actor.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) as Role) // the roles of a cast
