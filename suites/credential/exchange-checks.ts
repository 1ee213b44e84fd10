import { cannotTell, finding } from '../../src/model/check.ts'
import { across, type ExchangeCheck } from '../../src/model/exchange-check.ts'
import { boundKeysOf, distinct, issuancesIn } from '../issuance.ts'
import { isTime } from '../times.ts'
import { HOLDER_KEY, ID_RELATION, SKEW } from './decisions.ts'
import { CNF, CRED } from './requirements.ts'

const unique = across(CRED.UNIQUE, function* (exchange, { decide }) {
  const shared = decide(ID_RELATION) === 'all' // then an id belongs to a dataset, and several credentials to that
  const all = issuancesIn(exchange).flatMap(({ session, request, credentials }) =>
    credentials.map((credential) => ({ session, credential, dataset: request?.credential_identifier })),
  )
  const signed = new Set(distinct(all.map(({ credential }) => credential)))
  const apart = all.filter(({ credential }) => signed.has(credential) && isText(credential.jws.payload.id))
  if (apart.length < 2) return cannotTell('fewer than two credentials with an id could be read')
  for (const [i, one] of apart.entries()) {
    const before = apart.find(({ credential }) => credential.jws.payload.id === one.credential.jws.payload.id)
    if (!before || before === one || (shared && before.dataset === one.dataset)) continue
    yield finding(
      '/payload/id',
      'an id of its own',
      `credential ${i + 1} has that of credential ${apart.indexOf(before) + 1}`,
    )
  }
  return undefined
})

const isText = (value: unknown): boolean => typeof value === 'string'

/** Neither clock is right, the caller's or that of the run: a time that agrees with one of them, give or take, is good. */
const punctual = across(CRED.PUNCTUAL, function* (exchange, { now, decide }) {
  const skew = Number(decide(SKEW))
  const timed = issuancesIn(exchange).flatMap(({ session, call: { hop }, credentials }) =>
    distinct(credentials).map(({ jws: { payload } }) => ({ session, hop, iat: payload.iat })),
  )
  if (!timed.some(({ iat }) => isTime(iat))) return cannotTell('no credential says when it was issued')
  for (const { session, hop, iat } of timed) {
    if (!isTime(iat)) continue
    const began = Math.floor(hop.sent / 1000) - skew
    const ended = Math.ceil((hop.sent + hop.took) / 1000) + skew
    if ((iat >= began && iat <= ended) || (now !== undefined && Math.abs(iat - now) <= skew)) continue
    const apart = iat < began ? `${began - iat} s too early` : `${iat - ended} s too late`
    yield finding('/payload/iat', `the time of the call, to within ${skew} s`, `${apart}, in the session ${session}`)
  }
  return undefined
})

const holder = across(CNF.HOLDER, function* (exchange, { decide }) {
  const whose = decide(HOLDER_KEY)
  if (whose === 'identity-app') return cannotTell('no message shows the key of the identity app')
  const known = issuancesIn(exchange).flatMap((issuance) => boundKeysOf(issuance) ?? [])
  if (known.length === 0) return cannotTell('no attestation could be read together with the credentials for it')
  const strays = known.filter(({ attested, bound }) => !bound.every((key) => attested.includes(key)))
  if (strays.length > 0 && whose === 'either')
    return cannotTell("a key was not attested; whether it is the identity app's shows in no message")
  for (const { session } of strays) {
    yield finding('/payload/cnf/jwk', 'a key that the wallet attested', `another, in the session ${session}`)
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [unique, punctual, holder]
