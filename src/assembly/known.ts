import { exhibitsBy } from '../harness/exhibits.ts'
import type { Known } from '../model/check.ts'
import type { Passage } from '../model/exchange-check.ts'
import type { Exhibit, Kind } from '../protocol/evidence.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import { anchors, openers } from './company.ts'

/** What is known beside the messages of one session: what they say of one another. */
export function knownIn(passages: readonly Passage[], always: Known): Known {
  const exhibits = exhibitsBy(passages, () => true)
  const content = (kind: Kind): JsonObject | undefined => {
    const found = exhibits.find((each) => each.kind === kind)?.content
    return isObject(found) ? (found as JsonObject) : undefined // whatever else is looked up here is no object of JSON
  }
  const given = content('nonce-response')
  const nonce = given?.c_nonce ?? given?.nonce
  const request = content('request')
  const wanted = request?.credential_response_encryption
  const credential = exhibits.find((each): each is Exhibit<'credential'> => each.kind === 'credential')?.content
  const id = credential?.jws.payload.id
  return {
    ...always,
    anchors: [...anchors, ...(always.anchors ?? [])],
    keys: openers,
    jwks: content('jwks'),
    ...(typeof nonce === 'string' && { nonce }),
    ...(typeof id === 'string' && { credentialId: id }),
    ...(request && { isEncryptionAsked: wanted !== undefined }),
    ...(isObject(wanted) && { responseEncryption: wanted }),
  }
}
