import {
  type Check,
  type Context,
  cannotTell,
  check,
  finding,
  type Inspection,
  notHere,
  show,
} from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import { isBase64url } from '../../src/protocol/base64url.ts'
import { isObject, type JsonObject, kindOf } from '../../src/protocol/json.ts'
import { faultOfPoint, secretsIn } from '../../src/protocol/jwk.ts'
import { shaped } from '../shaped.ts'
import { algorithms } from './algorithms.ts'
import { EC_MEMBERS, KEY_ALG } from './decisions.ts'
import { CRE } from './requirements.ts'

const at = '/credential_response_encryption'

/** A check on the key that the response is to be encrypted with. */
const onKey = (
  requirement: Requirement,
  inspect: (jwk: JsonObject, encryption: JsonObject, context: Context) => Inspection,
): Check =>
  check(requirement, 'request', function* ({ credential_response_encryption: encryption }, context) {
    if (encryption === undefined) return notHere('the request asks for no encryption')
    if (!isObject(encryption) || !isObject(encryption.jwk)) return cannotTell('there is no key')
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
      kindOf(alg),
      beside ? 'it stands beside the key: encryption.keyAlg = sibling' : undefined,
    )
  } else if (pattern && !pattern.test(alg)) yield finding(place, `an algorithm for a key of type ${jwk.kty}`, show(alg))
  return undefined
})

const publicKey = onKey(CRE.PUBLIC, function* (jwk) {
  const secrets = secretsIn(jwk)
  if (secrets.length > 0) yield finding(`${at}/jwk`, 'a public key', `one with ${secrets.join(', ')}`)
  return undefined
})

const strong = onKey(CRE.STRONG, function* ({ kty, n }) {
  if (kty !== 'RSA') return notHere('the key is no RSA key')
  if (typeof n !== 'string' || !isBase64url(n)) return cannotTell('the modulus cannot be read')
  const bits = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex') || '0'}`).toString(2).length
  if (bits < 2048) yield finding(`${at}/jwk/n`, '2048 bits or more', `${bits} bits`)
  return undefined
})

const point = onKey(CRE.POINT, function* ({ kty, crv, x, y }, _, { decide }) {
  if (kty !== 'EC') return notHere('the key is no EC key')
  if (decide(EC_MEMBERS) === 'rsa') yield finding(`${at}/jwk/kty`, 'RSA', 'EC')
  else if (crv !== 'P-256' && decide(EC_MEMBERS) === 'rsa-or-ec') return notHere('only points of P-256 are worked out')
  else if (crv !== 'P-256') yield finding(`${at}/jwk/crv`, 'P-256', show(crv))
  else {
    const fault = faultOfPoint(x, y)
    if (fault) yield finding(`${at}/jwk`, 'a point of P-256', fault)
  }
  return undefined
})

/** What is asked of the key that the response is to be encrypted with. */
export const responseKeyChecks: readonly Check[] = [
  shaped(CRE.JWK, 'request'),
  shaped(CRE.KTY, 'request'),
  shaped(CRE.KID, 'request'),
  shaped(CRE.USE, 'request'),
  shaped(CRE.RSA, 'request'),
  shaped(CRE.ENC, 'request'),
  shaped(CRE.ZIP, 'request'),
  keyAlg,
  publicKey,
  strong,
  point,
]
