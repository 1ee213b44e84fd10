import { cannotTell, check, finding, show } from '../../src/model/check.ts'
import { type Jwk, keysOf, secretsIn } from '../../src/protocol/jwk.ts'
import { shaped } from '../shaped.ts'
import { faultOfKey, unfit } from '../signatures.ts'
import { JWKS } from './requirements.ts'

/** What stands beside a key that a credential can refer to may be anything, if only it does not claim to be for ES256. */
const es256 = check(JWKS.ES256, 'jwks', function* (set) {
  const keys = keysOf(set)
  if (keys.length === 0) return cannotTell('there is no key')
  const isServed = keys.some((key) => unfit(key) === undefined)
  for (const [i, key] of keys.entries()) {
    const fault = isServed ? faultOfClaimed(key) : unfit(key)
    if (fault) yield finding(`/keys/${i}`, 'an EC key on P-256 with a `kid`, for signatures', fault)
  }
  return undefined
})

const faultOfClaimed = (key: Jwk): string | undefined => (key.alg === 'ES256' ? faultOfKey(key) : undefined)

const publicOnly = check(JWKS.PUBLIC, 'jwks', function* (set) {
  for (const [i, key] of keysOf(set).entries()) {
    const secrets = secretsIn(key)
    if (secrets.length > 0) yield finding(`/keys/${i}`, 'a public key', `one with ${secrets.join(', ')}`)
  }
  return undefined
})

const oneKid = check(JWKS['ONE-KID'], 'jwks', function* (set) {
  const named = keysOf(set).filter((key) => unfit(key) === undefined)
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
