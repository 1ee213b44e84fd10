import type { StandardProfile } from '../model/decision.ts'
import {
  type ArtefactKind,
  issuanceKinds,
  mdocKinds,
  presentationKinds,
  statusListKinds,
} from '../protocol/artefacts/artefact-kinds.ts'
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

export const standardKinds: Readonly<Record<StandardProfile, StandardKinds>> = {
  'sd-jwt': { kinds: ['sd-jwt'], recognise: recogniseSdJwt },
  'sd-jwt-vc': {
    kinds: ['sd-jwt', 'type-metadata', 'vc-issuer-metadata', 'vc-http-response'],
    recognise: recogniseSdJwtVc,
  },
  'token-status-list': {
    kinds: statusListKinds,
    recognise: recogniseStatusArtefact,
  },
  'openid4vci-1.0': { kinds: issuanceKinds, recognise: recogniseVci },
  'openid4vp-1.0': { kinds: presentationKinds, recognise: recogniseVp },
  mdoc: { kinds: mdocKinds, recognise: recogniseMdoc },
  'haip-1.0': {
    kinds: [...presentationKinds, ...issuanceKinds, 'sd-jwt', 'status-list-token'],
    recognise: recogniseHaip,
  },
}
