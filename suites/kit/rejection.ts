import type { Fault } from '../../model/fault.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import { type ArtefactKind, artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { CALLBACK } from '../callback/requirements.ts'
import { CRED } from '../credential/requirements.ts'
import { FLOW } from '../flow/requirements.ts'
import { OFFER } from '../offer/requirements.ts'
import { RESP } from '../request/requirements.ts'

/** The requirement that a judge shows it keeps by turning messages away. */
export const rejectionRequirements: { readonly [R in Role]?: Requirement } = {
  issuer: FLOW.VALIDATES,
  wallet: OFFER.REFUSED,
  'identity app': RESP.REFUSED,
  'wallet backend': CALLBACK.VERIFIED,
  verifier: CRED.REFUSED,
}

/** The kinds of message in which a fault shows. */
export const examinedKinds = ({ breaks: { seen } }: Fault): readonly ArtefactKind[] => ('in' in seen ? seen.in : [])

/** Only what is firmly required has to be refused. */
const firmForces = new Set<Requirement['force']>(['must', 'must not', 'stated'])

export const isFirm = ({ force }: Requirement): boolean => firmForces.has(force)

/** What the wallet and the identity app can be seen to judge is what they get before they act; nobody tells a backend of statuses. */
const visibleKinds: { readonly [R in Role]?: ReadonlySet<ArtefactKind> } = {
  wallet: new Set<ArtefactKind>(['offer', 'metadata', 'nonce-response']),
  'identity app': new Set<ArtefactKind>(['issuer-config-response', 'validation-response']),
  'wallet backend': new Set(artefactKinds.filter((kind) => kind !== 'status-token')),
}

/** The duty of a judge that a fault puts to the test; nothing, if it is not for this judge to refuse it. */
export const findRejectionRequirement = ({ breaks }: Fault, judge: Role): Requirement | undefined =>
  mustReject(breaks, judge) ? rejectionRequirements[judge] : undefined

/** Whether it is for a judge to refuse a message that breaks a requirement, and whether it can be seen to do so. */
export function mustReject(requirement: Requirement, judge: Role): boolean {
  const { refusedBy, seen } = requirement
  const shown = 'in' in seen ? seen.in : []
  const isSeen = shown.every((kind) => visibleKinds[judge]?.has(kind) ?? true)
  const isMeant = refusedBy.includes(judge) || (judge === 'wallet backend' && refusedBy.includes('verifier'))
  return isFirm(requirement) && shown.length > 0 && isSeen && isMeant
}
