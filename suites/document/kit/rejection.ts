import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import { type ArtefactKind, documentKinds } from '../../../protocol/artefacts/artefact-kinds.ts'
import { CALLBACK } from '../callback/requirements.ts'
import { CRED } from '../credential/requirements.ts'
import { FLOW } from '../flow/requirements.ts'
import type { Fault, Rejection } from '../model/fault.ts'
import { OFFER } from '../offer/requirements.ts'
import { RESP } from '../request/requirements.ts'
import { listSurvivals } from '../undefined-points/survival.ts'

/** The requirements that a role meets by rejecting invalid messages. */
interface RejectionRequirements {
  /** Met by rejecting what breaks a mandatory requirement. */
  readonly required: Requirement
  /** Met by rejecting what breaks a recommendation whose violation is a risk. */
  readonly advised?: Requirement
}

/** The requirements that each role meets by rejecting invalid messages. */
export const rejectionRequirements: { readonly [R in Role]?: RejectionRequirements } = {
  issuer: { required: FLOW.VALIDATES, advised: FLOW.RISKS },
  wallet: { required: OFFER.REFUSED, advised: OFFER.RISKS },
  'identity app': { required: RESP.REFUSED },
  'wallet backend': { required: CALLBACK.READABLE, advised: CALLBACK.VERIFIED },
  verifier: { required: CRED.REFUSED, advised: CRED.RISKS },
}

/** The ids of those requirements. */
export const rejectingRows: ReadonlySet<string> = new Set(
  Object.values(rejectionRequirements)
    .flatMap(({ required, advised = required }) => [required, advised])
    .map(({ id }) => id),
)

/** What is issued in the sessions of the probes of an issuer is judged by these. */
const readers =
  `CFG-FRESH OFFER-ONE-SESSION OFFER-GUESSLESS OFFER-MEANINGLESS NONCE-GUESSLESS ENC-FRESH ENC-CONTENT-KEY ENC-EPHEMERAL-ONCE
  VAL-HOLDER CRED-UNIQUE SD-SALT-ONCE SD-GUESSLESS CRED-ID-RANDOM SILENT-TOKEN SILENT-ERRORS`.split(/\s+/)

/** What is judged by the probes of which requirement: what they bring, and what survives them. */
export const probeLeads: ReadonlyMap<string, string> = new Map([
  ...readers.map((id) => [id, FLOW.VALIDATES.id] as const),
  ...listSurvivals().map(
    ({ role, requirement: { id } }) => [id, rejectionRequirements[role]?.required.id ?? id] as const,
  ),
])

/** The kinds of artefact in which a fault is visible. */
export const listExaminedKinds = ({ breaks: { seen } }: Pick<Fault, 'breaks'>): readonly ArtefactKind[] =>
  'in' in seen ? seen.in : []

/** The forces of requirements whose violation must be rejected. */
const firmForces = new Set<Requirement['force']>(['must', 'must not', 'stated'])

export const isFirm = ({ force }: Requirement): boolean => firmForces.has(force)

/** The kinds of artefact that a role receives before an action that shows its decision. A backend gets no status tokens. */
const visibleKinds: { readonly [R in Role]?: ReadonlySet<ArtefactKind> } = {
  wallet: new Set<ArtefactKind>(['offer', 'metadata', 'nonce-response']),
  'identity app': new Set<ArtefactKind>(['issuer-config-response', 'validation-response']),
  'wallet backend': new Set(documentKinds.filter((kind) => kind !== 'status-token')),
}

/**
 * The requirement that a fault tests at a receiver: the one that it breaks if that binds the receiver itself, or else that
 * of rejecting what is invalid. `undefined` if this receiver need not reject it.
 */
export function findRejectionRequirement(
  fault: Pick<Fault, 'breaks' | 'rejection'>,
  receiver: Role,
): Requirement | undefined {
  if (!isAddressed(fault.breaks, receiver)) return undefined
  const rejection = fault.rejection ?? findRejection(fault.breaks)
  if (rejection === 'required' && fault.breaks.binds === receiver) return fault.breaks
  const { required, advised } = rejectionRequirements[receiver] ?? {}
  if (rejection === 'none' || !required) return undefined
  // Where no sentence obliges the receiver, only what is a risk counts.
  const isObliged = rejection === 'required' && (isFirm(required) || !isRisk(fault.breaks))
  return isObliged ? required : advised
}

/** How firmly the receivers of a message are obliged to reject it if it breaks a requirement. */
function findRejection(requirement: Requirement): Rejection {
  if (isFirm(requirement)) return 'required'
  return requirement.force === 'should' && isRisk(requirement) ? 'advised' : 'none'
}

const isRisk = ({ consequence: { harm } }: Requirement): boolean => harm === 'security' || harm === 'privacy'

/** Whether a receiver rejects messages that break a requirement, and whether its rejection is visible. */
export const isRejectionExpected = (requirement: Requirement, receiver: Role): boolean =>
  findRejectionRequirement({ breaks: requirement }, receiver) !== undefined

function isAddressed({ refusedBy, seen }: Requirement, receiver: Role): boolean {
  const kinds = 'in' in seen ? seen.in : []
  const isVisible = kinds.every((kind) => visibleKinds[receiver]?.has(kind) ?? true)
  const isResponsible =
    refusedBy.includes(receiver) || (receiver === 'wallet backend' && refusedBy.includes('verifier'))
  return kinds.length > 0 && isVisible && isResponsible
}
