import { cannotTell, check, finding, notHere, same, show } from '../../src/model/check.ts'
import { isObject, type JsonObject, kindOf } from '../../src/protocol/json.ts'
import { keysOf, secretsIn } from '../../src/protocol/jwk.ts'
import { shaped } from '../shaped.ts'
import { CEREMONY, KEY_SOURCE, PROFILE } from './decisions.ts'
import { META } from './requirements.ts'

const standard = 'only where the metadata follow OpenID4VCI'

const templates = check(META.TEMPLATES, 'metadata', function* (metadata, { decide }) {
  if (decide(PROFILE) === 'none') return notHere('further fields are not looked at')
  const { credential_configurations_supported: supported } = metadata
  if (supported === undefined && decide(PROFILE) === 'names')
    return notHere('the text does not say where templates stand')
  if (!isObject(supported) || Object.keys(supported).length === 0) {
    yield finding('/credential_configurations_supported', 'one template at least', kindOf(supported))
  }
  return undefined
})

const encryption = check(META.ENCRYPTION, 'metadata', function* ({ credential_request_encryption: found }, { decide }) {
  const elsewhere = decide(KEY_SOURCE) !== 'metadata' && decide(CEREMONY) === 'no'
  if (found === undefined && elsewhere) return notHere('the key comes from elsewhere')
  if (!isObject(found)) yield finding('/credential_request_encryption', 'an object', kindOf(found))
  return undefined
})

const identity = check(META.IDENTITY, 'metadata', function* ({ credential_issuer }, { issuer, decide }) {
  if (decide(PROFILE) !== 'openid4vci-1.0') return notHere(standard)
  if (issuer === undefined) return cannotTell('the address of the issuer is not known: give --issuer')
  yield* same('/credential_issuer', credential_issuer, issuer)
  return undefined
})

const encryptionKeys = ({ credential_request_encryption: found }: JsonObject) =>
  isObject(found) ? keysOf(found.jwks) : []

const keySet = check(META['KEY-SET'], 'metadata', function* ({ credential_request_encryption: found }, { decide }) {
  if (decide(PROFILE) !== 'openid4vci-1.0') return notHere(standard)
  if (!isObject(found)) return cannotTell('`credential_request_encryption` is no object')
  const at = '/credential_request_encryption'
  const kids = keysOf(found.jwks).map(({ kid }) => kid)
  if (kids.length === 0) yield finding(`${at}/jwks`, 'a key set', kindOf(found.jwks))
  if (new Set(kids).size < kids.length) yield finding(`${at}/jwks`, 'distinct key ids', kids.map(show).join(', '))
  const { enc_values_supported: enc, encryption_required: required } = found
  if (!Array.isArray(enc) || enc.length === 0)
    yield finding(`${at}/enc_values_supported`, 'one value at least', kindOf(enc))
  if (typeof required !== 'boolean') yield finding(`${at}/encryption_required`, 'a boolean', kindOf(required))
  return undefined
})

const keyAlg = check(META['KEY-ALG'], 'metadata', function* (metadata, { decide }) {
  if (decide(PROFILE) !== 'openid4vci-1.0') return notHere(standard)
  const keys = encryptionKeys(metadata)
  if (keys.length === 0) return cannotTell('no encryption key is published')
  for (const [i, { alg }] of keys.entries()) {
    const at = `/credential_request_encryption/jwks/keys/${i}/alg`
    if (typeof alg !== 'string') yield finding(at, 'the name of an algorithm', kindOf(alg))
  }
  return undefined
})

const publicOnly = check(META.PUBLIC, 'metadata', function* (metadata) {
  for (const [i, key] of encryptionKeys(metadata).entries()) {
    const secrets = secretsIn(key)
    const at = `/credential_request_encryption/jwks/keys/${i}`
    if (secrets.length > 0) yield finding(at, 'a public key', `a key with ${secrets.join(', ')}`)
  }
  return undefined
})

export const checks = [
  templates,
  encryption,
  shaped(META['RESPONSE-ENCRYPTION'], 'metadata'),
  identity,
  keySet,
  keyAlg,
  publicOnly,
]
