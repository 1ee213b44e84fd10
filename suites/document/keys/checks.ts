import { type Check, checkArtefact } from '../../../model/check.ts'
import { collectContents, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable, showValue } from '../../../model/finding.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { computeThumbprint, type Jwk, listKeys, listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { describeForeignCertificate } from '../../../protocol/x509/key-certificate.ts'
import { describeKeyDefect, describeUnfitKey, findKeys } from '../../kit/signatures.ts'
import { collectIssuances } from '../kit/issuance.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkExchange } from '../model/check.ts'
import type { Exchange } from '../model/exchange.ts'
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

const certified = checkArtefact(JWKS.CERT, 'jwks', function* (set) {
  const keys = [...listKeys(set).entries()].filter(([, { x5c }]) => x5c !== undefined)
  if (keys.length === 0) return notApplicable('no key of the set has `x5c`')
  for (const [i, key] of keys) {
    const found = attempt(() => describeForeignCertificate(key, key.x5c ?? null))
    if ('problem' in found) return inconclusive(`\`x5c\` cannot be read: ${found.problem.message}`)
    if (found.value) yield finding(`/keys/${i}/${found.value.member}`, found.value.expected, 'another one')
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

/** The key sets that were returned, with the numbers of their messages. */
const collectKeySets = ({ messages }: Exchange) =>
  selectMessagesTo(messages, 'jwks')
    .filter(hasSucceeded)
    .flatMap((each) => collectContents([each], 'jwks').map((set) => ({ message: each.message, set })))

/** Compares the key that verified a credential in its own session with the keys of the last set. */
const kept = checkExchange(JWKS.KEPT, function* (exchange) {
  const sets = collectKeySets(exchange)
  const last = sets.at(-1)
  if (!last) return inconclusive('no key set was returned')
  const known = sets.flatMap(({ message: { session, number }, set }) => {
    const issued = collectIssuances(exchange).filter((each) => each.session === session)
    const kids = issued.flatMap(({ credentials }) => credentials.map(({ jws }) => jws.header.kid))
    return number === last.message.number ? [] : [{ session, set, kids: new Set(kids) }]
  })
  let compared = 0
  for (const { session, set, kids } of known) {
    for (const kid of kids) {
      const [before = [], now = []] = [set, last.set].map((each) => findThumbprints(kid, each))
      compared += before.length
      if (before.some((key) => !now.includes(key)))
        yield finding(`${last.message.session}: /keys`, `the key of the credentials of the session ${session}`, 'none')
    }
  }
  return compared > 0 ? undefined : inconclusive('no credential was issued with a key set of its own session')
})

const findThumbprints = (kid: JsonValue | undefined, set: JsonObject): readonly string[] =>
  typeof kid === 'string' ? findKeys(kid, set).flatMap((key) => computeThumbprint(key) ?? []) : []

export const checks: readonly Check[] = [checkSchema(JWKS.SET, 'jwks'), es256, publicOnly, certified, oneKid, use, kept]
