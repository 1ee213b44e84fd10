import { type ArtefactCheck, checkArtefact } from '../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isBase64url } from '../../protocol/encoding/base64url.ts'
import { describeKind, isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { checkPoint, listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { algorithms } from './algorithms.ts'
import { EC_MEMBERS, KEY_ALG } from './decisions.ts'
import { CRE } from './requirements.ts'

const at = '/credential_response_encryption'

/** A check on the key that the response is to be encrypted with. */
const onKey = (
  requirement: Requirement,
  inspect: (jwk: JsonObject, encryption: JsonObject, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'request', function* ({ credential_response_encryption: encryption }, context) {
    if (encryption === undefined) return notApplicable('the request asks for no encryption')
    if (!isObject(encryption) || !isObject(encryption.jwk)) return inconclusive('there is no key')
    return yield* inspect(encryption.jwk, encryption, context)
  })

const keyAlg = onKey(CRE.ALG, function* (jwk, encryption, { decide }) {
  const where = decide(KEY_ALG)
  const alg = where === 'sibling' ? encryption.alg : where === 'key' ? jwk.alg : (jwk.alg ?? encryption.alg)
  const place = where === 'sibling' ? `${at}/alg` : `${at}/jwk/alg`
  const pattern = algorithms.get(jwk.kty)
  if (typeof alg !== 'string') {
    const beside = where === 'key' && typeof encryption.alg === 'string'
    yield finding(
      place,
      'a key management algorithm',
      describeKind(alg),
      beside ? 'it stands beside the key: encryption.keyAlg = sibling' : undefined,
    )
  } else if (pattern && !pattern.test(alg))
    yield finding(place, `an algorithm for a key of type ${jwk.kty}`, showValue(alg))
  return undefined
})

const publicKey = onKey(CRE.PUBLIC, function* (jwk) {
  const secrets = listPrivateMembers(jwk)
  if (secrets.length > 0) yield finding(`${at}/jwk`, 'a public key', `one with ${secrets.join(', ')}`)
  return undefined
})

const strong = onKey(CRE.STRONG, function* ({ kty, n }) {
  if (kty !== 'RSA') return notApplicable('the key is no RSA key')
  if (typeof n !== 'string' || !isBase64url(n)) return inconclusive('the modulus cannot be read')
  const bits = countBits(Buffer.from(n, 'base64url'))
  if (bits > limits.modulusBits)
    return inconclusive(`the modulus has ${bits} bits, and more than ${limits.modulusBits} cannot be computed with`)
  if (bits < 2048) yield finding(`${at}/jwk/n`, '2048 bits or more', `${bits} bits`)
  return undefined
})

/** The length of a number in bits, without its leading zeros. */
function countBits(octets: Buffer): number {
  const first = octets.findIndex((octet) => octet !== 0)
  return first < 0 ? 0 : 8 * (octets.length - first) - Math.clz32(octets[first] ?? 0) + 24
}

const point = onKey(CRE.POINT, function* ({ kty, crv, x, y }, _, { decide }) {
  if (kty !== 'EC') return notApplicable('the key is no EC key')
  if (decide(EC_MEMBERS) === 'rsa') yield finding(`${at}/jwk/kty`, 'RSA', 'EC')
  else if (crv !== 'P-256' && decide(EC_MEMBERS) === 'rsa-or-ec')
    return notApplicable('only points of P-256 are worked out')
  else if (crv !== 'P-256') yield finding(`${at}/jwk/crv`, 'P-256', showValue(crv))
  else {
    const fault = checkPoint(x, y)
    if (fault) yield finding(`${at}/jwk`, 'a point of P-256', fault)
  }
  return undefined
})

/** What is asked of the key that the response is to be encrypted with. */
export const responseKeyChecks: readonly ArtefactCheck[] = [
  checkSchema(CRE.JWK, 'request'),
  checkSchema(CRE.KTY, 'request'),
  checkSchema(CRE.KID, 'request'),
  checkSchema(CRE.USE, 'request'),
  checkSchema(CRE.RSA, 'request'),
  checkSchema(CRE.ENC, 'request'),
  checkSchema(CRE.ZIP, 'request'),
  keyAlg,
  publicKey,
  strong,
  point,
]
