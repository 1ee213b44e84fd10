import type { Role } from '../../model/role.ts'

/** Which role sends each message. It alone is under test: the others go on as far as they can. */
export const senders = {
  configRequest: 'identity app',
  configResponse: 'issuer',
  offer: 'issuer',
  metadata: 'issuer',
  nonce: 'issuer',
  request: 'wallet',
  validationRequest: 'identity app',
  validationResponse: 'issuer',
  response: 'issuer',
  callback: 'identity app',
  jwks: 'issuer',
  attestationHeader: 'wallet',
  attestationPayload: 'wallet',
  credentialHeader: 'issuer',
  credentialPayload: 'issuer',
  embedded: 'issuer',
  statusHeader: 'status service',
  statusPayload: 'status service',
  decision: 'verifier',
  acknowledgement: 'wallet backend',
} as const satisfies Readonly<Record<string, Role>>

export type Place = keyof typeof senders

export const places = Object.keys(senders) as readonly Place[] // the table has these keys and no others
