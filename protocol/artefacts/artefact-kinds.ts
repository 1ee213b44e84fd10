/** Every kind of artefact of the document, in the order of the exchange. */
export const documentKinds = [
  'issuer-config-request',
  'issuer-config-response',
  'offer',
  'metadata',
  'nonce-response',
  'deeplink',
  'encrypted-request',
  'request',
  'attestation',
  'validation-request',
  'validation-response',
  'encrypted-response',
  'signed-response',
  'response',
  'callback',
  'credential',
  'jwks',
  'status-token',
] as const

/** Those of the Token Status List. */
export const statusListKinds = [
  'status-list-token',
  'status-list-response',
  'status-list-aggregation',
  'referenced-token',
] as const

/** Those of OpenID4VCI, with those of OAuth that its exchange needs. */
export const issuanceKinds = [
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
  'oauth-server-metadata',
  'oauth-pushed-response',
  'oauth-dpop-proof',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
] as const

/** Those of OpenID4VP. */
export const presentationKinds = [
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
] as const

/** Those of ISO 18013-5. */
export const mdocKinds = ['mdoc-issuer-signed', 'mdoc-document', 'mdoc-response'] as const

/** Every kind, with those that a standard has by itself. */
export const artefactKinds = [
  ...documentKinds,
  'sd-jwt',
  'type-metadata',
  'vc-issuer-metadata',
  'vc-http-response',
  ...statusListKinds,
  ...issuanceKinds,
  ...presentationKinds,
  ...mdocKinds,
] as const

export type ArtefactKind = (typeof artefactKinds)[number]

/** The kinds that one kind may carry inside. */
export const innerKinds: { readonly [K in ArtefactKind]?: readonly ArtefactKind[] } = {
  deeplink: ['encrypted-request'],
  'validation-request': ['encrypted-request'],
  'encrypted-request': ['request'],
  request: ['attestation'],
  'validation-response': ['encrypted-response'],
  'encrypted-response': ['signed-response', 'response'],
  'signed-response': ['response', 'encrypted-response'],
  response: ['credential'],
  callback: ['credential'],
  'mdoc-document': ['mdoc-issuer-signed'],
  'mdoc-response': ['mdoc-document'],
  'vc-http-response': ['vc-issuer-metadata', 'type-metadata'],
  'status-list-response': ['status-list-token', 'status-list-aggregation'],
  'vci-offer-link': ['vci-offer'],
  'vci-signed-metadata': ['vci-issuer-metadata'],
  'vci-credential-request': ['vci-proof', 'vci-key-attestation'],
  'vci-proof': ['vci-key-attestation'],
  'vci-http-response': [
    'vci-offer',
    'vci-issuer-metadata',
    'vci-signed-metadata',
    'vci-token-response',
    'vci-nonce-response',
    'vci-credential-response',
    'vci-error-response',
    'oauth-server-metadata',
    'oauth-pushed-response',
  ],
  'vp-request-link': ['vp-request', 'vp-request-object'],
  'vp-request-object': ['vp-request', 'vp-verifier-attestation'],
  'vp-request': ['vp-dcql-query', 'vp-client-metadata', 'vp-transaction-data'],
  'vp-dc-request': ['vp-request', 'vp-request-object'],
  'vp-http-request': ['vp-wallet-metadata', 'vp-response'],
  'vp-http-response': ['vp-request-object', 'vp-endpoint-response'],
  'vp-response-link': ['vp-response'],
  'vp-response': ['sd-jwt', 'mdoc-response', 'vp-encrypted-response'],
  'vp-encrypted-response': ['vp-response'],
}
