import { type Check, checkArtefact } from '../../model/check.ts'
import {
  type CheckContext,
  type Finding,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { findKeysById } from '../../protocol/jose/jwk.ts'
import type { AnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import { readIntegrity } from '../../protocol/sd-jwt-vc/integrity.ts'
import { inspectType, isSameType } from '../jose/media-type.ts'
import { isUri } from '../kit/values.ts'
import { SDVC } from './requirements.ts'
import { describeIntegrity, isCollisionResistant, isIssuerUrl, readAsSecure } from './values.ts'

const mediaType = 'dc+sd-jwt'

/** Of several signatures one may be by a party that signs for another purpose. */
const typ = checkArtefact(SDVC.TYP, 'sd-jwt', function* ({ signatures }) {
  const types = signatures.map(({ header, unprotected }) => header.typ ?? unprotected.typ)
  const best = types.find((each) => each === mediaType) ?? types.find((each) => isSameType(each, mediaType))
  return yield* inspectType(best ?? types[0], mediaType, '/header/typ')
})

/** A check on the payload with what was disclosed in its place. */
const checkPayload = (
  requirement: Requirement,
  inspect: (payload: JsonObject, sdJwt: AnySdJwt, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(requirement, 'sd-jwt', function* (sdJwt, context) {
    const processed = context.derive(applyDisclosures, sdJwt)
    if (!processed) return inconclusive('Assay does not compute its hash function')
    return yield* inspect(processed.payload, sdJwt, context)
  })

const vct = checkPayload(SDVC.VCT, function* ({ vct: type }) {
  if (typeof type !== 'string') yield finding('/vct', 'a string', showValue(type))
  return undefined
})

const vctName = checkPayload(SDVC['VCT-NAME'], function* ({ vct: type }) {
  if (typeof type !== 'string') return inconclusive('`vct` is not a string')
  yield* findCommonName('/vct', type)
  return undefined
})

function* findCommonName(at: string, name: string): Generator<Finding> {
  if (!isCollisionResistant(name)) yield finding(at, 'a name that others do not choose, such as a URI', showValue(name))
}

const vctIntegrity = checkPayload(SDVC['VCT-INTEGRITY'], function* ({ 'vct#integrity': integrity }) {
  if (integrity !== undefined && !readIntegrity(integrity))
    yield finding('/vct#integrity', 'integrity metadata', showValue(integrity), describeIntegrity(integrity))
  return undefined
})

const aka = checkPayload(SDVC.AKA, function* ({ aka_vcts: types }) {
  if (types === undefined) return undefined
  const isGood = Array.isArray(types) && types.length > 0 && types.every((each) => typeof each === 'string')
  if (!isGood) yield finding('/aka_vcts', 'a non-empty array of strings', showValue(types))
  return undefined
})

export const listTypes = ({ aka_vcts: types }: JsonObject): readonly string[] =>
  Array.isArray(types) ? types.filter((each) => typeof each === 'string') : []

const akaName = checkPayload(SDVC['AKA-NAME'], function* (payload) {
  for (const [i, type] of listTypes(payload).entries()) yield* findCommonName(`/aka_vcts/${i}`, type)
  return undefined
})

const akaOther = checkPayload(SDVC['AKA-OTHER'], function* (payload) {
  const at = listTypes(payload).indexOf(String(payload.vct))
  if (at >= 0) yield finding(`/aka_vcts/${at}`, 'a type beside that in `vct`', 'the value of `vct`')
  return undefined
})

const permanentClaims = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aka_vcts', 'status'] as const

const permanent = checkArtefact(SDVC.PERMANENT, 'sd-jwt', function* (sdJwt, { derive }) {
  const disclosed = derive(applyDisclosures, sdJwt)?.disclosed
  if (!disclosed) return inconclusive('Assay does not compute its hash function')
  for (const at of disclosed) {
    const isOfOne = permanentClaims.some((name) => at === `/${name}` || at.startsWith(`/${name}/`))
    if (isOfOne) yield finding(at, 'a claim in the payload', 'a disclosed claim')
  }
  return undefined
})

const bound = checkPayload(SDVC.BOUND, function* ({ cnf }, { keyBinding }) {
  if (!keyBinding) return notApplicable('there is no Key Binding JWT here')
  if (cnf === undefined) yield finding('/cnf', 'a key of the holder', 'nothing')
  return undefined
})

const cnfJwk = checkPayload(SDVC['CNF-JWK'], function* ({ cnf }) {
  if (!isObject(cnf) || Object.keys(cnf).length === 0) return notApplicable('there is nothing in `cnf`')
  const diagnosis = typeof cnf.kty === 'string' ? 'the key belongs in a member `jwk` of `cnf`' : undefined
  if (cnf.jwk === undefined) yield finding('/cnf/jwk', 'a key', `${Object.keys(cnf).length} other members`, diagnosis)
  return undefined
})

const cnfLocal = checkPayload(SDVC['CNF-LOCAL'], function* ({ cnf }) {
  if (!isObject(cnf)) return notApplicable('there is no object in `cnf`')
  const places: readonly (readonly [string, JsonValue | undefined])[] = [
    ['/cnf/jku', cnf.jku],
    ['/cnf/jwk/x5u', isObject(cnf.jwk) ? cnf.jwk.x5u : undefined],
    ['/cnf/kid', typeof cnf.kid === 'string' && /^https?:\/\//i.test(cnf.kid) ? cnf.kid : undefined],
  ]
  for (const [at, value] of places) if (value !== undefined) yield finding(at, 'no address', 'an address')
  return undefined
})

const status = checkPayload(SDVC.STATUS, function* ({ status: claim }) {
  if (claim === undefined) return undefined
  if (!isObject(claim)) {
    yield finding('/status', 'an object', showValue(claim))
    return undefined
  }
  if (Object.keys(claim).length === 0) yield finding('/status', 'a status mechanism', 'an empty object')
  const { status_list: list } = claim
  if (list === undefined) return undefined
  const { idx, uri } = isObject(list) ? list : {}
  if (!Number.isSafeInteger(idx) || Number(idx) < 0)
    yield finding('/status/status_list/idx', 'a whole number from 0', showValue(idx))
  if (!isUri(uri)) yield finding('/status/status_list/uri', 'a URI', showValue(uri))
  return undefined
})

/** How the files of pictures and documents begin in base64. */
const fileStarts = /^(?:iVBORw0KGgo|\/9j\/|_9j_|R0lGOD|JVBERi0|UklGR|Qk0[0-9A-Za-z+/]{60})/

/** Characters from which a text is long enough to be a file. */
const fileLength = 64

const binary = checkPayload(SDVC.BINARY, function* (payload) {
  for (const at of findFiles(payload, '')) yield finding(at, 'a data URI', 'a file in base64')
  return undefined
})

function* findFiles(value: JsonValue, at: string): Generator<string> {
  if (typeof value === 'string' && value.length >= fileLength && fileStarts.test(value)) yield at
  const entries = isObject(value) ? Object.entries(value) : Array.isArray(value) ? value.entries() : []
  for (const [name, each] of entries) yield* findFiles(each, `${at}/${name}`)
}

const plain = checkArtefact(SDVC.PLAIN, 'sd-jwt', function* (sdJwt, { derive }) {
  const processed = derive(applyDisclosures, sdJwt)
  if (!processed) return inconclusive('Assay does not compute its hash function')
  const isPlain = processed.digests.size === 0 && sdJwt.disclosures.length === 0
  if (isPlain && sdJwt.payload._sd !== undefined) yield finding('/_sd', 'nothing', 'an `_sd` without digests')
  return undefined
})

/** A check of a credential with the metadata of its issuer, which say nothing about one whose key is in its certificates. */
const checkWithIssuer = (
  requirement: Requirement,
  inspect: (payload: JsonObject, metadata: JsonObject, sdJwt: AnySdJwt, context: CheckContext) => Inspection,
): Check =>
  checkPayload(requirement, function* (payload, sdJwt, context) {
    const { issuerMetadata: metadata } = context
    if (!metadata) return notApplicable('no issuer metadata was given: see --issuer-metadata')
    if (sdJwt.signatures[0]?.header.x5c !== undefined) return notApplicable('its key is that of its certificates')
    return yield* inspect(payload, metadata, sdJwt, context)
  })

const issUrl = checkWithIssuer(SDVC['ISS-URL'], function* ({ iss }, _, __, context) {
  if (!isIssuerUrl(readAsSecure(iss, context)))
    yield finding('/iss', 'an HTTPS URL without a query or fragment', showValue(iss))
  return undefined
})

const issMetadata = checkWithIssuer(SDVC['ISS-METADATA'], function* ({ iss }, { issuer }) {
  if (issuer !== iss) yield finding('/iss', showValue(issuer), showValue(iss))
  return undefined
})

const kid = checkWithIssuer(SDVC.KID, function* (_, { jwks }, { signatures: [first] }) {
  const { kid: id } = first?.header ?? {}
  if (id === undefined) yield finding('/header/kid', 'the `kid` of a key of the issuer', 'nothing')
  else if (jwks !== undefined && findKeysById(jwks, id).length === 0)
    yield finding('/header/kid', 'the `kid` of a key in `jwks`', showValue(id))
  return undefined
})

export const checks: readonly Check[] = [
  typ,
  vct,
  vctName,
  vctIntegrity,
  aka,
  akaName,
  akaOther,
  permanent,
  bound,
  cnfJwk,
  cnfLocal,
  status,
  binary,
  plain,
  issUrl,
  issMetadata,
  kid,
]
