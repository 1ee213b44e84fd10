import type { Decide } from '../../../model/decision.ts'
import { findNonce, usualNonceMembers } from '../../../protocol/artefacts/nonce-response.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { FIELD } from './decisions.ts'

/** The members of a nonce response that carry the nonce by decision: any one of them. */
export function listNonceMembers(decide: Decide): readonly string[] {
  const field = decide(FIELD)
  return field === 'either' ? usualNonceMembers : [field]
}

/** The nonce of a nonce response, as far as it can be found: NONCE-ANSWER is about the member. */
export const readNonce = (response: JsonObject, decide: Decide): JsonValue | undefined =>
  findNonce(response, listNonceMembers(decide)[0] ?? '')
