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

/** Every kind, with those that a standard has by itself. */
export const artefactKinds = [
  ...documentKinds,
  'sd-jwt',
  'type-metadata',
  'vc-issuer-metadata',
  'status-list-token',
  'status-list-response',
  'status-list-aggregation',
  'referenced-token',
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
  'status-list-response': ['status-list-token', 'status-list-aggregation'],
}
