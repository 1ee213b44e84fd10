import type { Attestation } from './attestation.ts'
import type { Deeplink } from './deeplink.ts'
import type { JsonObject } from './json.ts'
import type { Jwe } from './jwe.ts'
import type { Jwk } from './jwk.ts'
import type { Jws, Signed } from './jws.ts'
import type { ProtocolError } from './problem.ts'
import type { SdJwt } from './sd-jwt.ts'

/** An encrypted message, and what a key that was given made of it. */
export interface Sealed {
  readonly jwe: Jwe
  /** Absent if no key opened it. */
  readonly plaintext?: string
  /** The key that opened it. */
  readonly key?: Jwk
  /** Why no key opened it. */
  readonly problem?: ProtocolError
}

/** What each kind of artefact is once it has been taken apart. */
export interface Evidence {
  'issuer-config-request': JsonObject
  'issuer-config-response': JsonObject
  offer: JsonObject
  metadata: JsonObject
  'nonce-response': JsonObject
  deeplink: Deeplink
  'encrypted-request': Sealed
  request: JsonObject
  attestation: Attestation
  'validation-request': JsonObject
  'validation-response': JsonObject
  'encrypted-response': Sealed
  'signed-response': Signed
  response: JsonObject
  callback: JsonObject
  credential: SdJwt
  jwks: JsonObject
  'status-token': Jws
}

export type Kind = keyof Evidence

/** The kinds that one kind may carry inside. */
export const carries: { readonly [K in Kind]?: readonly Kind[] } = {
  deeplink: ['encrypted-request'],
  'validation-request': ['encrypted-request'],
  'encrypted-request': ['request'],
  request: ['attestation'],
  'validation-response': ['encrypted-response'],
  'encrypted-response': ['signed-response', 'response'],
  'signed-response': ['response', 'encrypted-response'],
  response: ['credential'],
  callback: ['credential'],
}

export const kinds = [
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
] as const satisfies readonly Kind[]

/** One artefact, or one layer inside another, as it was received. */
export interface Exhibit<K extends Kind = Kind> {
  readonly kind: K
  /** Where it was found: the layers that were opened to reach it. Empty for what was given. */
  readonly at: string
  readonly text: string
  /** What it says, if it could be read. */
  readonly content?: Evidence[K]
  /** Why it could not be read. */
  readonly problem?: ProtocolError
  /** Why it was not opened, though nothing is wrong with it: no key was given, for one. */
  readonly withheld?: string
}
