import { fromRoleMember, type Role, type RoleMember } from '../../../../model/role.ts'
import { isSelectedProbe, type Selection } from '../../../../src/judge/selection.ts'
import type { Concurrency } from '../../../../src/wire/client/tempo.ts'
import { listMistakes, sampleFamily } from '../../kit/family.ts'
import { findRejectionRequirement } from '../../kit/rejection.ts'
import type { ActorMutation } from '../../model/actors.ts'
import type { FamilyMember, Fault } from '../../model/fault.ts'
import type { StatefulProbe } from '../../model/probe.ts'

/** Which probes are sent: how many members of each family, the seed that selects them, and what is left out. */
export interface Sampling {
  readonly members: number
  readonly seed: number
  /** The requirements whose probes are sent, and patterns of what is left out; all, where it is absent. */
  readonly selection?: Selection
  /** How many probes are sent at a time; one, where it is absent. */
  readonly concurrency?: Concurrency
}

/** One message that a receiver must refuse. */
export interface FaultProbe {
  readonly fault: Fault
  readonly receiver: Role
  readonly description: string
  readonly mutation: ActorMutation
}

/** Some probes of a fault: of a family, a number of members from one index on. */
export interface FaultSlice {
  readonly fault: Fault
  readonly from: number
  readonly count: number
  /** Every member, where they are a list of mistakes: each is sent once, however many members are wanted. */
  readonly mistakes?: readonly FamilyMember[]
}

/** Probes for one receiver that are sent over one session store: few enough to keep all of their messages. */
export interface Portion {
  readonly receiver: Role
  readonly slices: readonly FaultSlice[]
  readonly statefulProbes: readonly StatefulProbe[]
  /** Whether correctly handled probes are only counted: there may be thousands. */
  readonly isCounted: boolean
}

/** All probes, and how many members of each family are sent. */
interface PortionedProbes extends Pick<Sampling, 'members' | 'selection'> {
  readonly faults: readonly Fault[]
  readonly statefulProbes: readonly StatefulProbe[]
}

/** The roles that validate messages, and whose answer can be seen. */
export const receivers: readonly Role[] = [
  'issuer',
  'wallet',
  'identity app',
  'wallet backend',
  'verifier',
  'status service',
]

/** The largest number of probes in a portion, and of members of a family that are reported one by one. */
const maxCounts = { probes: 100, listed: 10 }

/** Divides all probes for some receivers into portions. */
export const divideProbes = (
  tested: ReadonlySet<Role>,
  { faults, statefulProbes, members, selection }: PortionedProbes,
): readonly Portion[] =>
  receivers
    .filter((receiver) => tested.has(receiver))
    .flatMap((receiver) => {
      const all = faults
        .filter((fault) => isSent(fault.id, fault.breaks.id, findRejectionRequirement(fault, receiver)?.id, selection))
        .flatMap((fault) => sliceFault(fault, receiver, members))
      const portion = { receiver, slices: [], statefulProbes: [], isCounted: false }
      return [
        ...groupSlices(all.filter(({ from }) => from === 0)).map((slices) => ({ ...portion, slices })),
        { ...portion, statefulProbes: statefulProbes.filter((probe) => isWanted(probe, receiver, selection)) },
        ...groupSlices(all.filter(({ from }) => from > 0)).map((slices) => ({ ...portion, slices, isCounted: true })),
      ].filter(({ slices, statefulProbes: stateful }) => slices.length + stateful.length > 0)
    })

/** Whether a probe is selected, where there is a selection. */
const isSent = (id: string, breaks: string, requirement: string | undefined, selection?: Selection): boolean =>
  requirement === undefined || selection === undefined || isSelectedProbe({ id, breaks, requirement }, selection)

const isWanted = (
  { id, requirement, breaks = requirement, ...probe }: StatefulProbe,
  receiver: Role,
  selection?: Selection,
): boolean => probe.receiver === receiver && isSent(id, breaks.id, requirement.id, selection)

/** Divides the probes of a fault into slices; none, if the receiver need not refuse it. */
function sliceFault(fault: Fault, receiver: Role, members: number): readonly FaultSlice[] {
  if (findRejectionRequirement(fault, receiver) === undefined) return []
  if ('mutation' in fault) return [{ fault, from: 0, count: 1 }]
  const mistakes = listMistakes(fault.members)
  if (mistakes) return members < 1 ? [] : [{ fault, from: 0, count: mistakes.length, mistakes }]
  const slices = [{ fault, from: 0, count: Math.min(maxCounts.listed, members) }]
  for (let from = maxCounts.listed; from < members; from += maxCounts.probes) {
    slices.push({ fault, from, count: Math.min(maxCounts.probes, members - from) })
  }
  return slices
}

/** Groups slices into portions. */
function groupSlices(slices: readonly FaultSlice[]): readonly (readonly FaultSlice[])[] {
  const all: FaultSlice[][] = []
  let left = 0
  for (const slice of slices) {
    if (slice.count > left) {
      all.push([])
      left = maxCounts.probes
    }
    all.at(-1)?.push(slice)
    left -= slice.count
  }
  return all
}

/** Creates the probes of a slice, without those that are reported one by one in the first slice. */
export function createFaultProbes(slice: FaultSlice, receiver: Role, seed: number): readonly FaultProbe[] {
  const { fault, from } = slice
  const first = new Set(
    from > 0
      ? sampleMembers({ fault, from: 0, count: maxCounts.listed }, seed).map(({ description }) => description)
      : [],
  )
  const members = sampleMembers(slice, seed).filter(({ description }) => !first.has(description))
  return members
    .map((member) => ({ fault, receiver, ...member }))
    .filter(({ mutation }) => !isOwnMutation(mutation, receiver))
}

/** Samples the members of a slice. Each slice has a seed of its own, so that slices are independent of one another. */
const sampleMembers = ({ fault, from, count, mistakes }: FaultSlice, seed: number): readonly FamilyMember[] =>
  'mutation' in fault
    ? [{ description: '', mutation: fault.mutation }]
    : (mistakes ?? sampleFamily(fault.members, seed + from, count))

/** Lists as many probes of a fault for a receiver as are wanted. */
export const listFaultProbes = (fault: Fault, receiver: Role, { members, seed }: Sampling): readonly FaultProbe[] =>
  findRejectionRequirement(fault, receiver) === undefined
    ? []
    : createFaultProbes({ fault, from: 0, count: members }, receiver, seed)

/** Whether only the receiver itself is mutated: it need not refuse its own messages. */
const isOwnMutation = (mutation: ActorMutation, receiver: Role): boolean =>
  listMutatedRoles(mutation).every((role) => role === receiver)

/** The roles that a mutation changes. */
export const listMutatedRoles = (mutation: ActorMutation): readonly Role[] =>
  (Object.keys(mutation) as RoleMember[]).map(fromRoleMember) // the keys of a mutation are these
