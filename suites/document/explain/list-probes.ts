import type { Role } from '../../../model/role.ts'
import type { ListedProbe } from '../../../reporters/text/explained.ts'
import { faults } from '../all/faults.ts'
import { probes } from '../all/probes.ts'
import { findRejectionRequirement } from '../kit/rejection.ts'
import type { Fault } from '../model/fault.ts'
import { receivers } from '../run/probes/portions.ts'

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
