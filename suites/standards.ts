import type { Check } from '../model/check.ts'
import type { StandardProfile } from '../model/decision.ts'
import type { Requirement } from '../model/requirement.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { RecognisedArtefact } from '../protocol/artefacts/recognised-artefact.ts'
import { recogniseHaip } from '../protocol/haip/recognise.ts'
import { recogniseMdoc } from '../protocol/mdoc/recognise.ts'
import { recogniseVci } from '../protocol/openid4vci/recognise.ts'
import { recogniseVp } from '../protocol/openid4vp/recognise.ts'
import { recogniseSdJwt } from '../protocol/sd-jwt/recognise.ts'
import { recogniseSdJwtVc } from '../protocol/sd-jwt-vc/recognise.ts'
import { recogniseStatusArtefact } from '../protocol/status-list/recognise.ts'
import { checks as haipChecks, requirements as haipRequirements } from './haip/checks.ts'
import { checks as mdocChecks } from './mdoc/checks.ts'
import { requirements as mdocRequirements } from './mdoc/requirements.ts'
import { checks as vciChecks } from './openid4vci/checks.ts'
import { requirements as vciRequirements } from './openid4vci/requirements.ts'
import { checks as vpChecks } from './openid4vp/checks.ts'
import { requirements as vpRequirements } from './openid4vp/requirements.ts'
import { checks } from './sd-jwt/checks.ts'
import { requirements } from './sd-jwt/requirements.ts'
import { checks as checksOfVc, requirements as requirementsOfVc } from './sd-jwt-vc/checks.ts'
import { checks as statusListChecks } from './token-status-list/checks.ts'
import { requirements as statusListRequirements } from './token-status-list/requirements.ts'

/** A standard that is judged by itself: its requirements are about kinds of artefacts of their own. */
export interface Standard {
  readonly title: string
  /** The kinds that its requirements are about. */
  readonly kinds: readonly ArtefactKind[]
  readonly requirements: readonly Requirement[]
  readonly checks: readonly Check[]
  readonly recognise: (text: string) => RecognisedArtefact | undefined
  /** The standards whose rows it has as well; they are proven there. */
  readonly layers?: readonly StandardProfile[]
}

const issuanceKinds: readonly ArtefactKind[] = [
  'vci-offer-link',
  'vci-offer',
  'vci-issuer-metadata',
  'vci-signed-metadata',
  'vci-token-response',
  'vci-nonce-response',
  'vci-credential-request',
  'vci-proof',
  'vci-key-attestation',
  'vci-credential-response',
  'vci-error-response',
  'vci-notification',
  'vci-http-response',
]

const presentationKinds: readonly ArtefactKind[] = [
  'vp-request-link',
  'vp-request',
  'vp-request-object',
  'vp-dcql-query',
  'vp-client-metadata',
  'vp-transaction-data',
  'vp-verifier-attestation',
  'vp-dc-request',
  'vp-http-request',
  'vp-wallet-metadata',
  'vp-http-response',
  'vp-response',
  'vp-response-link',
  'vp-encrypted-response',
  'vp-endpoint-response',
]

export const standards: Readonly<Record<StandardProfile, Standard>> = {
  'sd-jwt': { title: 'RFC 9901', kinds: ['sd-jwt'], requirements, checks, recognise: recogniseSdJwt },
  'sd-jwt-vc': {
    title: 'SD-JWT VC draft 19',
    kinds: ['sd-jwt', 'type-metadata', 'vc-issuer-metadata', 'vc-http-response'],
    requirements: requirementsOfVc,
    checks: checksOfVc,
    recognise: recogniseSdJwtVc,
  },
  'token-status-list': {
    title: 'Token Status List',
    kinds: ['status-list-token', 'status-list-response', 'status-list-aggregation', 'referenced-token'],
    requirements: statusListRequirements,
    checks: statusListChecks,
    recognise: recogniseStatusArtefact,
  },
  'openid4vci-1.0': {
    title: 'OpenID4VCI 1.0',
    kinds: issuanceKinds,
    requirements: vciRequirements,
    checks: vciChecks,
    recognise: recogniseVci,
  },
  'openid4vp-1.0': {
    title: 'OpenID4VP 1.0',
    kinds: presentationKinds,
    requirements: vpRequirements,
    checks: vpChecks,
    recognise: recogniseVp,
  },
  mdoc: {
    title: 'mDOC (ISO/IEC 18013-5)',
    kinds: ['mdoc-issuer-signed', 'mdoc-document', 'mdoc-response'],
    requirements: mdocRequirements,
    checks: mdocChecks,
    recognise: recogniseMdoc,
  },
  'haip-1.0': {
    title: 'HAIP 1.0',
    kinds: [...presentationKinds, ...issuanceKinds, 'sd-jwt', 'status-list-token'],
    requirements: haipRequirements,
    checks: haipChecks,
    recognise: recogniseHaip,
    layers: ['openid4vp-1.0', 'openid4vci-1.0'],
  },
}

/** The rows that a standard has of its own. */
export function listOwnRows(profile: StandardProfile): readonly Requirement[] {
  const { layers = [], requirements: rows } = standards[profile]
  const below = new Set(layers.flatMap((each) => standards[each].requirements))
  return rows.filter((row) => !below.has(row))
}
