import { presentationKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseVp } from '../../protocol/openid4vp/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'OpenID4VP 1.0',
  about:
    'OpenID4VP 1.0 by itself: the messages between a verifier and a wallet (`verify`, `test`, `vectors`, `prove`, `list`)',
  version:
    'OpenID for Verifiable Presentations 1.0, final, of 9 July 2025; where it says so, the draft of errata set 1, for recommendations',
  roles: ['verifier', 'wallet'],
  wallets: 'present',
  schemes: /^(?:openid4vp|\w+-vp|eudi-openid4vp):/i,
  beside: ['session'],
  kinds: presentationKinds,
  absentKinds: {
    'vp-request-object': 'no request was signed, or in an object of its own',
    'vp-response-link': 'no response was asked for in a redirection',
    'vp-verifier-attestation': 'no request has an attestation of the verifier',
    'vp-transaction-data': 'no request has transaction data',
    'vp-dc-request': 'no request was put to the Digital Credentials API',
  },
  absentParts: {
    'VPUSE-ALGORITHMS': 'no request announces a second algorithm for Key Binding JWTs that Assay supports',
    'VPREQ-STATE-FRESH': 'no request asks for a presentation without holder binding',
  },
  recognise: recogniseVp,
} as const satisfies Suite
