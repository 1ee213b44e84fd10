import { type Check, cannotTell, check, finding, notHere, readable, show } from '../../src/model/check.ts'
import { isObject, kindOf } from '../../src/protocol/json.ts'
import { ID_RELATION, STATUS_FORM } from '../credential/decisions.ts'
import { shaped } from '../shaped.ts'
import * as signatures from '../signatures.ts'
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
  else if (statusBase !== undefined && status !== `${statusBase}${shape}${last}`) {
    yield finding('/payload/status', `an address below ${statusBase}`, show(status))
  }
  return undefined
})

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
  const { id: named, sub } = payload
  const found = named ?? sub
  if (typeof found !== 'string') yield finding('/payload/id', 'the credential that it is about', kindOf(found))
  else if (credentialId === undefined) return cannotTell('the credential is not known: give it beside the status')
  else if (!found.endsWith(credentialId)) yield finding('/payload/id', credentialId, show(found))
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
]
