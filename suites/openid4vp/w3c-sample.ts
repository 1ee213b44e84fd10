import type { JsonObject } from '../../protocol/encoding/json.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { nonce, signedRequest } from './request-sample.ts'

const audience = signedRequest.client_id ?? ''

/** A W3C presentation as a JWT. */
export const makeW3cJwt = (claims: JsonObject, header: JsonObject = {}): string =>
  writeJws({ alg: 'ES256', typ: 'JWT', ...header }, { aud: audience, nonce, vp: {}, ...claims }, keys.holder)

/** A W3C presentation with a proof. */
export const makeW3cProof = (proof: JsonObject): JsonObject => ({
  type: ['VerifiablePresentation'],
  proof: { type: 'DataIntegrityProof', challenge: nonce, domain: audience, proofValue: 'z', ...proof },
})
