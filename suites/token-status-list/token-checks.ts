import { deflateSync } from 'node:zlib'
import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { explainClock, finding, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { coseTags } from '../../protocol/cbor/cose.ts'
import { CborFloat } from '../../protocol/cbor/decode.ts'
import { isBase64url } from '../../protocol/encoding/base64url.ts'
import {
  type ClaimValue,
  isClaims,
  readNumericDate,
  type SecuredToken,
  type TokenClaims,
} from '../../protocol/status-list/secured-token.ts'
import {
  bitSizes,
  countStatuses,
  describeStatus,
  isBitSize,
  isKnownStatus,
  type OpenedList,
  openStatusList,
} from '../../protocol/status-list/status-list.ts'
import { showMilliseconds } from '../jose/jwt-rules.ts'
import { locateHeaderKeys } from '../jose/key-rules.ts'
import { inspectType } from '../jose/media-type.ts'
import { jwsCauses } from '../json/causes.ts'
import { isUri } from '../kit/values.ts'
import { coseOf, jwtsOf, keysOfList, TSL } from './requirements.ts'
import {
  checkAlgorithm,
  checkCurrent,
  checkCwtClaims,
  checkSecured,
  chooseTimeOfList,
  listHeaders,
  listJwts,
} from './secured-checks.ts'
import { showClaim } from './show-claim.ts'

const bestCompression = 9

const kind = 'status-list-token'

const jwt = checkReadable(TSL.JWT, kind, jwsCauses)

const cwt = checkReadable(TSL.CWT, kind, ['cbor', 'cbor-duplicate', 'cose', 'cose-other'])

/** A check on tokens of one format. */
const checkFormat = (
  requirement: Requirement,
  format: SecuredToken['format'],
  inspect: (token: SecuredToken) => Inspection,
): Check =>
  checkArtefact(requirement, kind, function* (token) {
    return token.format === format ? yield* inspect(token) : notApplicable(`the token is no ${format.toUpperCase()}`)
  })

const coseTag = checkFormat(TSL['COSE-TAG'], 'cwt', function* ({ tags }) {
  const own = tags.filter((tag) => tag !== coseTags.cwt)
  const isGood = own.length === 1 && (own[0] === coseTags.sign1 || own[0] === coseTags.mac0)
  if (!isGood) yield finding('tag', '18 (COSE_Sign1) or 17 (COSE_Mac0)', own.join(', ') || 'none')
  return undefined
})

const cwtTag = checkFormat(TSL['CWT-TAG'], 'cwt', function* ({ tags }) {
  if (tags.includes(coseTags.cwt)) yield finding('tag', 'no CWT tag', 'the tag 61')
  return undefined
})

const cwtType = 'application/statuslist+cwt'

const typ = checkArtefact(TSL.TYP, kind, function* ({ format, header: { typ: given } }) {
  if (format !== 'cwt') return yield* inspectType(given, format === 'jwt' ? 'statuslist+jwt' : '')
  if (typeof given === 'number' && given >= 0)
    return inconclusive(`the CoAP Content-Format of lists is not assigned yet; the type is ${given}`)
  if (given !== cwtType) yield finding('header/16', cwtType, showClaim(given))
  return undefined
})

const alg = checkArtefact(TSL.ALG, kind, checkAlgorithm)

const signed = checkArtefact(TSL.SIGNED, kind, function* (token, context) {
  const past = chooseTimeOfList(token, context)
  if (past === context) return yield* checkSecured(token, context)
  // A list of the past was signed then, or is signed for this answer.
  const ends = [past, context].map((each) => checkSecured(token, each).next())
  const isSigned = ends.some(({ done, value }) => done && value === undefined)
  return isSigned ? undefined : inconclusive('a past list may be signed with a key that is no longer in use')
})

/** A check on one claim. */
const checkClaim = (
  requirement: Requirement,
  name: string,
  expected: string,
  isGood: (value: ClaimValue, token: SecuredToken) => boolean,
  show = showClaim,
): Check =>
  checkArtefact(requirement, kind, function* (token) {
    const value = token.claims[name]
    if (!isGood(value, token)) yield finding(token.locate(name), expected, show(value))
    return undefined
  })

/** The largest time that is not a count of milliseconds. */
const largest = 1e12

const isTime = (value: ClaimValue): boolean => Math.abs(readNumericDate(value) ?? Number.NaN) < largest

const showNoTime = (value: ClaimValue): string =>
  typeof value === 'number' && value >= largest ? showMilliseconds(value) : showClaim(value)

const isPresent = (value: ClaimValue): boolean => value !== undefined

const seconds = 'a number of seconds since 1970'

const isPositive = (value: ClaimValue, { format }: SecuredToken): boolean =>
  format === 'cwt' && value instanceof CborFloat ? false : (readNumericDate(value) ?? 0) > 0

/** Seconds by which a clock may be ahead. Less than the smallest error of a time zone, a quarter of an hour. */
const mostAhead = 600

const iat = checkArtefact(TSL.IAT, kind, function* ({ claims: { iat: value }, locate }, { now }) {
  const issued = readNumericDate(value)
  if (issued === undefined || !isTime(value)) yield finding(locate('iat'), seconds, showNoTime(value))
  else if (now !== undefined && issued > now + mostAhead)
    yield finding(
      locate('iat'),
      'a time in the past',
      `${Math.round(issued - now)} seconds in the future`,
      explainClock(issued - now),
    )
  return undefined
})

/** Whether a host may be another name for the one that a list is of: a service is tested before it has its name. */
const isLocal = ({ hostname }: URL): boolean =>
  /^(localhost|.*\.localhost|127\.|10\.|192\.168\.|\[::1\])/.test(hostname)

/** The address from which a list came is that of the list. */
const address = checkArtefact(TSL.SUB, kind, function* ({ claims: { sub }, locate }, { request }) {
  const url = request?.url
  if (typeof url !== 'string' || !URL.canParse(url) || typeof sub !== 'string' || !URL.canParse(sub)) return undefined
  const [called, own] = [new URL(url), new URL(sub)]
  if (!/^https?:$/.test(own.protocol)) return undefined
  for (const each of [called, own]) each.searchParams.delete('time')
  const isUnknown = isLocal(called) && called.origin !== own.origin
  if (called.href !== own.href && !isUnknown)
    yield finding(locate('sub'), 'the address from which the list came', showClaim(sub))
  return undefined
})

const claims: readonly Check[] = [
  address,
  checkClaim(TSL.SUB, 'sub', 'the URI of the list', isUri),
  iat,
  checkClaim(TSL.EXP, 'exp', seconds, (value) => !isPresent(value) || isTime(value), showNoTime),
  checkClaim(TSL.EXP, 'nbf', seconds, (value) => !isPresent(value) || isTime(value), showNoTime),
  checkClaim(TSL['EXP-GIVEN'], 'exp', 'a time', isPresent),
  checkClaim(TSL.TTL, 'ttl', 'a positive number', (value, token) => !isPresent(value) || isPositive(value, token)),
  checkClaim(TSL['TTL-GIVEN'], 'ttl', 'a number of seconds', isPresent),
  checkClaim(TSL.LIST, 'status_list', 'an object', isClaims),
]

const current = checkArtefact(TSL.CURRENT, kind, (token, context) =>
  checkCurrent(token, chooseTimeOfList(token, context)),
)

/** A check on the structure with the list, where there is one. */
const checkStructure = (
  requirement: Requirement,
  inspect: (structure: TokenClaims, token: SecuredToken, at: (name: string) => string) => Inspection,
): Check =>
  checkArtefact(requirement, kind, function* (token) {
    const { status_list: structure } = token.claims
    if (!isClaims(structure)) return inconclusive('there is no `status_list`')
    return yield* inspect(structure, token, (name) => `${token.locate('status_list')}/${name}`)
  })

const bits = checkStructure(TSL.BITS, function* ({ bits: value }, _, at) {
  if (!isBitSize(value)) yield finding(at('bits'), bitSizes.join(', '), showClaim(value))
  return undefined
})

const lst = checkStructure(TSL.LST, function* ({ lst: value }, { format }, at) {
  if (format === 'cwt') {
    if (!Buffer.isBuffer(value)) yield finding(at('lst'), 'a byte string', showClaim(value))
    return undefined
  }
  if (typeof value === 'string' && isBase64url(value)) return undefined
  const actual = typeof value === 'string' ? 'another text' : showClaim(value)
  yield finding(at('lst'), 'a string in unpadded base64url', actual, explainText(value))
  return undefined
})

const explainText = (value: ClaimValue): string | undefined => {
  if (typeof value !== 'string') return undefined
  if (/[+/]/.test(value)) return 'this is base64, not base64url'
  return value.endsWith('=') ? 'this has padding' : undefined
}

const aggregationUri = checkStructure(TSL['AGGREGATION-URI'], function* ({ aggregation_uri: value }, _, at) {
  if (value !== undefined && !isUri(value)) yield finding(at('aggregation_uri'), 'a URI', showClaim(value))
  return undefined
})

/** A check on the list, decompressed once for all of them. */
const checkList = (requirement: Requirement, inspect: (opened: OpenedList, at: string) => Inspection): Check =>
  checkArtefact(requirement, kind, function* (token, { derive }) {
    return yield* inspect(derive(openStatusList, token), `${token.locate('status_list')}/lst`)
  })

const zlib = checkList(TSL.ZLIB, function* (opened, at) {
  if (!('problem' in opened)) return undefined
  const { code, message } = opened.problem
  if (code !== 'zlib') return inconclusive(message)
  yield finding(at, 'DEFLATE in the ZLIB format, and nothing after it', message)
  return undefined
})

const bounded = checkList(TSL.BOUNDED, function* (opened, at) {
  if (!('problem' in opened)) return undefined
  if (opened.problem.code !== 'too-large') return inconclusive(opened.problem.message)
  yield finding(at, 'a list of 32 MiB or less', opened.problem.message)
  return undefined
})

/** Octets of a list that is compressed again, and how many more octets than that are still good. */
const compared = { most: 1 << 20, ratio: 1.15, extra: 16 }

const level = checkList(TSL.LEVEL, function* (opened, at) {
  if ('problem' in opened) return inconclusive(opened.problem.message)
  const { list, compressed } = opened
  if (list.octets.length > compared.most) return notApplicable('the list is too long to be compressed again')
  const best = deflateSync(list.octets, { level: bestCompression }).length
  if (compressed.length > best * compared.ratio + compared.extra)
    yield finding(at, `about ${best} octets`, `${compressed.length} octets`)
  return undefined
})

const known = checkList(TSL.TYPES, function* (opened, at) {
  if ('problem' in opened) return inconclusive(opened.problem.message)
  const unknown = [...countStatuses(opened.list).keys()].filter((status) => !isKnownStatus(status))
  if (unknown.length > 0) yield finding(at, 'registered statuses', unknown.slice(0, 4).map(describeStatus).join(', '))
  return undefined
})

export const checks: readonly Check[] = [
  jwt,
  cwt,
  coseTag,
  cwtTag,
  typ,
  alg,
  signed,
  ...checkFacet(jwtsOf.list, listJwts),
  ...checkFacet(keysOfList, (token) => listJwts(token).flatMap(({ at, view }) => locateHeaderKeys(view.header, at))),
  ...checkFacet(coseOf.list, listHeaders),
  checkArtefact(TSL['CWT-CLAIMS'], kind, (token) => checkCwtClaims(token, ['sub', 'exp', 'nbf', 'iat'])),
  ...claims,
  current,
  bits,
  lst,
  zlib,
  level,
  bounded,
  known,
  aggregationUri,
]
