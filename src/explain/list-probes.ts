import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import { faults } from '../../suites/document/all/faults.ts'
import { probes } from '../../suites/document/all/probes.ts'
import { findRejectionRequirement } from '../../suites/document/kit/rejection.ts'
import type { Fault } from '../../suites/document/model/fault.ts'
import { receivers } from '../../suites/document/run/probes/portions.ts'

/** One probe in a list: what is sent to which receiver, and what obliges the receiver to reject or accept it. */
export interface ListedProbe {
  readonly id: string
  readonly receiver: Role
  readonly description: string
  readonly expected: 'rejected' | 'accepted'
  /** The requirement of the receiver. */
  readonly obligedBy: Requirement
  /** The requirement that the message breaks; that of the receiver if it breaks none. */
  readonly about: Requirement
  readonly profile: string
}

/** Lists every probe for every receiver. */
export const listProbes = (): readonly ListedProbe[] => [
  ...receivers.flatMap((receiver) => faults.flatMap((fault) => listFault(fault, receiver))),
  ...probes.map(({ id, receiver, description, expected, requirement, breaks }) => ({
    id,
    receiver,
    description,
    expected: expected === 'refused' ? ('rejected' as const) : expected,
    obligedBy: requirement,
    about: breaks ?? requirement,
    profile: 'document',
  })),
]

function listFault(fault: Fault, receiver: Role): readonly ListedProbe[] {
  const obligedBy = 'in' in fault.breaks.seen ? findRejectionRequirement(fault, receiver) : undefined
  const { id, description, breaks: about, profile } = fault
  return obligedBy ? [{ id, receiver, description, expected: 'rejected', obligedBy, about, profile }] : []
}
