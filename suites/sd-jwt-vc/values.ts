import type { KnownFacts } from '../../model/finding.ts'
import { type JsonValue, readText } from '../../protocol/encoding/json.ts'

/** A URI, a name below a domain, an object identifier or a UUID (RFC 7515, section 2), or random characters. */
export function isCollisionResistant(name: string): boolean {
  const isUri = /^[a-z][a-z0-9+.-]*:./i.test(name)
  const isDotted = /^[^\s.]+(?:\.[^\s.]+)+/.test(name.slice(0, 300))
  const isRandom = /^[\w-]{20,}$/.test(name) && /\d/.test(name) && /[a-z]/i.test(name)
  return isUri || isDotted || isRandom
}

/** Whether a value is the identifier of an issuer that publishes metadata (SD-JWT VC, section 4). */
export const isIssuerUrl = (value: unknown): boolean => isHttps(value) && !/[?#]/.test(readText(value))

export const isHttps = (value: unknown): boolean =>
  typeof value === 'string' && /^https:\/\//i.test(value) && URL.canParse(value)

/** A URL; that of a target on this machine without TLS as if it had it. */
export const readAsSecure = (value: JsonValue | undefined, { plainOrigin }: KnownFacts): JsonValue | undefined =>
  typeof value === 'string' &&
  plainOrigin !== undefined &&
  (value === plainOrigin || value.startsWith(`${plainOrigin}/`))
    ? value.replace('http:', 'https:')
    : value

/** What is wrong with integrity metadata, if it is a usual mistake. */
export function describeIntegrity(value: unknown): string | undefined {
  const text = readText(value)
  if (/^sha\d+-[0-9a-f]{64,128}$/i.test(text)) return 'the digest is in hexadecimal digits'
  if (/^sha-\d+/.test(text)) return 'the name of the hash function has no hyphen here: sha256'
  if (/^[\w+/-]{43,}={0,2}$/.test(text) && !/^sha(?:256|384|512)-/.test(text))
    return 'the name of the hash function is missing'
  const [, bits = '', digest = ''] = /^sha(256|384|512)-([\w+/-]+={0,2})$/.exec(text) ?? []
  const octets = Buffer.from(digest, 'base64').length
  return digest === '' ? undefined : `the digest has ${octets} octets, and those of sha${bits} have ${Number(bits) / 8}`
}

/** A language tag (RFC 5646, section 2.1). */
export const isLanguageTag = (value: unknown): boolean =>
  typeof value === 'string' && value.length < 100 && (tag.test(value) || grandfathered.test(value))

const tag =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/i

const grandfathered = /^(?:i-[a-z]{2,8}|en-gb-oed|sgn-(?:be-fr|be-nl|ch-de)|zh-min(?:-nan)?)$/i

/** An RGB value of CSS; nothing, if it is a name or another function, of which CSS has many. */
export function isRgb(value: unknown): boolean | undefined {
  const text = readText(value).trim()
  if (/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return true
  if (/^rgba?\([\d\s.,%/]{5,60}\)$/i.test(text)) return true
  return /^[a-z]+(?:\(|$)/i.test(text) ? undefined : false
}
