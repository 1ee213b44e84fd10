import type { JsonObject, JsonValue } from '../encoding/json.ts'
import { findMember } from '../encoding/pointer.ts'

/** The usual members of a nonce response that carry the nonce: as in OpenID4VCI, and as in the attestation. */
export const usualNonceMembers: readonly string[] = ['c_nonce', 'nonce']

/** The nonce of a nonce response: in the agreed member, or in a usual one. */
export const findNonce = (response: JsonObject, agreed: string): JsonValue | undefined =>
  [agreed, ...usualNonceMembers].map((each) => findMember(response, each)).find((value) => value !== undefined)
