import { type Check, checkArtefact, checkReadable } from '../../../model/check.ts'
import { collectContents, groupBySession, selectMessagesTo } from '../../../model/exchange.ts'
import { expectSame, explainClock, finding, inconclusive, notApplicable, showValue } from '../../../model/finding.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import * as signatures from '../../kit/signatures.ts'
import { HOLDER_KEY, SKEW } from '../credential/decisions.ts'
import { type BoundKeys, collectIssuances, type Issuance, readBoundKeys, removeDuplicates } from '../kit/issuance.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkTimestamp, isTimestamp } from '../kit/times.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import { androidChecks } from './android-checks.ts'
import { chainChecks } from './chain-checks.ts'
import { BATCH, EXPIRY, MAX_AGE, TYP } from './decisions.ts'
import { keyChecks } from './key-checks.ts'
import { ATT } from './requirements.ts'

const typ = checkArtefact(ATT.TYP, 'attestation', function* ({ jws }, { decide }) {
  const decided = decide(TYP)
  const known = ['keyattestation+jwt', 'key-attestation+jwt']
  const { typ: actual } = jws.header
  if (decided === 'either' ? known.some((each) => each === actual) : actual === decided) return undefined
  const other = known.find((each) => each === actual)
  const diagnosis = other && `this value is right under attestation.typ = ${other}`
  yield finding(
    '/header/typ',
    decided === 'either' ? known.join(' or ') : showValue(decided),
    showValue(actual),
    diagnosis,
  )
  return undefined
})

const iat = checkArtefact(ATT.IAT, 'attestation', function* ({ jws }, context) {
  yield* checkTimestamp('/payload/iat', jws.payload.iat, context)
  return undefined
})

const fresh = checkArtefact(ATT.FRESH, 'attestation', function* ({ jws }, { now, decide }) {
  const { iat: made } = jws.payload
  if (now === undefined) return inconclusive('the time of the request is unknown: pass --now')
  if (!isTimestamp(made)) return inconclusive('`iat` is not a time')
  const [skew, limit] = [Number(decide(SKEW)), Number(decide(MAX_AGE))]
  const likely = explainClock(made - now)
  if (made > now + skew)
    yield finding('/payload/iat', 'a time that is not in the future', `${made - now} s ahead`, likely)
  if (made < now - limit - skew) yield finding('/payload/iat', `at most ${limit} s ago`, `${now - made} s ago`, likely)
  return undefined
})

const expiry = checkArtefact(ATT.EXP, 'attestation', function* ({ jws }, { now, decide }) {
  const { exp, nbf } = jws.payload
  if ((exp === undefined && nbf === undefined) || decide(EXPIRY) === 'none')
    return notApplicable('it has neither `exp` nor `nbf`, or they are not checked, by decision')
  for (const [name, value] of Object.entries({ exp, nbf }))
    if (value !== undefined && !isTimestamp(value))
      yield finding(`/payload/${name}`, 'a number of seconds since 1970', showValue(value))
  if (now === undefined) return inconclusive('the time of the request is unknown: pass --now')
  const skew = Number(decide(SKEW))
  if (isTimestamp(exp) && exp < now - skew) yield finding('/payload/exp', 'a time in the future', `${now - exp} s ago`)
  if (isTimestamp(nbf) && nbf > now + skew) yield finding('/payload/nbf', 'a time in the past', `${nbf - now} s ahead`)
  return undefined
})

const compact = checkArtefact(ATT.COMPACT, 'attestation', function* ({ jws }) {
  yield* signatures.checkCriticalParameters(jws)
  return undefined
})

const form = checkArtefact(ATT.P1363, 'attestation', function* ({ jws }) {
  yield* signatures.checkForm(jws)
  return undefined
})

const oneKey = checkArtefact(ATT['ONE-KEY'], 'attestation', function* ({ jws }) {
  for (const name of ['jwk', 'jku', 'x5u']) yield* expectSame(`/header/${name}`, jws.header[name], undefined)
  return undefined
})

const bound = checkMessages(ATT.BOUND, function* (exchange, { decide }) {
  if (decide(HOLDER_KEY) === 'identity-app')
    return notApplicable("credentials are bound to the identity app's key, by decision")
  const known = collectIssuances(exchange).flatMap((issuance) => readBoundKeys(issuance) ?? [])
  if (known.length === 0) return inconclusive('no attestation could be read together with its credentials')
  for (const { session, attested, bound } of known) {
    const keys = new Set(attested)
    for (const [i, key] of bound.entries()) {
      if (!keys.has(key)) {
        yield finding(
          `credential ${i + 1} /cnf/jwk`,
          'one of the attested keys',
          `another key, in the session ${session}`,
        )
      }
    }
  }
  return undefined
})

/** Each attested key has exactly one credential. A key that is attested twice may have two. */
const batch = checkMessages(ATT.BATCH, function* (exchange, { decide }) {
  if (decide(HOLDER_KEY) === 'identity-app')
    return notApplicable("credentials are bound to the identity app's key, by decision")
  if (decide(BATCH) === 'any') return notApplicable('an issuer may issue any number of credentials, by decision')
  const known = collectIssuances(exchange).flatMap(selectWholeBatch)
  if (known.length === 0) return inconclusive('no attestation could be read together with all its credentials')
  const fitting = known.filter(({ attested, bound }) => new Set(bound).isSubsetOf(new Set(attested)))
  if (fitting.length === 0) return inconclusive('the credentials are bound to keys that are not attested')
  for (const { session, attested, bound } of fitting) {
    const credentials = countEach(bound)
    for (const [i, [key, listed]] of [...countEach(attested)].entries()) {
      const count = credentials.get(key) ?? 0
      if (count === 1 || count === listed) continue
      yield finding(`attested key ${i + 1}`, 'one credential', `${count || 'none'}, in the session ${session}`)
    }
  }
  return undefined
})

/** Counts how often each key is listed. */
function countEach(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** The keys of an issuance of which every credential could be read. A callback may lack some credentials. */
function selectWholeBatch(issuance: Issuance): readonly BoundKeys[] {
  const credentials = removeDuplicates(issuance.credentials)
  const keys = readBoundKeys({ ...issuance, credentials })
  const isWhole = issuance.response !== undefined && !issuance.isPartial && keys?.bound.length === credentials.length
  return isWhole && keys ? [keys] : []
}

/** Metadata that do not announce ES256 leave the wallet no choice, so nothing is checked then. */
const announced = checkExchange(ATT.ANNOUNCED, function* (exchange) {
  const announcing = [...groupBySession(exchange).values()].flatMap((own) => {
    const algorithms = collectContents(selectMessagesTo(own, 'issuerMetadata'), 'metadata').flatMap(listAlgorithms)
    const attestations = collectContents(
      [...selectMessagesTo(own, 'deeplink'), ...selectMessagesTo(own, 'validate')],
      'attestation',
    )
    return algorithms.includes('ES256') ? [{ algorithms, attestations }] : []
  })
  if (announcing.length === 0)
    return notApplicable('the metadata do not announce ES256, the only algorithm of section 2.5')
  if (announcing.every(({ attestations }) => attestations.length === 0))
    return inconclusive('no attestation could be read')
  for (const { algorithms, attestations } of announcing) {
    const other = attestations.find(({ jws }) => !algorithms.includes(jws.header.alg ?? null))
    if (other) yield finding('/header/alg', algorithms.map(showValue).join(' or '), showValue(other.jws.header.alg))
  }
  return undefined
})

/** The algorithms that metadata announce for attestations, in all credential configurations. */
function listAlgorithms({ credential_configurations_supported: templates }: JsonObject): readonly JsonValue[] {
  const proofs = Object.values(isObject(templates) ? templates : {}).map((template) =>
    isObject(template) && isObject(template.proof_types_supported) ? template.proof_types_supported.attestation : null,
  )
  return proofs.flatMap((proof) => {
    const algorithms = isObject(proof) ? proof.proof_signing_alg_values_supported : undefined
    return Array.isArray(algorithms) ? algorithms : []
  })
}

export const checks: readonly Check[] = [
  typ,
  checkSchema(ATT.ALG, 'attestation'),
  checkSchema(ATT.X5C, 'attestation'),
  checkSchema(ATT.NONCE, 'attestation'),
  iat,
  fresh,
  compact,
  checkReadable(ATT.COMPACT, 'attestation', ['jws-parts']),
  checkReadable(ATT.ENCODED, 'attestation', ['base64url', 'utf8', 'json', 'not-an-object']),
  form,
  oneKey,
  expiry,
  ...chainChecks,
  ...keyChecks,
  ...androidChecks,

  bound,
  batch,
  announced,
]
