import { type ArtefactCheck, type Check, checkArtefact, checkReadable } from '../../../model/check.ts'
import { finding, type Inspection, inconclusive, notApplicable, showValue } from '../../../model/finding.ts'
import { describeKind, isObject } from '../../../protocol/encoding/json.ts'
import { findMember, toPointer } from '../../../protocol/encoding/pointer.ts'
import { isSameUrl } from '../../../protocol/encoding/url.ts'
import { openStatusList } from '../../../protocol/status-list/status-list.ts'
import * as signatures from '../../kit/signatures.ts'
import { ID_RELATION, SKEW, STATUS_FORM } from '../credential/decisions.ts'
import { checkProbes } from '../kit/probe-checks.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkStartTime, checkTimestamp, checkValidityTimes, isLongAgo, isTimestamp } from '../kit/times.ts'
import { BODY, COMPARE, MEMBER, SIGNER, VOCABULARY } from './decisions.ts'
import { statusExchangeChecks } from './exchange-checks.ts'
import { listIdMembers, listTexts, statusValues } from './reading.ts'
import { STATUS } from './requirements.ts'

const statusPath = '/credentials/status/'

const path = checkArtefact(STATUS.PATH, 'credential', function* ({ jws }, { statusBase, decide }) {
  if (decide(STATUS_FORM) !== 'url') return notApplicable('`status` is not a URL, by decision')
  const { status } = jws.payload
  if (typeof status !== 'string' || !URL.canParse(status)) return inconclusive('`status` is not a URL')
  const { pathname, search, hash } = new URL(status)
  const end = pathname.lastIndexOf(statusPath)
  const last = end < 0 ? '' : pathname.slice(end + statusPath.length)
  if (last === '' || last.includes('/'))
    yield finding('/payload/status', `…${statusPath}<credential-id>`, showValue(status))
  else if (search !== '' || hash !== '') yield finding('/payload/status', 'no query and no fragment', search + hash)
  else if (statusBase !== undefined && !isSameUrl(status, `${statusBase.replace(/\/$/, '')}${statusPath}${last}`)) {
    yield finding('/payload/status', `a URL below ${statusBase}`, showValue(status))
  }
  return undefined
})

const id = checkArtefact(STATUS.ID, 'credential', function* ({ jws }, { decide }) {
  if (decide(STATUS_FORM) !== 'url' || decide(ID_RELATION) === 'none')
    return notApplicable('the status URL need not contain the `id`, by decision')
  const { status, id: own } = jws.payload
  if (typeof status !== 'string' || !status.includes(statusPath)) return inconclusive('`status` has no credential id')
  if (typeof own !== 'string') return inconclusive('the credential has no `id`')
  const last = status.slice(status.lastIndexOf('/') + 1).split(/[?#]/)[0]
  if (last !== own)
    yield finding('/payload/status', 'the `id` of the credential as the last path segment', showValue(last))
  return undefined
})

const list = checkArtefact(STATUS.LIST, 'credential', function* ({ jws }, { decide }) {
  if (decide(STATUS_FORM) !== 'object') return notApplicable('`status` is a URL, by decision')
  const { status } = jws.payload
  if (!isObject(status) || !isObject(status.status_list))
    return inconclusive('`status` does not refer to a Token Status List')
  const { idx, uri } = status.status_list
  if (!Number.isInteger(idx) || Number(idx) < 0)
    yield finding('/payload/status/status_list/idx', 'a non-negative integer', showValue(idx))
  if (typeof uri !== 'string') yield finding('/payload/status/status_list/uri', 'a URL', describeKind(uri))
  return undefined
})

const signed = checkArtefact(STATUS.SIGNED, 'status-token', function* (token, context) {
  const { kid } = token.header
  const isIssuers = context.decide(SIGNER) === 'issuer'
  if (context.decide(BODY) === 'any' && signatures.isOfOtherAlgorithm(token))
    return notApplicable('status responses have another format, by decision')
  yield* signatures.checkForm(token)
  const isUnknown = typeof kid === 'string' && context.jwks && signatures.findKeys(kid, context.jwks).length === 0
  if (isUnknown && isIssuers)
    yield finding('/header/kid', 'the `kid` of a key in the key set of the issuer', 'another one')
  const ofOtherKey = isIssuers
    ? undefined
    : inconclusive('it names no key, and no key of the issuer made its signature')
  return yield* signatures.checkSignature(token, 'the status service', context, ofOtherKey)
})

/** A check of what only a compact JWS has. */
const checkJws = (check: ArtefactCheck): ArtefactCheck => ({
  ...check,
  *inspect(artefact, context): Inspection {
    if (context.decide(BODY) === 'any') return notApplicable('status responses have another format, by decision')
    return yield* check.inspect(artefact, context)
  },
})

const crit = checkArtefact(STATUS.CRIT, 'status-token', function* (token) {
  yield* signatures.checkCriticalParameters(token)
  return undefined
})

const value = checkArtefact(STATUS.VALUE, 'status-token', function* ({ payload }, { decide }) {
  if (decide(VOCABULARY) !== 'document') return notApplicable('status responses have another format, by decision')
  if (decide(STATUS_FORM) === 'object') {
    const opened = openStatusList({ claims: payload })
    if ('problem' in opened) yield finding('/payload/status_list', 'a list of statuses', opened.problem.message)
    return undefined
  }
  const normalize = (text: string): string => (decide(COMPARE) === 'any-case' ? text.toLowerCase() : text)
  if (decide(BODY) === 'any') {
    const isThere = listTexts(payload).some((text) => statusValues.includes(normalize(text)))
    if (!isThere) yield finding('/payload', `${statusValues.join(', ')}, as the value of a member`, 'none of them')
    return undefined
  }
  const member = decide(MEMBER)
  const status = findMember(payload, member)
  const found = typeof status === 'string' ? normalize(status) : status
  const near = statusValues.find((each) => typeof status === 'string' && each === status.trim().toLowerCase())
  if (!statusValues.some((each) => each === found)) {
    yield finding(
      `/payload${toPointer(member)}`,
      statusValues.join(', '),
      showValue(status),
      near && 'case and white space matter',
    )
  }
  return undefined
})

const subject = checkArtefact(STATUS.SUBJECT, 'status-token', function* ({ payload }, { credentialId, decide }) {
  const places = listIdMembers(decide)
  if (places.length === 0)
    return notApplicable(
      'status responses have another format, and no member for the id (status.idMember), by decision',
    )
  const named = places.flatMap((place) => {
    const value = findMember(payload, place)
    return value === undefined ? [] : [{ at: `/payload${toPointer(place)}`, value }]
  })
  if (named.length === 0) yield finding(`/payload${toPointer(places[0] ?? '')}`, 'the id of the credential', 'nothing')
  const expected = credentialId ?? named[0]?.value
  for (const { at, value } of named) {
    if (typeof value !== 'string') yield finding(at, 'the id of the credential', describeKind(value))
    else if (typeof expected === 'string' && removePrefix(value) !== removePrefix(expected))
      yield finding(at, expected, showValue(value))
  }
  return credentialId === undefined
    ? inconclusive('the id of the credential is not known: verify the status response together with the credential')
    : undefined
})

/** Removes the prefix of an id that is a URN or a URL. */
function removePrefix(text: string): string {
  if (/^urn:[a-z0-9-]+:/i.test(text)) return text.slice(text.lastIndexOf(':') + 1)
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text
  const { pathname } = new URL(text)
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

const timeChecks = { iat: checkTimestamp, nbf: checkStartTime, exp: checkTimestamp }

const times = checkArtefact(STATUS.TIMES, 'status-token', function* ({ payload }, context) {
  const present = Object.entries(timeChecks).filter(([name]) => payload[name] !== undefined)
  if (present.length === 0) return notApplicable('the status response has no time')
  for (const [name, checkTime] of present) yield* checkTime(`/payload/${name}`, payload[name], context)
  return undefined
})

const current = checkArtefact(STATUS.CURRENT, 'status-token', function* ({ payload }, { now, decide }) {
  const present = Object.keys(timeChecks).filter((name) => payload[name] !== undefined)
  if (present.length === 0) return notApplicable('the status response has no time')
  if (now === undefined) return inconclusive('the time is not known: pass --now')
  yield* checkValidityTimes(payload, { now, skew: Number(decide(SKEW)) })
  const areTimestamps = present.every(
    (name) => isTimestamp(payload[name]) || (name === 'nbf' && isLongAgo(payload[name])),
  )
  return areTimestamps ? undefined : inconclusive('one of its times is not a timestamp')
})

const issuer = checkArtefact(STATUS.ISSUER, 'status-token', function* ({ payload: { iss } }, { issuer, statusBase }) {
  if (iss === undefined) return notApplicable('the status response has no `iss`')
  if (typeof iss !== 'string') yield finding('/payload/iss', 'the URL of the issuer', describeKind(iss))
  else if ([issuer, statusBase].some((base) => base !== undefined && isSameUrl(iss, base))) return undefined
  else if (issuer === undefined) return inconclusive('the address of the issuer is not known: pass --issuer')
  else
    yield finding(
      '/payload/iss',
      [issuer, ...(statusBase ? [statusBase] : [])].map(showValue).join(' or '),
      showValue(iss),
    )
  return undefined
})

export const checks: readonly Check[] = [
  path,
  id,
  signed,
  value,
  subject,
  checkJws(checkReadable(STATUS.COMPACT, 'status-token', ['jws-parts', 'base64url', 'utf8', 'json', 'not-an-object'])),
  checkJws(checkSchema(STATUS.ALG, 'status-token')),
  list,
  checkJws(crit),
  checkJws(times),
  checkJws(current),
  checkProbes(STATUS.CURRENT),
  checkJws(issuer),
  ...statusExchangeChecks,
]
