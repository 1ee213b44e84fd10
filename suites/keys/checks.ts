import { type Check, checkArtefact } from '../../model/check.ts'
import { finding, inconclusive, showValue } from '../../model/finding.ts'
import { type Jwk, listKeys, listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { describeKeyDefect, describeUnfitKey } from '../kit/signatures.ts'
import { JWKS } from './requirements.ts'

/** Beside a key that a credential can refer to, other keys may be of any kind, unless they claim to be for ES256. */
const es256 = checkArtefact(JWKS.ES256, 'jwks', function* (set) {
  const keys = listKeys(set)
  if (keys.length === 0) return inconclusive('the key set is empty')
  const hasUsableKey = keys.some((key) => describeUnfitKey(key) === undefined)
  for (const [i, key] of keys.entries()) {
    const defect = hasUsableKey ? describeClaimedKeyDefect(key) : describeUnfitKey(key)
    if (defect) yield finding(`/keys/${i}`, 'an EC key on P-256 with a `kid`, for signatures', defect)
  }
  return undefined
})

const describeClaimedKeyDefect = (key: Jwk): string | undefined =>
  key.alg === 'ES256' ? describeKeyDefect(key) : undefined

const publicOnly = checkArtefact(JWKS.PUBLIC, 'jwks', function* (set) {
  for (const [i, key] of listKeys(set).entries()) {
    const secrets = listPrivateMembers(key)
    if (secrets.length > 0) yield finding(`/keys/${i}`, 'a public key', `a key with ${secrets.join(', ')}`)
  }
  return undefined
})

const oneKid = checkArtefact(JWKS['ONE-KID'], 'jwks', function* (set) {
  const named = listKeys(set).filter((key) => describeUnfitKey(key) === undefined)
  for (const [kid, { length }] of Map.groupBy(named, (key) => key.kid)) {
    if (length > 1) yield finding('/keys', `one key with the \`kid\` ${showValue(kid)}`, `${length} keys`)
  }
  return undefined
})

const use = checkArtefact(JWKS.USE, 'jwks', function* (set) {
  for (const [i, key] of listKeys(set).entries()) {
    if (key.alg === 'ES256' && key.use !== undefined && key.use !== 'sig')
      yield finding(`/keys/${i}/use`, '"sig" or nothing', showValue(key.use))
  }
  return undefined
})

export const checks: readonly Check[] = [checkSchema(JWKS.SET, 'jwks'), es256, publicOnly, oneKid, use]
