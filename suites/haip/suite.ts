import { issuanceKinds, presentationKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseHaip } from '../../protocol/haip/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'HAIP 1.0',
  version: 'OpenID4VC High Assurance Interoperability Profile 1.0, final, of 24 December 2025',
  on: ['openid4vp-1.0', 'openid4vci-1.0'],
  roles: ['issuer', 'verifier', 'wallet'],
  wallets: { presentWith: ['presents', 'query', 'dc-api'] },
  kinds: [...presentationKinds, ...issuanceKinds, 'sd-jwt', 'status-list-token'],
  recognise: recogniseHaip,
} as const satisfies Suite
