import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  type Finding,
  finding,
  type Inspection,
  inconclusive,
  showValue,
} from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { isSignatureAlgorithm } from '../../protocol/jose/signature-algorithms.ts'
import { chooseHash, findSimilarHash, isRegisteredHash } from '../../protocol/sd-jwt/hash-functions.ts'
import type { AnySdJwt, Slip } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures, type ProcessedSdJwt, type ProcessingCode } from '../../protocol/sd-jwt/processing.ts'
import { findWrongTimes, inspectValidity } from '../jose/jwt-rules.ts'
import { locateHeaderKeys, locateKey } from '../jose/key-rules.ts'
import { jwsCauses } from '../json/causes.ts'
import { checkCriticalParameters } from '../kit/signatures.ts'
import { checks as disclosures } from './disclosure-checks.ts'
import { checkIssuerSignature } from './issuer-keys.ts'
import { checks as keyBinding } from './key-binding-checks.ts'
import { JWSJSON, jwtsOf, keysOfSdJwt, SDJWT } from './requirements.ts'

const readable = checkReadable(SDJWT.JWT, 'sd-jwt', jwsCauses)

const form = checkArtefact(SDJWT.FORM, 'sd-jwt', function* ({ slips }) {
  yield* listSlips(slips, 'unterminated')
  return undefined
})

function* listSlips(slips: readonly Slip[], wanted: Slip['code']): Generator<Finding> {
  for (const { code, at, expected, actual } of slips) if (code === wanted) yield finding(at, expected, actual)
}

const alg = checkArtefact(SDJWT.ALG, 'sd-jwt', function* ({ signatures }) {
  for (const { at, header } of signatures) {
    if (isSignatureAlgorithm(header.alg)) continue
    const isUnknown = typeof header.alg === 'string' && !/^(none|HS\d+)$/i.test(header.alg)
    if (isUnknown) return inconclusive(`Assay does not know the algorithm ${showValue(header.alg)}`)
    yield finding(`${at}/header/alg`, 'a digital signature algorithm', showValue(header.alg))
  }
  return undefined
})

/** Of several signatures one has to be by the issuer. */
const signed = checkArtefact(SDJWT.SIGNED, 'sd-jwt', function* ({ signatures, payload }, context): Inspection {
  const inspected = signatures.map((each) => {
    const inspection = checkIssuerSignature(each, payload, context)
    const first = inspection.next()
    return first.done ? { remark: first.value } : { found: first.value }
  })
  if (inspected.some((each) => 'remark' in each && each.remark === undefined)) return undefined
  for (const each of inspected) if ('found' in each && each.found) yield each.found
  return inspected.flatMap((each) => ('remark' in each && each.remark ? [each.remark] : []))[0]
})

const crit = checkArtefact(SDJWT.CRIT, 'sd-jwt', function* ({ signatures }) {
  for (const { header } of signatures) yield* checkCriticalParameters({ header })
  return undefined
})

const sdAlg = checkArtefact(SDJWT['SD-ALG'], 'sd-jwt', function* ({ payload: { _sd_alg: name } }) {
  if (name === undefined || (typeof name === 'string' && isRegisteredHash(name))) return undefined
  const similar = typeof name === 'string' ? findSimilarHash(name) : undefined
  const diagnosis = similar && `the registry spells it ${similar}`
  yield finding('/_sd_alg', 'the name of a registered hash function', showValue(name), diagnosis)
  return undefined
})

/** Bits of security against collisions of a hash function, by the algorithm of the signature. */
const collisionBits: ReadonlyMap<unknown, number> = new Map([
  ['ES384', 192],
  ['PS384', 192],
  ['RS384', 192],
  ['ES512', 256],
  ['PS512', 256],
  ['RS512', 256],
])

const strongHash = checkArtefact(SDJWT.HASH, 'sd-jwt', function* ({ payload }) {
  const hash = chooseHash(payload)
  if (!hash) return inconclusive(explainHash(payload))
  if (hash.length < 14) yield finding('/_sd_alg', 'a hash function of 112 bits or more', `${hash.length * 8} bits`)
  return undefined
})

const matchingHash = checkArtefact(SDJWT['HASH-MATCHES'], 'sd-jwt', function* ({ payload, signatures: [first] }) {
  const hash = chooseHash(payload)
  if (!hash) return inconclusive(explainHash(payload))
  const wanted = collisionBits.get(first?.header.alg) ?? 112
  if (hash.length * 4 < wanted)
    yield finding('/_sd_alg', `a hash function of ${wanted * 2} bits, as in the signature`, `${hash.length * 8} bits`)
  return undefined
})

const explainHash = ({ _sd_alg: name }: JsonObject): string =>
  `Assay does not compute the hash function ${showValue(name)}`

/** A check for one cause that processing finds. */
const checkProcessing = (requirement: Requirement, expected: string, ...codes: readonly ProcessingCode[]): Check =>
  checkArtefact(requirement, 'sd-jwt', function* (sdJwt, { derive }) {
    const processed = derive(applyDisclosures, sdJwt)
    if (!processed) return inconclusive(explainHash(sdJwt.payload))
    for (const { code, at, actual } of processed.faults) if (codes.includes(code)) yield finding(at, expected, actual)
    return undefined
  })

const processing: readonly Check[] = [
  checkProcessing(SDJWT['SD-ALG-TOP'], '`_sd_alg` at the top level only', 'hash-nested'),
  checkProcessing(SDJWT.SD, 'an array of strings', 'sd-form'),
  checkProcessing(SDJWT.PLACEHOLDER, 'an array element with nothing but `...`, a string', 'placeholder'),
  checkProcessing(SDJWT['DIGEST-FORM'], 'a digest in unpadded base64url', 'digest-form'),
  checkProcessing(SDJWT['DIGEST-ONCE'], 'a digest that occurs once', 'digest-repeated'),
  checkProcessing(SDJWT.PROPERTY, 'three elements: salt, name and value', 'property-form'),
  checkProcessing(SDJWT.ELEMENT, 'two elements: salt and value', 'element-form'),
  checkProcessing(SDJWT.NAME, 'a name that is not reserved', 'name-reserved'),
  checkProcessing(SDJWT['NAME-FREE'], 'a name that no other claim has', 'name-taken'),
  checkProcessing(SDJWT.DEPTH, 'values that are nested less deeply', 'too-deep'),
]

const filled = checkArtefact(SDJWT['SD-FILLED'], 'sd-jwt', function* ({ payload: { _sd: digests } }) {
  if (Array.isArray(digests) && digests.length === 0) yield finding('/_sd', 'digests, or no `_sd`', 'an empty array')
  return undefined
})

/** A check on the payload with what was disclosed in its place. */
const checkProcessed = (
  requirement: Requirement,
  inspect: (payload: JsonObject, context: CheckContext, processed: ProcessedSdJwt) => Inspection,
): Check =>
  checkArtefact(requirement, 'sd-jwt', function* (sdJwt: AnySdJwt, context) {
    const processed = context.derive(applyDisclosures, sdJwt)
    if (!processed) return inconclusive(explainHash(sdJwt.payload))
    return yield* inspect(processed.payload, context, processed)
  })

const times = checkProcessed(SDJWT.TIMES, findWrongTimes)

const current = checkProcessed(SDJWT.CURRENT, inspectValidity)

const audience = checkProcessed(SDJWT.AUDIENCE, function* ({ aud }, { audience: verifier }) {
  if (aud === undefined) return undefined
  if (verifier === undefined)
    return inconclusive('the credential has `aud`, and the verifier is unknown: pass --audience')
  const list = Array.isArray(aud) ? aud : [aud]
  if (!list.includes(verifier)) yield finding('/aud', 'the verifier', showValue(aud))
  return undefined
})

const permanentPlaces: ReadonlySet<string> = new Set(['/iss', '/exp', '/nbf', '/cnf'])

const permanent = checkProcessed(SDJWT.PERMANENT, function* (_, __, { disclosed }) {
  for (const at of disclosed)
    if (permanentPlaces.has(at)) yield finding(at, 'a claim in the payload', 'a disclosed claim')
  return undefined
})

const cnf = checkProcessed(SDJWT.CNF, function* ({ cnf: confirmation }) {
  if (confirmation === undefined) return undefined
  const jwk = isObject(confirmation) ? confirmation.jwk : undefined
  if (!isObject(confirmation)) yield finding('/cnf', 'an object', showValue(confirmation))
  else if (Object.keys(confirmation).length === 0)
    yield finding('/cnf', 'members that identify a key', 'an empty object')
  else if (jwk !== undefined && !isObject(jwk)) yield finding('/cnf/jwk', 'an object', showValue(jwk))
  else yield* findPrivate('/cnf/jwk', jwk)
  return undefined
})

function* findPrivate(at: string, jwk: JsonValue | undefined): Generator<Finding> {
  const members = isObject(jwk) ? listPrivateMembers(jwk) : []
  if (members.length > 0) yield finding(at, 'a public key', `a key with ${members.join(', ')}`)
}

/** What a confirmation names a key by: at most one of them (RFC 7800, section 3.1). */
const confirmations = ['jwk', 'jwe', 'jku'] as const

const confirmed = checkArtefact(SDJWT.CNF, 'sd-jwt', function* ({ payload: { cnf: confirmation }, signatures }) {
  const members = isObject(confirmation) ? Object.keys(confirmation) : undefined
  const given = confirmations.filter((name) => members?.includes(name))
  if (given.length > 1) yield finding('/cnf', 'one of `jwk`, `jwe` and `jku`', given.join(' and '))
  for (const { at, header } of signatures) yield* findPrivate(`${at}/header/jwk`, header.jwk)
  return undefined
})

const keys = checkFacet(keysOfSdJwt, (sdJwt, { derive }) => {
  const { cnf: confirmation } = derive(applyDisclosures, sdJwt)?.payload ?? {}
  return [
    ...locateKey('/cnf/jwk', isObject(confirmation) ? confirmation.jwk : undefined, 'sig'),
    ...sdJwt.signatures.flatMap(({ at, header }) => locateHeaderKeys(header, `${at}/`)),
  ]
})

const tokens = checkFacet(jwtsOf.issuer, (sdJwt, { derive }) => {
  const payload = derive(applyDisclosures, sdJwt)?.payload ?? sdJwt.payload
  const findKeys = () => ({ unbound: 'SDJWT-SIGNED is about its signature' }) // it is sharper
  return sdJwt.signatures.map((signed) => ({ at: `${signed.at}/`, view: { ...signed, payload, findKeys } }))
})

const listHeader = checkArtefact(JWSJSON.HEADER, 'sd-jwt', function* ({ slips }) {
  yield* listSlips(slips, 'not-a-list')
  return undefined
})

const firstHeader = checkArtefact(JWSJSON.FIRST, 'sd-jwt', function* ({ slips }) {
  yield* listSlips(slips, 'misplaced')
  return undefined
})

const disjoint = checkArtefact(JWSJSON.DISJOINT, 'sd-jwt', function* ({ signatures, slips }) {
  for (const { at, header, unprotected } of signatures) {
    const both = Object.keys(header).filter((name) => Object.hasOwn(unprotected, name))
    if (both.length > 0) yield finding(`${at}/header`, 'names that the protected header does not have', both.join(', '))
  }
  yield* listSlips(slips, 'mixed-forms')
  return undefined
})

export const checks: readonly Check[] = [
  readable,
  form,
  alg,
  signed,
  crit,
  sdAlg,
  strongHash,
  matchingHash,
  ...processing,
  filled,
  ...disclosures,
  times,
  current,
  audience,
  permanent,
  cnf,
  confirmed,
  ...keys,
  ...tokens,
  ...keyBinding,
  listHeader,
  firstHeader,
  disjoint,
]
