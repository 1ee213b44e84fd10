import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'

/** Why no message of a kind was seen, and how one is had. */
export const absentKinds: Readonly<Partial<Record<ArtefactKind, string>>> = {
  'vci-signed-metadata': 'the metadata is not signed',
  'vp-request-object': 'no request was signed, or in an object of its own',
  'vp-response-link': 'no response was asked for in a redirection',
  'vp-verifier-attestation': 'no request has an attestation of the verifier',
  'vp-transaction-data': 'no request has transaction data',
  'vp-dc-request': 'no request was put to the Digital Credentials API',
  'mdoc-document': 'no mdoc was presented',
  'mdoc-response': 'no mdoc was presented',
}

/** Why nothing was seen of a part of an exchange, by the beginning of the ids of its requirements. */
export const absentParts: Readonly<Record<string, string>> = {
  VCIAUTH: 'no user authorized the wallet: see --grant, and offers that have the authorization code grant',
  VCIPKCE: 'no user authorized the wallet: see --grant, and offers that have the authorization code grant',
  VCIPAR: 'no authorization request was pushed: see --grant, and `pushed_authorization_request_endpoint` in metadata',
  VCIDPOP: 'no token was bound to a key: see `dpop_signing_alg_values_supported` in metadata',
  VCICLIENT: 'the wallet did not authenticate itself by attestation: see --attestation-key',
  VCIENC: 'no response was encrypted: see `credential_response_encryption` in metadata',
}
