import {
  type CheckContext,
  type Finding,
  finding,
  type Inspection,
  inconclusive,
  type Remark,
  showValue,
} from '../../model/finding.ts'
import { explainLimit } from '../../protocol/artefacts/budget.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { memoizeLast } from '../../protocol/encoding/memoize-last.ts'
import { looksLikeDer } from '../../protocol/jose/es256.ts'
import { checkPoint, importP256, isP256Key, type Jwk, listKeys } from '../../protocol/jose/jwk.ts'
import { isSignedBy, type Signed } from '../../protocol/jose/jws.ts'

/** Why a key is not an EC key on P-256; `undefined` if it is one. */
export const describeKeyDefect = ({ kty, crv, x, y }: Jwk): string | undefined => {
  if (kty !== 'EC') return `a key of type ${showValue(kty)}`
  return crv === 'P-256' ? checkPoint(x, y) : `a key on ${showValue(crv)}`
}

/** Why a key cannot verify ES256 signatures that refer to it; `undefined` if it can. */
export function describeUnfitKey(key: Jwk): string | undefined {
  if (!isP256Key(key)) return describeKeyDefect(key)
  const { kid, use, key_ops: operations, alg } = key
  if (typeof kid !== 'string') return 'a key without a `kid`'
  if (use !== undefined && use !== 'sig') return `a key whose \`use\` is ${showValue(use)}`
  if (alg !== undefined && alg !== 'ES256') return `a key whose \`alg\` is ${showValue(alg)}`
  const verifies = operations === undefined || (Array.isArray(operations) && operations.includes('verify'))
  return verifies ? undefined : `a key whose \`key_ops\` are ${showValue(operations)}`
}

/** The ES256 keys of the set with a `kid`. Keys of several types may share one (RFC 7517, section 4.5). */
export const findKeys = (kid: string, jwks: JsonObject): readonly Jwk[] => groupFitKeys(jwks).get(kid) ?? []

/** A set is the same for very many credentials. */
const groupFitKeys = memoizeLast(
  (jwks: JsonObject): ReadonlyMap<unknown, readonly Jwk[]> =>
    Map.groupBy(
      listKeys(jwks).filter((key) => describeUnfitKey(key) === undefined),
      ({ kid }) => kid,
    ),
)

/** Checks that a signature has the form of ES256, and recognises DER, the default of most platforms. */
export function* checkForm(signed: Signed): Generator<Finding> {
  const { length } = signed.signature
  const isDer = length !== 64 && looksLikeDer(signed.signature)
  if (!isDer && !hasWrongLength(signed)) return
  const advice = isDer ? 'this is a DER signature: convert it to R and S' : undefined
  yield finding('signature', '64 octets, R followed by S', `${length} octets`, advice)
}

/** Whether a signature that claims to be of ES256 has another length. An empty one is no signature at all. */
export const hasWrongLength = ({ header, signature: { length } }: Signed): boolean =>
  header.alg === 'ES256' && length > 0 && length !== 64

/**
 * Checks that the key in the set that `kid` refers to verifies the signature. Where keys outside of the set may sign as well,
 * a remark says so of a signature that names no key.
 */
export function* checkSignature(
  signed: Signed,
  owner: string,
  context: Pick<CheckContext, 'jwks' | 'derive' | 'budget'>,
  ofOtherKey?: Remark,
): Inspection {
  const { jwks } = context
  if (signed.signature.length === 0) {
    yield finding('signature', 'a signature', 'nothing')
    return undefined
  }
  if (looksLikeDer(signed.signature)) return inconclusive('the signature is DER-encoded')
  if (hasWrongLength(signed)) return inconclusive('the signature does not have 64 octets')
  if (signed.signature.length !== 64) {
    yield finding('signature', '64 octets', `${signed.signature.length} octets`)
    return undefined
  }
  if (jwks === undefined) return inconclusive(`the keys of ${owner} are unknown: pass --jwks`)
  const { kid } = signed.header
  if (kid === undefined) return yield* checkAnySigner(signed, jwks, context, ofOtherKey)
  if (typeof kid !== 'string') return inconclusive('`kid` is not a string')
  const [key, ...more] = findKeys(kid, jwks)
  if (!key || more.length > 0) return inconclusive('`kid` does not refer to one key of the set that can verify ES256')
  const isValid = verifyOnce(signed, key, context)
  if (isValid === undefined) return inconclusive(explainLimit('signatures'))
  if (!isValid) {
    const signer = findOtherSigner(signed, jwks, context)
    yield finding('signature', 'a signature with the key that `kid` refers to', 'a signature with another key', signer)
  }
  return undefined
}

/** Whether a text is signed, with another algorithm than ES256. A MAC is no signature: who verifies it can make it. */
export const isOfOtherAlgorithm = ({ header: { alg }, signature }: Signed): boolean =>
  alg !== 'ES256' && signature.length > 0 && !(typeof alg === 'string' && /^(?:none|hs\d+)$/i.test(alg))

/** Checks that any key of the set verifies a signature without `kid`. */
function* checkAnySigner(
  signed: Signed,
  jwks: JsonObject,
  context: VerificationContext,
  ofOtherKey?: Remark,
): Inspection {
  const keys = listKeys(jwks).filter(isP256Key)
  if (keys.length === 0) return inconclusive('no key of the set can verify ES256')
  const tried = keys.slice(0, maxOtherKeys).map((key) => verifyOnce(signed, key, context))
  if (tried.includes(true)) return undefined
  if (tried.includes(undefined)) return inconclusive(explainLimit('signatures'))
  if (ofOtherKey) return ofOtherKey
  yield finding('signature', 'a signature with a key of the set', 'a signature with another key')
  return undefined
}

type VerificationContext = Pick<CheckContext, 'derive' | 'budget'>

/** The results of verifying one signature, by key. */
const createResults = (_: Signed): Map<Jwk, boolean> => new Map()

/** Verifies a signature, once for all checks. Returns nothing where the budget allows no more. */
function verifyOnce(signed: Signed, key: Jwk, { derive, budget }: VerificationContext): boolean | undefined {
  const results = derive(createResults, signed)
  const known = results.get(key)
  if (known !== undefined || !budget.take('signatures', 1)) return known
  const isValid = isSignedBy(signed, importP256(key))
  results.set(key, isValid)
  return isValid
}

/** How many other keys of a set a signature is tried with. */
const maxOtherKeys = 16

function findOtherSigner(signed: Signed, jwks: JsonObject, context: VerificationContext): string | undefined {
  const keys = listKeys(jwks).values().filter(isP256Key)
  const signer = keys.take(maxOtherKeys).find((key) => verifyOnce(signed, key, context))
  return signer
    ? `it is signed with the key \`${typeof signer.kid === 'string' ? signer.kid : showValue(signer.kid)}\` of the set`
    : undefined
}

/**
 * Checks that no critical extension is listed, since none is defined, and that the payload is encoded, as RFC 7797 requires
 * for a JWT. `b64` = `true` is the default and allowed.
 */
export function* checkCriticalParameters({ header: { crit, b64 } }: Pick<Signed, 'header'>): Generator<Finding> {
  if (crit !== undefined) yield finding('/header/crit', 'nothing', JSON.stringify(crit).slice(0, 80))
  if (b64 !== undefined && b64 !== true) yield finding('/header/b64', 'true or nothing', showValue(b64))
}
