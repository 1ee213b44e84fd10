import { issuanceKinds } from '../../protocol/artefacts/artefact-kinds.ts'
import { recogniseVci } from '../../protocol/openid4vci/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'OpenID4VCI 1.0',
  about: 'OpenID4VCI 1.0 by itself: the messages between a wallet and an issuer (`verify`, `test`, `prove`, `list`)',
  version: 'OpenID for Verifiable Credential Issuance 1.0, final, of 16 September 2025',
  roles: ['issuer', 'wallet'],
  wallets: 'obtain',
  namesake: 'document-openid4vci',
  schemes: /^(?:openid-credential-offer|\w+-vci):/i,
  beside: ['nonce', 'issuer metadata'],
  kinds: issuanceKinds,
  absentKinds: { 'vci-signed-metadata': 'the metadata is not signed' },
  absentParts: {
    VCIAUTH: 'no user authorized the wallet: see --grant, and offers that have the authorization code grant',
    VCIPKCE: 'no user authorized the wallet: see --grant, and offers that have the authorization code grant',
    VCIPAR: 'no authorization request was pushed: see --grant, and `pushed_authorization_request_endpoint` in metadata',
    VCIDPOP: 'no token was bound to a key: see `dpop_signing_alg_values_supported` in metadata',
    VCICLIENT: 'the wallet did not authenticate itself by attestation: see --attestation-key',
    'VCIUSE-ALGORITHMS': 'the metadata has no second algorithm for proofs that Assay supports',
    VCIENC: 'no response was encrypted: see `credential_response_encryption` in metadata',
  },
  recognise: recogniseVci,
} as const satisfies Suite
