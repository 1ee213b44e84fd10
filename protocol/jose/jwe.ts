import { decodeBase64url, encodeBase64url } from '../encoding/base64url.ts'
import { type Compression, compressions, inflate } from '../encoding/deflate.ts'
import type { JsonObject, JsonValue } from '../encoding/json.ts'
import { attempt, refuse } from '../encoding/problem.ts'
import type { Random } from '../encoding/random.ts'
import { decryptContent, encryptContent, getSizes, parseContentEncryption, refuseDecryption } from './jwe-content.ts'
import { isKeyTypeOf, type JweProtection, parseKeyManagement, unwrapKey, wrapKey } from './jwe-keys.ts'
import { splitJwe } from './jwe-parts.ts'
import type { Jwk } from './jwk.ts'

/** A JWE, taken apart. Nothing has been decrypted. */
export interface Jwe {
  readonly text: string
  readonly header: JsonObject
  readonly encryptedKey: Buffer
  readonly iv: Buffer
  readonly ciphertext: Buffer
  readonly tag: Buffer
  /** What is authenticated with the content: the protected header as received. */
  readonly protectedText: string
}

/** Takes a JWE apart. */
export function readJwe(text: string): Jwe {
  const { header, encryptedKey, iv, ciphertext, tag, associated } = splitJwe(text)
  return {
    text,
    header,
    encryptedKey: decodeBase64url(encryptedKey),
    iv: decodeBase64url(iv),
    ciphertext: decodeBase64url(ciphertext),
    tag: decodeBase64url(tag),
    protectedText: associated,
  }
}

/** Decrypts with a private key, and inflates if the header says so. The key's own `alg`, `use` and `kid` are not looked at. */
export function openJwe(jwe: Jwe, key: Jwk): Buffer {
  const { header, encryptedKey, iv, protectedText } = jwe
  const protection = readProtection(header)
  const compressed = isCompressed(header)
  const contentKey = unwrapKey(encryptedKey, key, protection)
  const lock = { enc: protection.enc, key: contentKey, iv, associated: Buffer.from(protectedText, 'latin1') }
  const content = decryptContent(jwe, lock)
  return compressed ? inflate(content) : content
}

/** No extension is understood here, so whatever `crit` lists is unknown (RFC 7516 section 4.1.13). */
function readProtection(header: JsonObject): JweProtection {
  if (header.crit !== undefined) refuse('jwe-header', '`crit` asks for an extension that is not understood')
  return { alg: parseKeyManagement(header.alg), enc: parseContentEncryption(header.enc), header }
}

/** RFC 7516 section 4.1.3 knows only `DEF`; section 2.6 says `none` for no compression, and some write it in the header. */
function isCompressed({ zip }: JsonObject): boolean {
  if (zip === undefined || zip === 'none') return false
  return zip === 'DEF' || refuse('jwe-algorithm', 'the compression is not supported')
}

/** Decrypts with the first key that can: those that the `kid` names come first, then all others of the right type. */
export function openJweWithAny(jwe: Jwe, keys: readonly Jwk[]): { plaintext: Buffer; key: Jwk } {
  const { alg, header } = readProtection(jwe.header)
  const fitting = keys.filter((key) => isKeyTypeOf(key, alg) && Object.hasOwn(key, 'd'))
  if (fitting.length === 0) refuse('jwe-key', `no private key for ${alg}`)
  const isNamed = ({ kid }: Jwk): boolean => typeof kid === 'string' && kid === header.kid
  for (const key of [...fitting.filter(isNamed), ...fitting.filter((key) => !isNamed(key))]) {
    const opened = attempt(() => openJwe(jwe, key))
    if ('value' in opened) return { plaintext: opened.value, key }
    if (opened.problem.code !== 'jwe-decrypt') throw opened.problem
  }
  return refuseDecryption()
}

/** How a plaintext is encrypted. In a valid JWE the header says the same. */
export interface JweOverrides {
  readonly alg: string
  readonly enc: string
  readonly zip: Compression
}

/** A JWE before it is written. */
export interface JweDraft {
  readonly plaintext: Uint8Array | string
  /** Written as it is; a key agreement adds `epk` unless there is one. */
  readonly header: JsonObject
  /** The recipient's key, of which only the public part is used. */
  readonly key: Jwk
  readonly random: Random
  /** Where something else is done than the header says. */
  readonly overrides?: Partial<JweOverrides>
}

/** A compact JWE. Everything random in it comes from `random`, so that a draft can be written a second time. */
export function writeJwe({ plaintext, header, key, random, overrides: steps = {} }: JweDraft): string {
  const { alg = refuseRsaOaep(header.alg), enc = header.enc, zip = header.zip === 'DEF' ? 'DEF' : 'none' } = steps
  const protection = { alg: parseKeyManagement(alg), enc: parseContentEncryption(enc), header }
  const { contentKey, encryptedKey, headerMembers: added } = wrapKey(key, protection, random)
  const protectedText = encodeBase64url(JSON.stringify({ ...added, ...header }))
  const iv = Buffer.from(random(getSizes(protection.enc).iv))
  const lock = { enc: protection.enc, key: contentKey, iv, associated: Buffer.from(protectedText, 'latin1') }
  const { ciphertext, tag } = encryptContent(compressions[zip](Buffer.from(plaintext)), lock)
  return [protectedText, ...[encryptedKey, iv, ciphertext, tag].map(encodeBase64url)].join('.')
}

/** RSA-OAEP is read so that a downgrade can be named, and written only where a draft asks for that step. */
const refuseRsaOaep = (alg: JsonValue | undefined): JsonValue | undefined =>
  alg === 'RSA-OAEP' ? refuse('jwe-algorithm', 'RSA-OAEP is not written') : alg
