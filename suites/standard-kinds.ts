import type { StandardProfile } from '../model/decision.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { RecognisedArtefact } from '../protocol/artefacts/recognised-artefact.ts'
import { recogniseHaip } from '../protocol/haip/recognise.ts'
import { recogniseMdoc } from '../protocol/mdoc/recognise.ts'
import { recogniseVci } from '../protocol/openid4vci/recognise.ts'
import { recogniseVp } from '../protocol/openid4vp/recognise.ts'
import { recogniseSdJwt } from '../protocol/sd-jwt/recognise.ts'
import { recogniseSdJwtVc } from '../protocol/sd-jwt-vc/recognise.ts'
import { recogniseStatusArtefact } from '../protocol/status-list/recognise.ts'

/** What shows that an artefact is one of a standard: it is known before the requirements of the standard are loaded. */
export interface StandardKinds {
  /** The kinds that its requirements are about. */
  readonly kinds: readonly ArtefactKind[]
  readonly recognise: (text: string) => RecognisedArtefact | undefined
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

export const standardKinds: Readonly<Record<StandardProfile, StandardKinds>> = {
  'sd-jwt': { kinds: ['sd-jwt'], recognise: recogniseSdJwt },
  'sd-jwt-vc': {
    kinds: ['sd-jwt', 'type-metadata', 'vc-issuer-metadata', 'vc-http-response'],
    recognise: recogniseSdJwtVc,
  },
  'token-status-list': {
    kinds: ['status-list-token', 'status-list-response', 'status-list-aggregation', 'referenced-token'],
    recognise: recogniseStatusArtefact,
  },
  'openid4vci-1.0': { kinds: issuanceKinds, recognise: recogniseVci },
  'openid4vp-1.0': { kinds: presentationKinds, recognise: recogniseVp },
  mdoc: { kinds: ['mdoc-issuer-signed', 'mdoc-document', 'mdoc-response'], recognise: recogniseMdoc },
  'haip-1.0': {
    kinds: [...presentationKinds, ...issuanceKinds, 'sd-jwt', 'status-list-token'],
    recognise: recogniseHaip,
  },
}
