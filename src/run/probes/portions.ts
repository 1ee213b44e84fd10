import type { ActorMutation } from '../../../model/actors.ts'
import type { FamilyMember, Fault } from '../../../model/fault.ts'
import type { StatefulProbe } from '../../../model/probe.ts'
import { fromRoleMember, type Role, type RoleMember } from '../../../model/role.ts'
import { sampleFamily } from '../../../suites/kit/family.ts'
import { findRejectionRequirement } from '../../../suites/kit/rejection.ts'

/** How many members of each family are played, and which. */
export interface Sampling {
  readonly members: number
  readonly seed: number
}

/** One message that a judge has to refuse. */
export interface FaultProbe {
  readonly fault: Fault
  readonly receiver: Role
  readonly description: string
  readonly mutation: ActorMutation
}

/** Some of what a fault is told as: of a family, so many members from one on. */
export interface FaultSlice {
  readonly fault: Fault
  readonly from: number
  readonly count: number
}

/** What one judge is put to the test with, on one stage: little enough that all of it can be remembered. */
export interface Portion {
  readonly receiver: Role
  readonly slices: readonly FaultSlice[]
  readonly statefulProbes: readonly StatefulProbe[]
  /** Whether there are so many like these that they are only counted, unless something comes of them. */
  readonly isCounted: boolean
}

/** What is put before judges, and how many members of each family. */
interface PortionedProbes extends Pick<Sampling, 'members'> {
  readonly faults: readonly Fault[]
  readonly statefulProbes: readonly StatefulProbe[]
}

/** Who judges messages, and can be seen doing it. */
export const receivers: readonly Role[] = ['issuer', 'wallet', 'identity app', 'wallet backend', 'verifier']

/** Lies of one portion, and members of a family that are told of one by one: of more there may be thousands. */
const maxCounts = { lies: 100, told: 10 }

/** Everything that is put before these judges, in portions. */
export const divideProbes = (
  tested: ReadonlySet<Role>,
  { faults, statefulProbes, members }: PortionedProbes,
): readonly Portion[] =>
  receivers
    .filter((judge) => tested.has(judge))
    .flatMap((judge) => {
      const lots = faults.flatMap((fault) => sliceFault(fault, judge, members))
      const portion = { receiver: judge, slices: [], statefulProbes: [], isCounted: false }
      return [
        ...groupSlices(lots.filter(({ from }) => from === 0)).map((slices) => ({ ...portion, slices })),
        { ...portion, statefulProbes: statefulProbes.filter((statefulProbe) => statefulProbe.receiver === judge) },
        ...groupSlices(lots.filter(({ from }) => from > 0)).map((slices) => ({ ...portion, slices, isCounted: true })),
      ]
    })

/** What a fault is told as before a judge; nothing, if it is not for this judge to refuse it. */
function sliceFault(fault: Fault, judge: Role, members: number): readonly FaultSlice[] {
  if (findRejectionRequirement(fault, judge) === undefined) return []
  if ('mutation' in fault) return [{ fault, from: 0, count: 1 }]
  const slices = [{ fault, from: 0, count: Math.min(maxCounts.told, members) }]
  for (let from = maxCounts.told; from < members; from += maxCounts.lies) {
    slices.push({ fault, from, count: Math.min(maxCounts.lies, members - from) })
  }
  return slices
}

/** Lots, as many together as make a portion. */
function groupSlices(slices: readonly FaultSlice[]): readonly (readonly FaultSlice[])[] {
  const all: FaultSlice[][] = []
  let left = 0
  for (const slice of slices) {
    if (slice.count > left) {
      all.push([])
      left = maxCounts.lies
    }
    all.at(-1)?.push(slice)
    left -= slice.count
  }
  return all
}

/** The lies of a lot, and nothing in it that was told one by one. */
export function createFaultProbes(slice: FaultSlice, judge: Role, seed: number): readonly FaultProbe[] {
  const { fault, from } = slice
  const first = new Set(
    from > 0
      ? sampleMembers({ fault, from: 0, count: maxCounts.told }, seed).map(({ description }) => description)
      : [],
  )
  const members = sampleMembers(slice, seed).filter(({ description }) => !first.has(description))
  return members
    .map((member) => ({ fault, receiver: judge, ...member }))
    .filter(({ mutation }) => !isOwnMutation(mutation, judge))
}

/** Members that are played later come of another seed: so many can be made one lot after the other. */
const sampleMembers = ({ fault, from, count }: FaultSlice, seed: number): readonly FamilyMember[] =>
  'mutation' in fault
    ? [{ description: '', mutation: fault.mutation }]
    : sampleFamily(fault.members, seed + from, count)

/** Everything that a fault is told as before a judge. */
export const listFaultProbes = (fault: Fault, judge: Role, { members, seed }: Sampling): readonly FaultProbe[] =>
  sliceFault(fault, judge, members).flatMap((slice) => createFaultProbes(slice, judge, seed))

/** Nobody has to refuse what they said themselves. */
const isOwnMutation = (mutation: ActorMutation, judge: Role): boolean =>
  listMutatedRoles(mutation).every((role) => role === judge)

/** Who is bent. */
export const listMutatedRoles = (mutation: ActorMutation): readonly Role[] =>
  (Object.keys(mutation) as RoleMember[]).map(fromRoleMember) // the keys of a mutation are these
