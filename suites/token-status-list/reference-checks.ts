import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  type Remark,
} from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import {
  isClaims,
  readSecuredToken,
  type SecuredToken,
  type TokenClaims,
} from '../../protocol/status-list/secured-token.ts'
import { describeStatus, openStatusList, readStatus, type StatusList } from '../../protocol/status-list/status-list.ts'
import { jwsCauses } from '../json/causes.ts'
import { isUri } from '../kit/values.ts'
import { coseOf, jwtsOf, TSREF } from './requirements.ts'
import {
  checkCurrent,
  checkCwtClaims,
  checkSecured,
  chooseTimeOfList,
  listHeaders,
  listJwts,
} from './secured-checks.ts'
import { showClaim } from './show-claim.ts'

const kind = 'referenced-token'

const form = checkReadable(TSREF.FORM, kind, [...jwsCauses, 'cbor', 'cbor-duplicate', 'cose'])

const signed = checkArtefact(TSREF.SIGNED, kind, function* (token, context) {
  const { alg } = token.header
  if (alg === undefined || (typeof alg === 'string' && /^none$/i.test(alg))) {
    yield finding('header/alg', 'a signature algorithm', showClaim(alg))
    return undefined
  }
  return yield* checkSecured(token, context)
})

const current = checkArtefact(TSREF.CURRENT, kind, checkCurrent)

const status = checkArtefact(TSREF.STATUS, kind, function* ({ claims, locate }) {
  const { status: value } = claims
  if (!isClaims(value)) yield finding(locate('status'), 'an object', showClaim(value))
  else if (Object.keys(value).length === 0) yield finding(locate('status'), 'a status mechanism', 'an empty object')
  return undefined
})

const absent = notApplicable('the token has no `status_list`')

const list = checkArtefact(TSREF.LIST, kind, function* ({ claims: { status: value }, locate }) {
  if (!isClaims(value)) return inconclusive('there is no `status`')
  const { status_list: reference } = value
  if (reference === undefined) return absent
  if (!isClaims(reference)) yield finding(`${locate('status')}/status_list`, 'an object', showClaim(reference))
  return undefined
})

/** The reference to a list; nothing, if there is none that can be read. */
const findReference = ({ claims: { status: value } }: SecuredToken): TokenClaims | Remark => {
  if (!isClaims(value)) return inconclusive('there is no `status`')
  const { status_list: reference } = value
  if (reference === undefined) return absent
  return isClaims(reference) ? reference : inconclusive('`status_list` is not an object')
}

const isRemark = (value: object): value is Remark => 'outcome' in value && 'reason' in value

/** A check on the reference to a list. */
const checkReference = (
  requirement: Requirement,
  inspect: (reference: TokenClaims, at: string, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(requirement, kind, function* (token, context) {
    const reference = findReference(token)
    if (isRemark(reference)) return reference
    return yield* inspect(reference, `${token.locate('status')}/status_list`, context)
  })

const isIndex = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

const idx = checkReference(TSREF.IDX, function* ({ idx: value }, at) {
  if (!isIndex(value)) yield finding(`${at}/idx`, 'an integer that is not negative', showClaim(value))
  return undefined
})

const uri = checkReference(TSREF.URI, function* ({ uri: value }, at) {
  if (!isUri(value)) yield finding(`${at}/uri`, 'a URI', showClaim(value))
  return undefined
})

const listIsUnknown = inconclusive('the list is unknown: pass --status-list, or put it into the same folder')

/** The lists that were given, read. */
function readLists({ statusList }: CheckContext): readonly SecuredToken[] {
  const texts = statusList === undefined ? [] : typeof statusList === 'string' ? [statusList] : statusList
  return texts.flatMap((text) => {
    const read = attempt(() => readSecuredToken(text))
    return 'value' in read ? [read.value] : []
  })
}

const sub = checkReference(TSREF.SUB, function* ({ uri: value }, _, context) {
  if (context.statusList === undefined) return listIsUnknown
  const lists = readLists(context)
  if (lists.some(({ claims }) => claims.sub === value)) return undefined
  const [first] = lists
  if (!first) return inconclusive('the list that was given cannot be read')
  // One of several lists in a folder is for other tokens, and says nothing about this one. What its own URI returned does.
  const isOwn = typeof context.statusList === 'string' || context.request?.url === value
  if (!isOwn) return listIsUnknown
  yield finding(
    `list ${first.locate('sub')}`,
    `${showClaim(value)}, the \`uri\` in the token`,
    showClaim(first.claims.sub),
  )
  return undefined
})

/** The list that a token refers to, opened. */
function openList({ uri: value }: TokenClaims, context: CheckContext): StatusList | Remark {
  const lists = readLists(context)
  const found = lists.find(({ claims }) => claims.sub === value)
  const own = found ?? (typeof context.statusList === 'string' ? lists[0] : undefined)
  if (!own) return listIsUnknown
  if (checkCurrent(own, chooseTimeOfList(own, context)).next().value !== undefined)
    return inconclusive('the list is not valid now, and says nothing')
  const opened = openStatusList(own)
  return 'problem' in opened ? inconclusive(`the list cannot be opened: ${opened.problem.message}`) : opened.list
}

const bounds = checkReference(TSREF.BOUNDS, function* (reference, at, context) {
  const opened = openList(reference, context)
  if (isRemark(opened)) return opened
  if (!isIndex(reference.idx)) return inconclusive('`idx` is not an index')
  if (reference.idx >= opened.length) yield finding(`${at}/idx`, `an index below ${opened.length}`, `${reference.idx}`)
  return undefined
})

const valid = checkReference(TSREF.VALID, function* (reference, at, context) {
  const opened = openList(reference, context)
  if (isRemark(opened)) return opened
  const value = isIndex(reference.idx) ? readStatus(opened, reference.idx) : undefined
  if (value === undefined) return inconclusive('the list has no entry for the token')
  if (value !== 0) yield finding(`${at}/idx`, describeStatus(0), describeStatus(value))
  return undefined
})

export const checks: readonly Check[] = [
  ...checkFacet(jwtsOf.reference, listJwts),
  ...checkFacet(coseOf.reference, listHeaders),
  checkArtefact(TSREF['CWT-CLAIMS'], kind, (token) => checkCwtClaims(token)),
  form,
  signed,
  current,
  status,
  list,
  idx,
  uri,
  sub,
  bounds,
  valid,
]
