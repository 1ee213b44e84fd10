import { isUnambiguous } from '../encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'
import { checkPoint, listPrivateMembers } from '../jose/jwk.ts'
import type { PayloadRefusal } from './refusals.ts'

/** What a payload has to say to be accepted, beside what its schema says. */
export interface PayloadTerms {
  /** The text in `_sd_alg`. */
  readonly hashName: string
  /** Seconds since 1970. */
  readonly now: number
  /** Seconds that two clocks may differ. */
  readonly skew: number
  /** The only `iss` that is accepted; any, if it is not given. */
  readonly issuer?: string | undefined
  readonly statusForm?: 'url' | 'object' | undefined
}

/** Why the signed part of a credential cannot be accepted, whatever is disclosed with it. */
export function checkPayload(
  payload: JsonObject,
  terms: PayloadTerms,
  isClaim: (name: string) => boolean,
): PayloadRefusal | undefined {
  if (!hasShape(payload)) return 'payload'
  if (terms.issuer !== undefined && payload.iss !== terms.issuer) return 'issuer'
  if (payload._sd_alg !== terms.hashName) return 'hash-name'
  if (!hasStatus(payload, terms.statusForm ?? 'url')) return 'status'
  return checkTimes(payload, terms) ?? checkHolderKey(payload) ?? checkMembers(payload, isClaim)
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The schema of the payload, without the `kid` of the holder's key: what counts is the key. */
function hasShape({ iss, id, _sd }: JsonObject): boolean {
  return typeof iss === 'string' && iss !== '' && typeof id === 'string' && uuid.test(id) && areDigests(_sd)
}

/**
 * Whether a value is a list of SHA-256 digests in base64url. They are decoded in one go: with an `A` behind it each has
 * 33 octets, of which the last is zero if its 43rd character has no bits to spare.
 */
function areDigests(value: JsonValue | undefined): value is readonly string[] {
  if (!Array.isArray(value)) return false
  for (const digest of value) if (typeof digest !== 'string' || digest.length !== 43) return false
  const joined = `${value.join('A')}A`
  if (!isUnambiguous(joined)) return false
  const octets = Buffer.from(joined, 'base64url')
  for (let at = 32; at < octets.length; at += 33) if (octets[at] !== 0) return false
  return value.length === 0 || octets.length === value.length * 33
}

function checkTimes({ iat, exp }: JsonObject, { now, skew }: PayloadTerms): PayloadRefusal | undefined {
  if (!isTime(iat) || !isTime(exp) || exp <= iat) return 'time'
  if (now > exp + skew) return 'expired'
  return now < iat - skew ? 'not-yet-valid' : undefined
}

/** Seconds between 2001 and the end of the year 9999: milliseconds are none. */
const isTime = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && value >= 1e9 && value <= 253_402_300_799

const httpUrl = /^https?:\/\/[^/?#\\\s][^?#\\\s]*$/

/** The address ends with the `id`, so that the status of another credential cannot stand in for that of this one. */
function hasStatus({ status, id }: JsonObject, form: 'url' | 'object'): boolean {
  if (form === 'object') return isObject(status) && isObject(status.status_list)
  if (typeof status !== 'string' || !status.endsWith(`/credentials/status/${id}`)) return false
  return httpUrl.test(status) && URL.canParse(status)
}

function checkHolderKey({ cnf }: JsonObject): PayloadRefusal | undefined {
  if (!isObject(cnf) || !isObject(cnf.jwk)) return 'holder-key'
  const { jwk } = cnf
  const isPublicP256 =
    jwk.kty === 'EC' && jwk.crv === 'P-256' && jwk.alg === 'ES256' && listPrivateMembers(jwk).length === 0
  return isPublicP256 && checkPoint(jwk.x, jwk.y) === undefined ? undefined : 'holder-key'
}

function checkMembers(payload: JsonObject, isClaim: (name: string) => boolean): PayloadRefusal | undefined {
  for (const name in payload) {
    if (isClaim(name)) return 'in-clear'
    const member = payload[name]
    if (name === '...' || (name !== '_sd' && typeof member === 'object' && hasReservedNames(member))) return 'nested'
  }
  return undefined
}

/** Whether `_sd`, `_sd_alg` or `...` is anywhere in a value. Claims are flat: these are at the top or nowhere. */
export function hasReservedNames(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasReservedNames)
  const object = value as JsonObject // neither null nor an array
  for (const name in object) if (reservedNames.has(name) || hasReservedNames(object[name] ?? null)) return true
  return false
}

/** The names that disclosing itself needs. */
export const reservedNames: ReadonlySet<string> = new Set(['_sd', '_sd_alg', '...'])
