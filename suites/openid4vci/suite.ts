import { issuanceKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseVci } from '../../protocol/openid4vci/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'OpenID4VCI 1.0',
  version: 'OpenID for Verifiable Credential Issuance 1.0, final, of 16 September 2025',
  roles: ['issuer', 'wallet'],
  wallets: 'obtain',
  kinds: issuanceKinds,
  recognise: recogniseVci,
} as const satisfies Suite
