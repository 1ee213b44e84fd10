import type { Fault } from '../../model/fault.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import { type ArtefactKind, artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { CALLBACK } from '../callback/requirements.ts'
import { CRED } from '../credential/requirements.ts'
import { FLOW } from '../flow/requirements.ts'
import { OFFER } from '../offer/requirements.ts'
import { RESP } from '../request/requirements.ts'

/** The requirement that each role meets by rejecting invalid messages. */
export const rejectionRequirements: { readonly [R in Role]?: Requirement } = {
  issuer: FLOW.VALIDATES,
  wallet: OFFER.REFUSED,
  'identity app': RESP.REFUSED,
  'wallet backend': CALLBACK.VERIFIED,
  verifier: CRED.REFUSED,
}

/** The kinds of artefact in which a fault is visible. */
export const listExaminedKinds = ({ breaks: { seen } }: Fault): readonly ArtefactKind[] => ('in' in seen ? seen.in : [])

/** The forces of requirements whose violation must be rejected. */
const firmForces = new Set<Requirement['force']>(['must', 'must not', 'stated'])

export const isFirm = ({ force }: Requirement): boolean => firmForces.has(force)

/** The kinds of artefact that a role receives before an action that shows its decision. A backend gets no status tokens. */
const visibleKinds: { readonly [R in Role]?: ReadonlySet<ArtefactKind> } = {
  wallet: new Set<ArtefactKind>(['offer', 'metadata', 'nonce-response']),
  'identity app': new Set<ArtefactKind>(['issuer-config-response', 'validation-response']),
  'wallet backend': new Set(artefactKinds.filter((kind) => kind !== 'status-token')),
}

/** The requirement that a fault tests at a receiver; `undefined` if this receiver need not reject it. */
export const findRejectionRequirement = ({ breaks }: Fault, receiver: Role): Requirement | undefined =>
  isRejectionExpected(breaks, receiver) ? rejectionRequirements[receiver] : undefined

/** Whether a receiver must reject a message that breaks a requirement, and whether its rejection is visible. */
export function isRejectionExpected(requirement: Requirement, receiver: Role): boolean {
  const { refusedBy, seen } = requirement
  const kinds = 'in' in seen ? seen.in : []
  const isVisible = kinds.every((kind) => visibleKinds[receiver]?.has(kind) ?? true)
  const isResponsible =
    refusedBy.includes(receiver) || (receiver === 'wallet backend' && refusedBy.includes('verifier'))
  return isFirm(requirement) && kinds.length > 0 && isVisible && isResponsible
}
