import { type Check, cannotTell, check, finding, notHere, readable, show } from '../../src/model/check.ts'
import { isObject, kindOf } from '../../src/protocol/json.ts'
import { ID_RELATION, SKEW, STATUS_FORM } from '../credential/decisions.ts'
import { shaped } from '../shaped.ts'
import * as signatures from '../signatures.ts'
import { isLongAgo, isTime, start, timestamp, untimely } from '../times.ts'
import { BODY, COMPARE, VOCABULARY } from './decisions.ts'
import { STATUS } from './requirements.ts'

const shape = '/credentials/status/'

const path = check(STATUS.PATH, 'credential', function* ({ jws }, { statusBase, decide }) {
  if (decide(STATUS_FORM) !== 'url') return notHere('the status is no address, by decision')
  const { status } = jws.payload
  if (typeof status !== 'string' || !URL.canParse(status)) return cannotTell('`status` is no address')
  const { pathname, search, hash } = new URL(status)
  const end = pathname.lastIndexOf(shape)
  const last = end < 0 ? '' : pathname.slice(end + shape.length)
  if (last === '' || last.includes('/')) yield finding('/payload/status', `…${shape}<credential-id>`, show(status))
  else if (search !== '' || hash !== '') yield finding('/payload/status', 'neither query nor fragment', search + hash)
  else if (statusBase !== undefined && !isSameAddress(status, `${statusBase.replace(/\/$/, '')}${shape}${last}`)) {
    yield finding('/payload/status', `an address below ${statusBase}`, show(status))
  }
  return undefined
})

/** Scheme and host are the same in any case, and so is an address with the port that goes without saying. */
const isSameAddress = (one: string, other: string): boolean =>
  one === other ||
  (/^https?:\/\/[^\s\\]+$/i.test(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)

const id = check(STATUS.ID, 'credential', function* ({ jws }, { decide }) {
  if (decide(STATUS_FORM) !== 'url' || decide(ID_RELATION) === 'none')
    return notHere('the address need not hold the id, by decision')
  const { status, id: own } = jws.payload
  if (typeof status !== 'string' || !status.includes(shape)) return cannotTell('`status` has no credential id')
  if (typeof own !== 'string') return cannotTell('the credential has no `id`')
  const last = status.slice(status.lastIndexOf('/') + 1).split(/[?#]/)[0]
  if (last !== own) yield finding('/payload/status', 'the `id` of the credential as its last part', 'another')
  return undefined
})

const list = check(STATUS.LIST, 'credential', function* ({ jws }, { decide }) {
  if (decide(STATUS_FORM) !== 'object') return notHere('the status is an address, by decision')
  const { status } = jws.payload
  if (!isObject(status) || !isObject(status.status_list)) return cannotTell('`status` refers to no list')
  const { idx, uri } = status.status_list
  if (!Number.isInteger(idx) || Number(idx) < 0) yield finding('/payload/status/status_list/idx', 'an index', show(idx))
  if (typeof uri !== 'string') yield finding('/payload/status/status_list/uri', 'an address', kindOf(uri))
  return undefined
})

const signed = check(STATUS.SIGNED, 'status-token', function* (token, { jwks, decide }) {
  decide(BODY)
  yield* signatures.form(token)
  return yield* signatures.bySet(token, jwks, 'the status service')
})

const crit = check(STATUS.CRIT, 'status-token', function* (token) {
  yield* signatures.noCritical(token)
  return undefined
})

const words = ['active', 'suspended', 'revoked']

const value = check(STATUS.VALUE, 'status-token', function* ({ payload }, { decide }) {
  if (decide(BODY) === 'any' || decide(VOCABULARY) !== 'document')
    return notHere('the answer has another form, by decision')
  const { status } = payload
  const found = typeof status === 'string' && decide(COMPARE) === 'any-case' ? status.toLowerCase() : status
  const near = words.find((word) => typeof status === 'string' && word === status.trim().toLowerCase())
  if (!words.some((word) => word === found)) {
    yield finding('/payload/status', words.join(', '), show(status), near && 'case and blanks matter')
  }
  return undefined
})

const subject = check(STATUS.SUBJECT, 'status-token', function* ({ payload }, { credentialId, decide }) {
  if (decide(BODY) === 'any') return notHere('the answer has another form, by decision')
  const names = ['id', 'sub'].filter((name) => payload[name] !== undefined)
  if (names.length === 0) yield finding('/payload/id', 'the credential that it is about', 'nothing')
  const expected = credentialId ?? payload[names[0] ?? '']
  for (const name of names) {
    const found = payload[name]
    if (typeof found !== 'string') yield finding(`/payload/${name}`, 'the credential that it is about', kindOf(found))
    else if (typeof expected === 'string' && bareId(found) !== bareId(expected))
      yield finding(`/payload/${name}`, expected, show(found))
  }
  return credentialId === undefined ? cannotTell('the credential is not known: give it beside the status') : undefined
})

/** An id without the URN or the address around it. */
function bareId(text: string): string {
  if (/^urn:[a-z0-9-]+:/i.test(text)) return text.slice(text.lastIndexOf(':') + 1)
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text
  const { pathname } = new URL(text)
  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

const guards = { iat: timestamp, nbf: start, exp: timestamp }

const times = check(STATUS.TIMES, 'status-token', function* ({ payload }, context) {
  if (context.decide(BODY) === 'any') return notHere('the answer has another form, by decision')
  const there = Object.entries(guards).filter(([name]) => payload[name] !== undefined)
  if (there.length === 0) return notHere('the answer names no time')
  for (const [name, guard] of there) yield* guard(`/payload/${name}`, payload[name], context)
  return undefined
})

const current = check(STATUS.CURRENT, 'status-token', function* ({ payload }, { now, decide }) {
  if (decide(BODY) === 'any') return notHere('the answer has another form, by decision')
  const there = Object.keys(guards).filter((name) => payload[name] !== undefined)
  if (there.length === 0) return notHere('the answer names no time')
  if (now === undefined) return cannotTell('the time is not known: give --now')
  yield* untimely(payload, { now, skew: Number(decide(SKEW)) })
  const isPlain = there.every((name) => isTime(payload[name]) || (name === 'nbf' && isLongAgo(payload[name])))
  return isPlain ? undefined : cannotTell('one of its times is no time')
})

const issuer = check(STATUS.ISSUER, 'status-token', function* ({ payload: { iss } }, { issuer, statusBase, decide }) {
  if (decide(BODY) === 'any') return notHere('the answer has another form, by decision')
  if (iss === undefined) return notHere('the answer has no `iss`')
  if (typeof iss !== 'string') yield finding('/payload/iss', 'the address of the issuer', kindOf(iss))
  else if (iss === issuer || iss === statusBase) return undefined
  else if (issuer === undefined) return cannotTell('the address of the issuer is not known: give --issuer')
  else yield finding('/payload/iss', [issuer, ...(statusBase ? [statusBase] : [])].map(show).join(' or '), show(iss))
  return undefined
})

export const checks: readonly Check[] = [
  path,
  id,
  signed,
  value,
  subject,
  readable(STATUS.COMPACT, 'status-token', ['jws-parts', 'base64url', 'utf8', 'json', 'not-an-object']),
  shaped(STATUS.ALG, 'status-token'),
  list,
  crit,
  times,
  current,
  issuer,
]
