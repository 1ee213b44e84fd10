import { issuanceKinds, mdocKinds, presentationKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseHaip } from '../../protocol/haip/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'HAIP 1.0',
  about:
    'HAIP 1.0 on OpenID4VP 1.0 and OpenID4VCI 1.0: what it adds to their messages (`verify`, `test`, `prove`, `list`)',
  version: 'OpenID4VC High Assurance Interoperability Profile 1.0, final, of 24 December 2025',
  on: ['openid4vp-1.0', 'openid4vci-1.0'],
  roles: ['issuer', 'verifier', 'wallet'],
  wallets: { presentWith: ['presents', 'query', 'dc-api'] },
  beside: ['session', 'issuer metadata'],
  kinds: [...presentationKinds, ...issuanceKinds, ...mdocKinds, 'sd-jwt', 'status-list-token'],
  recognise: recogniseHaip,
} as const satisfies Suite
