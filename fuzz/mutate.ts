import keys from '../fixtures/keys.json' with { type: 'json' }
import { decodeBase64url, encodeBase64url } from '../protocol/encoding/base64url.ts'
import type { JsonObject, JsonValue } from '../protocol/encoding/json.ts'
import { attempt } from '../protocol/encoding/problem.ts'
import { openJweWithAny, readJwe, writeJwe } from '../protocol/jose/jwe.ts'
import type { Jwk } from '../protocol/jose/jwk.ts'
import { signCompact } from '../protocol/jose/jws.ts'
import { mutateJson, writeOddly } from './mutate-json.ts'
import { mutateText } from './mutate-text.ts'
import type { Draw } from './random.ts'

/** Keys that no verifier trusts for a credential or a status, though each is known to some party. */
const untrusted: readonly [Jwk, ...Jwk[]] = [
  keys.stranger,
  keys.holder,
  keys.device,
  keys.device2,
  keys.walletSealEc,
  keys.root,
]

/** What mutations need beside the text. */
export interface Mutation {
  readonly draw: Draw
  /** The keys of the encrypted layers. */
  readonly keys: readonly Jwk[]
  /** Set if something was signed with a key that is trusted: what comes out may conform, and still be another credential. */
  isTrusted: boolean
}

/** Changes a text at any of its layers. A layer around it is made again: encrypted, signed, encoded. */
export function mutate(text: string, mutation: Mutation, depth = 0): string {
  const { draw } = mutation
  if (depth > 8 || draw.below(6) === 0) return mutateText(text, draw)
  const inner = (part: string): string => mutate(part, mutation, depth + 1)
  if (/^\s*[{[]/.test(text)) return mutateJsonText(text, draw, inner)
  if (text.includes('~')) return mutateSdJwt(text, mutation, inner)
  const parts = text.split('.')
  if (parts.length === 5) return mutateJwe(text, mutation, inner)
  if (parts.length === 3) return mutateJws(parts, mutation, inner)
  if (text.includes('://')) return mutateUrl(text, draw, inner)
  return mutateText(text, draw)
}

function mutateJsonText(text: string, draw: Draw, inner: (part: string) => string): string {
  const value = parse(text)
  if (value === undefined) return mutateText(text, draw)
  return writeOddly(mutateJson(value, draw, inner), draw)
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // it was changed before
  }
}

const mutateUrl = (text: string, draw: Draw, inner: (part: string) => string): string => {
  const [head = '', ...rest] = text.split('=')
  if (rest.length === 0 || draw.below(4) === 0) return mutateText(text, draw)
  return `${head}=${encodeURIComponent(inner(decodeOrLeave(rest.join('='))).toWellFormed())}`
}

function decodeOrLeave(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function mutateSdJwt(text: string, mutation: Mutation, inner: (part: string) => string): string {
  const { draw } = mutation
  const parts = text.split('~')
  const at = draw.below(parts.length)
  const part = parts[at] ?? ''
  switch (draw.below(8)) {
    case 0:
      return parts.toSpliced(Math.max(at, 1), 1).join('~')
    case 1:
      return parts.toSpliced(at, 0, part).join('~')
    case 2:
      return [parts[0], ...parts.slice(1, -1).toReversed(), parts.at(-1)].join('~')
    case 3:
      return parts.with(0, inner(parts[0] ?? '')).join('~')
    case 4:
      return parts.with(at, parts[draw.below(parts.length)] ?? '').join(draw.pick(['~', ' ~ ', '~~', ',']))
    default:
      return parts.with(at, at === 0 || part.includes('.') ? inner(part) : mutateDisclosure(part, draw)).join('~')
  }
}

function mutateDisclosure(part: string, draw: Draw): string {
  const value = parse(Buffer.from(part.trim(), 'base64url').toString())
  if (value === undefined || draw.below(4) === 0) return mutateText(part, draw)
  const changed = draw.below(5) === 0 ? value : mutateJson(value, draw, (text) => mutateText(text, draw))
  return encodeBase64url(writeOddly(changed, draw))
}

function mutateJws(parts: readonly string[], mutation: Mutation, inner: (part: string) => string): string {
  const { draw } = mutation
  const [header = '', payload = '', signature = ''] = parts
  if (draw.below(4) === 0) return [header, payload, mutateSignature(signature, draw)].join('.')
  const texts = [header, payload].map((part) => Buffer.from(part, 'base64url').toString())
  const at = draw.below(2)
  const changed = texts.with(at, inner(texts[at] ?? ''))
  const read = parse(changed[0] ?? '')
  if (draw.below(3) === 0 || typeof read !== 'object' || read === null || Array.isArray(read))
    return [...changed.map((text) => encodeBase64url(text)), signature].join('.')
  return signAgain(read as JsonObject, changed[1] ?? '', mutation)
}

/** Signs with a key that is known to some party; now and then with that of the issuer. */
function signAgain(header: JsonObject, body: string, mutation: Mutation): string {
  const isTrusted = mutation.draw.below(8) === 0
  if (isTrusted) mutation.isTrusted = true
  return signCompact(header, body, isTrusted ? keys.issuer : mutation.draw.pick(untrusted))
}

const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/** Other signatures, the second one that every ECDSA signature has included. */
function mutateSignature(signature: string, draw: Draw): string {
  const octets = Buffer.from(signature, 'base64url')
  const s = BigInt(`0x${octets.subarray(32, 64).toString('hex') || '0'}`)
  const negated = Buffer.from(((order * 2n - s) % order).toString(16).padStart(64, '0'), 'hex')
  return draw.pick<() => string>([
    () => encodeBase64url(Buffer.concat([octets.subarray(0, 32), negated])),
    () => '',
    () => encodeBase64url(Buffer.alloc(64)),
    () => encodeBase64url(Buffer.alloc(64, 0xff)),
    () => encodeBase64url(draw.octets(64)),
    () => encodeBase64url(Buffer.concat([Buffer.from([0x30, 0x44, 2, 0x20]), octets])),
    () => mutateText(signature, draw),
  ])()
}

/** Opens the layer, changes what is in it, and encrypts it again to the same key. */
function mutateJwe(text: string, { draw, keys }: Mutation, inner: (part: string) => string): string {
  const read = attempt(() => {
    const jwe = readJwe(text)
    return { header: jwe.header, ...openJweWithAny(jwe, keys) }
  })
  if (!('value' in read)) return mutateText(text, draw)
  const { header, plaintext, key } = read.value
  const changed = inner(plaintext.toString())
  const written = attempt(() => writeJwe({ plaintext: changed, header: withoutKey(header), key, random: draw.octets }))
  return 'value' in written ? written.value : mutateText(text, draw)
}

/** A key agreement makes an ephemeral key of its own. */
const withoutKey = ({ epk: _, ...header }: JsonObject): JsonObject => header

/** The octets of base64url, or none. */
export const decode = (text: string): Buffer | undefined => {
  const read = attempt(() => decodeBase64url(text))
  return 'value' in read ? read.value : undefined
}
