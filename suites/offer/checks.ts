import { cannotTell, check, finding, leniently, notHere, readable, same, show } from '../../src/model/check.ts'
import { isObject, type JsonValue, kindOf } from '../../src/protocol/json.ts'
import { isLoopback } from '../loopback.ts'
import { shaped } from '../shaped.ts'
import { GRANTS } from './decisions.ts'
import { OFFER } from './requirements.ts'

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

const oneGrant = check(OFFER['ONE-GRANT'], 'offer', function* ({ grants }, { decide }) {
  if (!isObject(grants)) return cannotTell('`grants` is no object')
  const names = Object.keys(grants)
  if (!names.includes(grant)) yield finding('/grants', `the grant ${grant}`, names.join(', ') || 'no grant')
  const others = names.filter((name) => name !== grant)
  if (decide(GRANTS) === 'one' && names.includes(grant) && others.length > 0) {
    yield finding('/grants', 'no other grant', others.join(', '))
  }
  return undefined
})

/** Whether there is an address to look at; that there has to be one is for the schema to say. */
const isAddress = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value)

const base = check(OFFER.BASE, 'offer', function* ({ credential_issuer }, { issuer }) {
  if (issuer === undefined) return cannotTell('the address of the issuer is not known: give --issuer')
  if (!isAddress(credential_issuer)) return cannotTell('it is no address')
  yield* same('/credential_issuer', credential_issuer, issuer, likeness(credential_issuer, issuer))
  return undefined
})

/** What two addresses that look alike differ in. */
function likeness(actual: string, expected: string): string | undefined {
  if (actual.replace(/\/$/, '') === expected.replace(/\/$/, '')) return 'they differ in the slash at the end'
  if (actual.toLowerCase() === expected.toLowerCase()) return 'they differ in capitals'
  return undefined
}

const secure = check(OFFER.SECURE, 'offer', function* ({ credential_issuer }) {
  if (!isAddress(credential_issuer)) return cannotTell('it is no address')
  const url = new URL(credential_issuer)
  const { protocol, search, hash } = url
  if (protocol === 'http:' && isLoopback(url)) return leniently('it leads to this very machine, without TLS')
  if (protocol === 'http:') yield finding('/credential_issuer', 'https', 'http')
  if (search !== '' || hash !== '') yield finding('/credential_issuer', 'neither query nor fragment', search + hash)
  return undefined
})

const optional = (value: JsonValue | undefined, is: (value: JsonValue) => boolean): boolean =>
  value === undefined || is(value)

const isWholeNumber = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) > 0

/** A further code as OpenID4VCI 1.0 announces one; the document knows of none. */
const txCode = check(OFFER['TX-CODE'], 'offer', function* ({ grants }) {
  const own = isObject(grants) ? grants[grant] : undefined
  const code = isObject(own) ? own.tx_code : undefined
  if (code === undefined) return notHere('no further code is announced')
  const at = `/grants/${grant}/tx_code`
  if (!isObject(code)) {
    yield finding(at, 'an object', kindOf(code))
    return undefined
  }
  const { input_mode: mode, length, description } = code
  if (!optional(mode, (value) => value === 'numeric' || value === 'text'))
    yield finding(`${at}/input_mode`, '"numeric" or "text"', show(mode))
  if (!optional(length, isWholeNumber)) yield finding(`${at}/length`, 'a whole number above 0', show(length))
  if (!optional(description, (value) => typeof value === 'string' && value.length <= 300))
    yield finding(`${at}/description`, 'a string of at most 300 characters', kindOf(description))
  return undefined
})

export const checks = [
  shaped(OFFER.ISSUER, 'offer'),
  base,
  shaped(OFFER.IDS, 'offer'),
  shaped(OFFER.GRANTS, 'offer'),
  oneGrant,
  shaped(OFFER.CODE, 'offer'),
  txCode,
  shaped(OFFER.DISTINCT, 'offer'),
  secure,
  readable(OFFER.UNSIGNED, 'offer', ['signed']),
  readable(OFFER['NOT-NONE'], 'offer', ['unsecured']),
]
