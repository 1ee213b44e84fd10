import { type ArtefactCheck, checkArtefact } from '../../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { isBase64url } from '../../../protocol/encoding/base64url.ts'
import { describeKind, isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { findWrongMember } from '../../../protocol/jose/key-purpose.ts'
import { describeInvalidKey, describeSmallKey, describeWeakKey } from '../../../protocol/jose/sound-key.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { algorithms } from './algorithms.ts'
import { EC_MEMBERS, KEY_ALG } from './decisions.ts'
import { CRE } from './requirements.ts'

const at = '/credential_response_encryption'

/** A check on the response encryption key. */
const checkResponseKey = (
  requirement: Requirement,
  inspect: (jwk: JsonObject, encryption: JsonObject, context: CheckContext) => Inspection,
): ArtefactCheck =>
  checkArtefact(requirement, 'request', function* ({ credential_response_encryption: encryption }, context) {
    if (encryption === undefined) return notApplicable('the request has no `credential_response_encryption`')
    if (!isObject(encryption) || !isObject(encryption.jwk)) return inconclusive('`jwk` is not an object')
    return yield* inspect(encryption.jwk, encryption, context)
  })

const keyAlg = checkResponseKey(CRE.ALG, function* (jwk, encryption, { decide }) {
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
      beside ? 'it is beside the key: encryption.keyAlg = sibling' : undefined,
    )
  } else if (pattern && !pattern.test(alg))
    yield finding(place, `an algorithm for the key type ${jwk.kty}`, showValue(alg))
  return undefined
})

const publicKey = checkResponseKey(CRE.PUBLIC, function* (jwk) {
  const secrets = listPrivateMembers(jwk)
  if (secrets.length > 0) yield finding(`${at}/jwk`, 'a public key', `a key with ${secrets.join(', ')}`)
  return undefined
})

const strong = checkResponseKey(CRE.STRONG, function* (jwk) {
  if (jwk.kty !== 'RSA') return notApplicable('the key is not an RSA key')
  const found = describeSmallKey(jwk)
  if (found !== undefined) yield finding(`${at}/jwk/n`, 'at least 2048 bits', found)
  const isReadable = [jwk.n, jwk.e].every((each) => typeof each === 'string' && each !== '' && isBase64url(each))
  const invalid = isReadable ? describeInvalidKey(jwk) : undefined
  if (invalid !== undefined) yield finding(`${at}/jwk`, 'a valid RSA key', invalid)
  return undefined
})

const point = checkResponseKey(CRE.POINT, function* (jwk, _, { decide }) {
  const { kty, crv } = jwk
  if (kty !== 'EC') return notApplicable('the key is not an EC key')
  if (decide(EC_MEMBERS) === 'rsa') yield finding(`${at}/jwk/kty`, 'RSA', 'EC')
  else if (crv !== 'P-256' && decide(EC_MEMBERS) !== 'rsa-or-ec')
    yield finding(`${at}/jwk/crv`, 'P-256', showValue(crv))
  else {
    const fault = describeWeakKey(jwk)
    if (fault) yield finding(`${at}/jwk`, 'a point on its curve', fault)
  }
  return undefined
})

const operations = checkResponseKey(CRE.USE, function* (jwk) {
  const wrong = findWrongMember(jwk)
  if (wrong) yield finding(`${at}/jwk/${wrong.member}`, wrong.expected, showValue(jwk[wrong.member] ?? null))
  return undefined
})

/** The checks on the response encryption key. */
export const responseKeyChecks: readonly ArtefactCheck[] = [
  checkSchema(CRE.JWK, 'request'),
  checkSchema(CRE.KTY, 'request'),
  checkSchema(CRE.KID, 'request'),
  checkSchema(CRE.USE, 'request'),
  operations,
  checkSchema(CRE.RSA, 'request'),
  checkSchema(CRE.ENC, 'request'),
  checkSchema(CRE.ZIP, 'request'),
  keyAlg,
  publicKey,
  strong,
  point,
]
