import { isDeepStrictEqual } from 'node:util'
import type { ExchangeCheck } from '../../../model/check.ts'
import { collectContents } from '../../../model/exchange.ts'
import { finding, type Inspection, inconclusive, notApplicable, passedLeniently } from '../../../model/finding.ts'
import { explainComputed, explainConstant } from '../../kit/guessable-values.ts'
import { collectIssuances, type Issuance, readBoundKeys, removeDuplicates } from '../kit/issuance.ts'
import { isTimestamp } from '../kit/times.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { Population } from '../model/exchange.ts'
import { sessionPlan } from '../model/session-plan.ts'
import { collectPopulation } from '../population/population.ts'
import { HOLDER_KEY, ID_RELATION, SKEW } from './decisions.ts'
import { CNF, CRED } from './requirements.ts'

const unique = checkExchange(CRED.UNIQUE, function* (exchange, context) {
  const { decide } = context
  const isDatasetId = decide(ID_RELATION) === 'all' // then several credentials of one dataset share an id
  const all = collectIssuances(exchange).flatMap(({ request, credentials }) =>
    credentials.map((credential) => ({ credential, dataset: request?.credential_identifier })),
  )
  const different = new Set(removeDuplicates(all.map(({ credential }) => credential)))
  const identified = all.filter(
    ({ credential }) => different.has(credential) && typeof credential.jws.payload.id === 'string',
  )
  for (const issuance of collectIssuances(exchange)) yield* findRepeated(issuance)
  if (identified.length < 2) return inconclusive('fewer than two credentials with an id could be read')
  for (const [i, one] of identified.entries()) {
    const first = identified.find(({ credential }) => credential.jws.payload.id === one.credential.jws.payload.id)
    if (!first || first === one || (isDatasetId && first.dataset === one.dataset)) continue
    const actual = `credential ${i + 1} has the id of credential ${identified.indexOf(first) + 1}`
    yield finding('/payload/id', 'a unique id', actual)
  }
  if (!isDatasetId) yield* findSharedIds(collectPopulation(exchange, context))
  return undefined
})

/** Bits of a version 4 UUID that have to change, of 122: far fewer than random ones keep by accident. */
const leastChanging = 100

const random = checkExchange(CRED['ID-RANDOM'], function* (exchange, context) {
  const { credentials } = collectPopulation(exchange, context)
  const ids = [...new Set(credentials.flatMap(({ id }) => id ?? []))]
  if (credentials.length < 2) return inconclusive('fewer than two credentials could be read')
  if (ids.length < 2) return notApplicable('the credentials have one `id`')
  const weakness = explainConstant(ids, 'id', leastChanging) ?? explainComputed(ids)
  if (weakness !== undefined) yield finding('/payload/id', 'random ids', weakness)
  return undefined
})

/** Finds credentials that a response contains twice, where a key remains without one. */
function* findRepeated(issuance: Issuance): Inspection {
  const { session, call } = issuance
  const credentials = collectContents([{ ...call, request: [] }], 'credential')
  const different = removeDuplicates(credentials).length
  const keys = new Set(readBoundKeys(issuance)?.attested).size
  if (different < credentials.length && different < keys)
    yield finding('/payload/id', 'a unique id', `one credential twice, in session ${session}`)
  return undefined
}

/** Finds ids of several credentials, where at least one of them was issued in the session of a probe. */
function* findSharedIds({ credentials }: Population): Inspection {
  const planned = new Set(sessionPlan.map(({ session }) => session))
  for (const [id, same] of Map.groupBy(credentials, ({ id }) => id)) {
    const [first] = same
    // A credential that is signed once more has the same salts.
    const second = same.find(({ salts }) => salts.length > 0 && !isDeepStrictEqual(salts, first?.salts))
    if (id === undefined || !first || !second || same.every(({ session }) => planned.has(session))) continue
    yield finding(
      '/payload/id',
      'a unique id',
      `the same in the sessions \`${first.session}\` and \`${second.session}\``,
    )
  }
  return undefined
}

const day = 86_400

/** Whether a time was rounded down, as privacy suggests (RFC 9901, section 10.1). Time zones differ by quarters of an hour. */
const isRounded = (iat: number, start: number): boolean => iat % 900 === 0 && iat < start && iat > start - day

/** Neither the clock of the caller nor that of the run is right: a time that agrees with one of them is accepted. */
const punctual = checkMessages(CRED.PUNCTUAL, function* (exchange, { now, decide }) {
  const skew = Number(decide(SKEW))
  const issued = collectIssuances(exchange).flatMap(({ session, call: { message }, credentials }) =>
    removeDuplicates(credentials).map(({ jws: { payload } }) => ({ session, message, iat: payload.iat })),
  )
  if (!issued.some(({ iat }) => isTimestamp(iat))) return inconclusive('no credential has an `iat`')
  const late = issued.flatMap(({ session, message, iat }) => {
    if (!isTimestamp(iat)) return []
    const start = Math.floor(message.sentAt / 1000) - skew
    const end = Math.ceil((message.sentAt + message.milliseconds) / 1000) + skew
    const isPunctual = (iat >= start && iat <= end) || (now !== undefined && Math.abs(iat - now) <= skew)
    return isPunctual ? [] : [{ session, iat, start, end }]
  })
  const isBlurred = createBlurring(late, skew)
  const isAlone = new Set(issued.map(({ session }) => session)).size === 1
  if (isAlone && late.some(isMovedBack) && !late.some(isBlurred))
    return inconclusive('one `iat` is early, by a slow clock or to protect the holder: several would show which')
  for (const each of late.filter((one) => !isBlurred(one))) {
    const { session, iat, start, end } = each
    const actual = iat < start ? `${start - iat} s too early` : `${iat - end} s too late`
    yield finding(
      '/payload/iat',
      `the time of the validation request, to within ${skew} s`,
      `${actual}, in session ${session}`,
    )
  }
  return late.some(isBlurred)
    ? passedLeniently(
        '`iat` is rounded down or random within a day, which protects the holder (RFC 9901, section 10.1)',
      )
    : undefined
})

/** The `iat` of a credential, and the earliest one that is punctual. */
interface IssuedAt {
  readonly iat: number
  readonly start: number
}

/**
 * Creates what tells whether an `iat` was changed to protect the holder: rounded down, or moved back by another time in each
 * credential. A clock that is slow moves all of them by the same time.
 */
function createBlurring(late: readonly IssuedAt[], skew: number): (one: IssuedAt) => boolean {
  const lags = late.filter(isMovedBack).map(({ iat, start }) => start - iat)
  const isRandom = Math.max(...lags) - Math.min(...lags) > 2 * skew
  return (one) => isRounded(one.iat, one.start) || (isRandom && isMovedBack(one))
}

const isMovedBack = ({ iat, start }: IssuedAt): boolean => iat < start && iat > start - day

const holder = checkMessages(CNF.HOLDER, function* (exchange, { decide }) {
  const source = decide(HOLDER_KEY)
  if (source === 'identity-app') return inconclusive('no message contains the key of the identity app')
  const known = collectIssuances(exchange).flatMap((issuance) => readBoundKeys(issuance) ?? [])
  if (known.length === 0) return inconclusive('no attestation could be read together with its credentials')
  const unattested = known.filter(({ attested, bound }) => !bound.every((key) => attested.includes(key)))
  if (unattested.length > 0 && source === 'either')
    return inconclusive('a key was not attested, and no message shows whether it is the key of the identity app')
  for (const { session } of unattested) {
    yield finding('/payload/cnf/jwk', 'a key that the wallet attested', `another key, in session ${session}`)
  }
  return undefined
})

/** Checks of credentials against the exchange in which they were issued. */
export const issuanceChecks: readonly ExchangeCheck[] = [unique, random, punctual, holder]
