import { createHash } from 'node:crypto'
import { isObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { computeThumbprint, type Jwk, listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { type Jws, readJws } from '../../../protocol/jose/jws.ts'
import { verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { isFresh } from './clock.ts'
import type { VciDpopProof, VciRequestFacts, VciValidation, VciValidationName } from './issuer-steps.ts'

/** The proof of a key that comes with a request (RFC 9449); nothing, if there is none. */
export function readDpopProof(dpop: string | undefined): VciDpopProof | undefined {
  if (dpop === undefined) return undefined
  const read = attempt(() => readJws(dpop))
  const jws = 'value' in read ? read.value : undefined
  const key = jws && isObject(jws.header.jwk) ? jws.header.jwk : undefined
  return { ...(jws && { jws }), ...(key && { key }) }
}

type Look = (jws: Jws, key: Jwk, facts: VciRequestFacts) => boolean

/** A validation of the proof, where the server binds tokens and there is a proof. */
const validateProof =
  (isGood: Look): VciValidation =>
  (facts) => {
    const { dpop, server } = facts
    if (dpop === undefined || server.dpop_signing_alg_values_supported === undefined) return true
    // What cannot be read is another finding.
    return !dpop.jws || !dpop.key || isGood(dpop.jws, dpop.key, facts)
  }

/** What the reference issuer demands of proofs of keys. */
export const dpopValidations = {
  'dpop-scheme': ({ boundTo, scheme }) => boundTo === undefined || scheme === 'dpop',
  'dpop-present': ({ boundTo, dpop }) => boundTo === undefined || dpop !== undefined,
  'dpop-readable': ({ dpop, server }) =>
    dpop === undefined || server.dpop_signing_alg_values_supported === undefined || dpop.key !== undefined,
  'dpop-typ': validateProof(({ header }) => header.typ === 'dpop+jwt'),
  'dpop-understood': validateProof(({ header }) => header.crit === undefined),
  'dpop-alg': validateProof(
    ({ header: { alg } }, _, { server: { dpop_signing_alg_values_supported: algs } }) =>
      Array.isArray(algs) && algs.includes(readText(alg)),
  ),
  'dpop-signed': validateProof(
    ({ header, signingInput, signature }, key) =>
      verifySignature(readText(header.alg), key, signingInput, signature).isValid,
  ),
  'dpop-public': validateProof((_, key) => listPrivateMembers(key).length === 0),
  'dpop-jti': validateProof(({ payload }) => typeof payload.jti === 'string'),
  'dpop-htm': validateProof(({ payload }, _, { method }) => payload.htm === method),
  'dpop-htu': validateProof(({ payload }, _, { url }) => payload.htu === url),
  'dpop-nonce': validateProof(
    ({ payload }, _, { dpopNonce }) => dpopNonce === undefined || payload.nonce === dpopNonce,
  ),
  'dpop-fresh': validateProof(({ payload: { iat } }, _, { now }) => typeof iat === 'number' && isFresh(iat, now)),
  'dpop-ath': validateProof(
    ({ payload }, _, { boundTo, token }) =>
      boundTo === undefined || payload.ath === createHash('sha256').update(token).digest('base64url'),
  ),
  'dpop-key': validateProof((_, key, { boundTo }) => boundTo === undefined || computeThumbprint(key) === boundTo),
} as const satisfies { readonly [K in VciValidationName]?: VciValidation }
