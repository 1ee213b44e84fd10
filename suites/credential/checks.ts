import { type Check, cannotTell, check, finding, notHere, readable, same, show } from '../../src/model/check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import type { Claim, Order } from '../../src/protocol/claim.ts'
import { claimIn, type Disclosure, positions } from '../../src/protocol/disclosure.ts'
import { isNested, isObject, type JsonValue, kindOf } from '../../src/protocol/json.ts'
import { keysOf, keysWithId } from '../../src/protocol/jwk.ts'
import { readJws } from '../../src/protocol/jws.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { ALG_NAME, SERIALIZATION } from '../disclosure/decisions.ts'
import { shaped } from '../shaped.ts'
import * as signatures from '../signatures.ts'
import { isLongAgo, isTime, start, timestamp, untimely } from '../times.ts'
import { ISSUER_RELATION, SKEW, STATUS_FORM, TYP, VCDM, VCT } from './decisions.ts'
import { holderKeyChecks } from './holder-key-checks.ts'
import { CRED } from './requirements.ts'

const joined = check(CRED.JOINED, 'credential', function* ({ separated, spaced, tail }, { decide }) {
  const decided = decide(SERIALIZATION)
  if (!separated) yield finding('', 'a `~` behind the signed part', 'none', 'this is a bare JWT')
  else if (spaced !== (decided === 'spaced')) {
    const diagnosis = spaced ? 'blanks stand around the `~`: sd.serialization = spaced' : undefined
    yield finding('', spaced ? '`~` without blanks' : '`~` between blanks', 'the other', diagnosis)
  }
  if (tail.includes('.') && 'problem' in attempt(() => readJws(tail)))
    yield finding('end', 'disclosures or a key-binding JWT', 'something else with a dot in it')
  return undefined
})

const orders = Object.keys(positions) as readonly Order[] // its keys are the orders

interface Named {
  readonly place: string
  readonly name: string
  readonly value: JsonValue
}

/** Members that have the name of a claim, anywhere below the top of the payload. */
function* namedBelow(value: JsonValue, place: string, depth = 0): Generator<Named> {
  if (!isNested(value) || (Array.isArray(value) && !value.some(isNested))) return
  for (const [name, member] of Object.entries(value)) {
    if (depth > 0 && isObject(value) && isClaimName(name)) yield { place: `${place}/${name}`, name, value: member }
    if (isNested(member)) yield* namedBelow(member, `${place}/${name}`, depth + 1)
  }
}

/** A label or a flag may have the name of a claim too; what it says of the holder gives it away, or where it stands. */
const concealed = check(CRED.CONCEALED, 'credential', function* ({ jws, disclosures }) {
  const named = [...namedBelow(jws.payload, '/payload')]
  if (named.length === 0) return undefined
  const told = new Set(disclosures.flatMap(readings).map(statement))
  for (const each of named) {
    if (saysOfSubject(each) || repeats(each, told)) yield finding(each.place, 'no claim in clear', each.name)
  }
  return undefined
})

const saysOfSubject = ({ place, value }: Named): boolean =>
  value !== null && !isNested(value) && /\/credentialSubject(\/\d+)?\/[^/]+$/.test(place)

/** Yes and no are too common to be told from a flag that is the same by chance. */
const repeats = (named: Named, told: ReadonlySet<string>): boolean =>
  ((typeof named.value === 'string' && named.value !== '') || typeof named.value === 'number') &&
  told.has(statement(named))

/** A name and a value as one text. */
const statement = ({ name, value }: { readonly name: string; readonly value: unknown }): string =>
  JSON.stringify([name, value])

const readings = (disclosure: Disclosure): readonly Claim[] =>
  orders.flatMap((order) => claimIn(disclosure, order) ?? [])

const types = { 'vc+sd-jwt': ['vc+sd-jwt'], 'dc+sd-jwt': ['dc+sd-jwt'], either: ['vc+sd-jwt', 'dc+sd-jwt'] }

const typ = check(CRED.TYP, 'credential', function* ({ jws }, { decide }) {
  const decided = decide(TYP)
  const { typ: actual } = jws.header
  const good =
    decided === 'any'
      ? typeof actual === 'string' && /^[\w.-]+\+sd-jwt$/.test(actual)
      : types[decided].some((each) => each === actual)
  if (good) return undefined
  const expected = decided === 'any' ? 'a type that ends in +sd-jwt' : types[decided].map(show).join(' or ')
  yield finding('/header/typ', expected, show(actual), diagnosisOfType(actual))
  return undefined
})

/** RFC 7515, section 4.1.9, would compare media types; the document prints a value. */
function diagnosisOfType(actual: unknown): string | undefined {
  const plain = (typeof actual === 'string' ? actual : '').toLowerCase().replace(/^application\//, '')
  const other = types.either.find((each) => each === plain)
  if (other === undefined) return undefined
  if (plain === actual) return `this is the name under credential.typ = ${other}`
  return `as a media type it is ${other}: write it in small letters and without \`application/\``
}

const resolved = check(CRED.RESOLVED, 'credential', function* ({ jws }, { jwks }) {
  const { kid } = jws.header
  if (jwks === undefined) return cannotTell('the keys of the issuer are not known: give --jwks')
  if (typeof kid !== 'string') return cannotTell('the header has no `kid`')
  if (keysOf(jwks).length === 0) return cannotTell('there is no key in the key set of the issuer')
  const named = keysWithId(jwks, kid)
  const meant = signatures.meantBy(kid, jwks)
  if (named.length === 0) {
    const known = keysOf(jwks).map((key) => show(key.kid))
    yield finding('/header/kid', `one of ${known.join(', ')}`, show(kid))
  } else if (meant.length === 0) {
    const unfit = named.flatMap((key) => signatures.unfit(key) ?? [])
    yield finding('/header/kid', 'the `kid` of a key that can verify ES256', unfit.join(', '))
  } else if (meant.length > 1) yield finding('/header/kid', 'a `kid` of one key', `one of ${meant.length} keys`)
  return undefined
})

const signed = check(CRED.SIGNED, 'credential', function* ({ jws }, { jwks }) {
  return yield* signatures.bySet(jws, jwks, 'the issuer')
})

const issuer = check(CRED.ISSUER, 'credential', function* ({ jws }, { issuer: known, decide }) {
  decide(ISSUER_RELATION)
  if (known === undefined) return cannotTell('the address of the issuer is not known: give --issuer')
  const { iss } = jws.payload
  if (typeof iss !== 'string' || iss === '') return cannotTell('the payload has no `iss`')
  const slash = iss.replace(/\/$/, '') === known.replace(/\/$/, '') ? 'they differ in the slash at the end' : undefined
  yield* same('/payload/iss', iss, known, slash)
  return undefined
})

const time = (requirement: Requirement, name: 'iat' | 'exp'): Check =>
  check(requirement, 'credential', function* ({ jws }, context) {
    yield* timestamp(`/payload/${name}`, jws.payload[name], context)
    return undefined
  })

const notBefore = check(CRED.NBF, 'credential', function* ({ jws }, context) {
  const { nbf } = jws.payload
  if (nbf === undefined) return notHere('the payload has no `nbf`')
  yield* start('/payload/nbf', nbf, context)
  return undefined
})

const lasts = check(CRED.LASTS, 'credential', function* ({ jws }) {
  const { iat, exp } = jws.payload
  if (!isTime(iat) || !isTime(exp)) return cannotTell('`iat` or `exp` is no time')
  if (exp <= iat) yield finding('/payload/exp', `a time after ${iat}`, String(exp))
  return undefined
})

const current = check(CRED.CURRENT, 'credential', function* ({ jws }, { now, decide }) {
  const { iat, exp, nbf } = jws.payload
  if (now === undefined) return cannotTell('the time is not known: give --now')
  if (!isTime(iat) || !isTime(exp) || exp <= iat) return cannotTell('`iat` and `exp` enclose no time')
  yield* untimely(jws.payload, { now, skew: Number(decide(SKEW)) })
  return nbf === undefined || isTime(nbf) || isLongAgo(nbf) ? undefined : cannotTell('`nbf` is no time')
})

const status = check(CRED.STATUS, 'credential', function* ({ jws }, { decide }) {
  const { status: actual } = jws.payload
  const form = decide(STATUS_FORM)
  const isUrl = typeof actual === 'string' && /^https?:\/\//i.test(actual) && URL.canParse(actual)
  const isList = isObject(actual) && isObject(actual.status_list)
  if (form === 'url' ? isUrl : isList) return undefined
  const expected = form === 'url' ? 'an absolute URL' : 'an object that refers to a status list'
  const diagnosis =
    form === 'url' && isList
      ? 'this is the form under status.form = object'
      : isUrl
        ? 'this is the form under status.form = url'
        : undefined
  yield finding('/payload/status', expected, typeof actual === 'string' ? show(actual) : kindOf(actual), diagnosis)
  return undefined
})

const sdAlg = check(CRED['SD-ALG'], 'credential', function* ({ jws }, { decide }) {
  const decided = decide(ALG_NAME)
  const names = decided === 'either' ? ['SHA-256', 'sha-256'] : [decided]
  const { _sd_alg: actual } = jws.payload
  if (names.some((each) => each === actual)) return undefined
  const other = ['SHA-256', 'sha-256'].find((each) => each === actual)
  yield finding(
    '/payload/_sd_alg',
    names.map(show).join(' or '),
    show(actual),
    other && `the other spelling: sd.alg = ${other}`,
  )
  return undefined
})

const form = check(CRED.P1363, 'credential', function* ({ jws }) {
  yield* signatures.form(jws)
  return undefined
})

const crit = check(CRED.CRIT, 'credential', function* ({ jws }) {
  yield* signatures.noCritical(jws)
  return undefined
})

const vct = check(CRED.VCT, 'credential', function* ({ jws }, { decide }) {
  if (decide(VCT) === 'absent') return notHere('a credential has no `vct`, by decision')
  const { vct: actual } = jws.payload
  if (typeof actual !== 'string' || actual === '')
    yield finding('/payload/vct', 'the type of the credential', kindOf(actual))
  return undefined
})

const model = check(CRED.MODEL, 'credential', function* ({ jws }, { decide }) {
  if (decide(VCDM) === 'ignored') return notHere('the model is not looked at, by decision')
  const { iss, iat, exp } = jws.payload
  const mapped = [
    ['issuer', iss],
    ['issuanceDate', iat],
    ['expirationDate', exp],
  ] as const
  for (const [property, value] of mapped) {
    if (value === undefined) yield finding('/payload', `a member for \`${property}\``, 'none')
  }
  return undefined
})

export const checks: readonly Check[] = [
  joined,
  readable(CRED.JOINED, 'credential', ['sd-jwt-parts']),
  concealed,
  shaped(CRED.ALG, 'credential'),
  typ,
  shaped(CRED.KID, 'credential'),
  resolved,
  signed,
  shaped(CRED.ISS, 'credential'),
  issuer,
  shaped(CRED.ID, 'credential'),
  time(CRED.IAT, 'iat'),
  time(CRED.EXP, 'exp'),
  notBefore,
  lasts,
  current,
  status,
  sdAlg,
  shaped(CRED.SD, 'credential'),
  shaped(CRED.CNF, 'credential'),
  readable(CRED.COMPACT, 'credential', ['jws-parts', 'base64url', 'utf8', 'json', 'not-an-object']),
  form,
  crit,
  vct,
  model,
  ...holderKeyChecks,
]
