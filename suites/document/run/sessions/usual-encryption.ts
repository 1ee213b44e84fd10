import keys from '../../../../fixtures/keys.json' with { type: 'json' }
import type { Decide } from '../../../../model/decision.ts'
import { isObject, type JsonObject } from '../../../../protocol/encoding/json.ts'
import { toPublicKey } from '../../actors/steps/environment.ts'
import { EC_MEMBERS } from '../../encryption/decisions.ts'

/** What the wallet asks for in the sessions of probes, where a probe asks for nothing else. */
export interface UsualEncryption {
  readonly read: () => JsonObject
  /** The ways to ask that are tried until the issuer under test accepts one. */
  readonly candidates: readonly JsonObject[]
  /** Keeps the way that the issuer accepts. */
  readonly keep: (accepted: JsonObject) => void
}

/** An EC key comes first: there are hundreds of sessions, and RSA is much slower. */
export function createUsualEncryption(decide: Decide): UsualEncryption {
  const candidates =
    decide(EC_MEMBERS) === 'rsa' ? [{}] : [...listAgreements({ jwk: toPublicKey(keys.walletSealEc) }), {}]
  let [kept = {}] = candidates
  return {
    read: () => kept,
    candidates,
    keep: (accepted) => {
      kept = accepted
    },
  }
}

/** The same wish with and without key wrapping, if its key is on a curve. */
export const listAgreements = (wish: JsonObject): readonly JsonObject[] => {
  const { jwk } = wish
  return isObject(jwk) && jwk.kty === 'EC' ? [wish, { ...wish, jwk: { ...jwk, alg: 'ECDH-ES' } }] : [wish]
}
