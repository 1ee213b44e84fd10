import { isObject, type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { isSignatureAlgorithm, verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { chooseHash } from '../../../protocol/sd-jwt/hash-functions.ts'
import { type AnySdJwt, readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../../protocol/sd-jwt/processing.ts'
import { type ClaimPath, readIssuedClaims, selectClaims } from '../../../protocol/sd-jwt-vc/claim-path.ts'
import type { FormatChecks } from './format-checks.ts'
import type { VpPresentation } from './verifier-steps.ts'

/** An SD-JWT that can be read, and the Key Binding JWT in it. */
function readPresented({ value }: VpPresentation): AnySdJwt | undefined {
  const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? ''))
  return 'value' in read ? read.value : undefined
}

const check =
  (isGood: (sdJwt: AnySdJwt, presentation: VpPresentation) => boolean) =>
  (presentation: VpPresentation): boolean => {
    const sdJwt = readPresented(presentation)
    return sdJwt !== undefined && isGood(sdJwt, presentation)
  }

const isUnbound = ({ query }: VpPresentation): boolean => query.require_cryptographic_holder_binding === false

const readBinding = ({ keyBinding }: AnySdJwt) => (keyBinding && 'jws' in keyBinding ? keyBinding.jws : undefined)

/** A check of the Key Binding JWT, where there has to be one. */
const checkBinding = (
  isGood: (binding: NonNullable<ReturnType<typeof readBinding>>, sdJwt: AnySdJwt, p: VpPresentation) => boolean,
) =>
  check((sdJwt, presentation) => {
    const binding = readBinding(sdJwt)
    return binding === undefined || isGood(binding, sdJwt, presentation)
  })

const findHolder = ({ payload: { cnf } }: AnySdJwt): JsonObject | undefined =>
  isObject(cnf) && isObject(cnf.jwk) ? cnf.jwk : undefined

const hasSigned = (alg: JsonValue | undefined, key: JsonObject, input: string, signature: Buffer): boolean =>
  typeof alg === 'string' && isSignatureAlgorithm(alg) && verifySignature(alg, key, input, signature).isValid

export const isPath = (path: JsonValue | undefined): path is ClaimPath & JsonValue[] =>
  Array.isArray(path) && path.every((step) => step === null || ['string', 'number'].includes(typeof step))

/** What is shown at the path of a claim. */
const readValues = (sdJwt: AnySdJwt, claim: JsonValue | undefined): readonly JsonValue[] => {
  const issued = readIssuedClaims(sdJwt)
  const path = isObject(claim) ? claim.path : undefined
  if (!issued || !isPath(path)) return []
  return selectClaims(issued, path).claims.flatMap(({ value }) => value ?? [])
}

const hasClaim = (sdJwt: AnySdJwt, claim: JsonValue | undefined): boolean => readValues(sdJwt, claim).length > 0

/** Seconds for which a Key Binding JWT is taken, and by which clocks may differ. */
const window = 3_600

const isRecent = (iat: number, now: number): boolean => Math.abs(now - iat) <= window

const isCurrent = ({ exp, nbf }: JsonObject, now: number): boolean =>
  (exp === undefined || (typeof exp === 'number' && now < exp)) &&
  (nbf === undefined || (typeof nbf === 'number' && now >= nbf))

/** How an SD-JWT VC is looked at. */
export const sdJwtChecks: FormatChecks = {
  'format-right': check(() => true),
  'type-right': check(({ payload: { vct } }, { query: { meta } }) => {
    const wanted = isObject(meta) ? meta.vct_values : undefined
    return !Array.isArray(wanted) || wanted.includes(readText(vct))
  }),
  'claims-complete': check((sdJwt, { query }) => {
    const claims = Array.isArray(query.claims) ? query.claims.filter(isObject) : []
    const sets = Array.isArray(query.claim_sets) ? query.claim_sets : [claims.map(({ id = null }) => id)]
    if (!Array.isArray(query.claim_sets)) return claims.every((claim) => hasClaim(sdJwt, claim))
    return sets.some(
      (set) =>
        Array.isArray(set) &&
        set.every((id) =>
          hasClaim(
            sdJwt,
            claims.find((claim) => claim.id === id),
          ),
        ),
    )
  }),
  'values-right': check((sdJwt, { query: { claims } }) =>
    (Array.isArray(claims) ? claims.filter(isObject) : []).every((claim) => {
      const [shown, wanted] = [readValues(sdJwt, claim), claim.values]
      return shown.length === 0 || !Array.isArray(wanted) || shown.some((each) => wanted.includes(each))
    }),
  ),
  'issuer-signed': check(({ signatures: [first] }, { trusted }) => {
    if (!first) return false
    const { header, signingInput, signature } = first
    return trusted.keys.some((key) => hasSigned(header.alg, key, signingInput, signature))
  }),
  'header-understood': check((sdJwt) =>
    [sdJwt.signatures[0], readBinding(sdJwt)].every((each) => each?.header.crit === undefined),
  ),
  'disclosures-known': check((sdJwt) => {
    const placed = applyDisclosures(sdJwt)
    return placed !== undefined && placed.faults.length === 0 && placed.places.size === sdJwt.disclosures.length
  }),
  'valid-now': check(({ payload }, { now }) => isCurrent(payload, now)),
  'binding-present': check((sdJwt, presentation) => isUnbound(presentation) || readBinding(sdJwt) !== undefined),
  'binding-typ': checkBinding(({ header }) => header.typ === 'kb+jwt'),
  'binding-time': checkBinding(
    ({ payload }, _, { now }) =>
      typeof payload.iat === 'number' && isRecent(payload.iat, now) && isCurrent(payload, now),
  ),
  'binding-signed': checkBinding(({ header, signingInput, signature }, sdJwt) => {
    const key = findHolder(sdJwt)
    return key !== undefined && hasSigned(header.alg, key, signingInput, signature)
  }),
  'binding-nonce': checkBinding(({ payload }, _, { request }) => payload.nonce === request.nonce),
  'binding-audience': checkBinding(
    ({ payload }, _, { request, origin }) =>
      payload.aud === (origin === undefined ? request.client_id : `origin:${origin}`),
  ),
  'binding-hash': checkBinding(
    ({ payload }, { hashedText, payload: own }) => payload.sd_hash === chooseHash(own)?.compute(hashedText),
  ),
}
