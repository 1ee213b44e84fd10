import { check, finding, show } from '../../src/model/check.ts'
import { faultOfPoint, keysOf, secretsIn } from '../../src/protocol/jwk.ts'
import { shaped } from '../shaped.ts'
import { JWKS } from './requirements.ts'

/** A key that says it is for something else than ES256 is none that a credential can refer to. */
const es256 = check(JWKS.ES256, 'jwks', function* (set) {
  const keys = keysOf(set)
  const usable = keys.filter(({ kty, crv, x, y }) => kty === 'EC' && crv === 'P-256' && !faultOfPoint(x, y))
  for (const [i, key] of keys.entries()) {
    if (key.alg !== undefined && key.alg !== 'ES256') continue
    const fault = faultOfKey(key)
    if (fault && (key.alg === 'ES256' || usable.length === 0)) yield finding(`/keys/${i}`, 'an EC key on P-256', fault)
  }
  return undefined
})

const faultOfKey = ({ kty, crv, x, y }: ReturnType<typeof keysOf>[number]): string | undefined => {
  if (kty !== 'EC') return `a key of type ${show(kty)}`
  return crv === 'P-256' ? faultOfPoint(x, y) : `a key on ${show(crv)}`
}

const publicOnly = check(JWKS.PUBLIC, 'jwks', function* (set) {
  for (const [i, key] of keysOf(set).entries()) {
    const secrets = secretsIn(key)
    if (secrets.length > 0) yield finding(`/keys/${i}`, 'a public key', `one with ${secrets.join(', ')}`)
  }
  return undefined
})

const oneKid = check(JWKS['ONE-KID'], 'jwks', function* (set) {
  const named = keysOf(set).filter(({ kid }) => kid !== undefined)
  for (const [kid, { length }] of Map.groupBy(named, (key) => key.kid)) {
    if (length > 1) yield finding('/keys', `one key with the kid ${show(kid)}`, `${length}`)
  }
  return undefined
})

const use = check(JWKS.USE, 'jwks', function* (set) {
  for (const [i, key] of keysOf(set).entries()) {
    if (key.alg === 'ES256' && key.use !== undefined && key.use !== 'sig')
      yield finding(`/keys/${i}/use`, '"sig" or nothing', show(key.use))
  }
  return undefined
})

export const checks = [shaped(JWKS.SET, 'jwks'), es256, publicOnly, oneKid, use]
