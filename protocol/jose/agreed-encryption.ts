import { isObject, type JsonObject, type JsonValue, readText } from '../encoding/json.ts'
import { isKeyTypeOf, type KeyManagement, keyManagements } from './jwe-keys.ts'
import type { Jwk } from './jwk.ts'

/**
 * The keys in `credential_request_encryption`, with their places. Nothing defines its members: it may have or be a JWK
 * Set, in `jwks`, and it may have or be a JWK, in `jwk`.
 */
export function locateRequestKeys(found: JsonValue | undefined): readonly (readonly [at: string, key: JsonValue])[] {
  if (!isObject(found)) return []
  const { jwks, jwk } = found
  if (jwks !== undefined) return listElements(jwks).map((key, i) => [`/jwks/keys/${i}`, key])
  if (isObject(jwk)) return [['/jwk', jwk]]
  return typeof found.kty === 'string' ? [['', found]] : listElements(found).map((key, i) => [`/keys/${i}`, key])
}

/** The elements of a key set, whatever they are. */
const listElements = (jwks: JsonValue): readonly JsonValue[] =>
  isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []

export const listRequestKeys = (found: JsonValue | undefined): readonly Jwk[] =>
  locateRequestKeys(found).flatMap(([, key]) => (isObject(key) ? [key] : []))

/** How a message is to be encrypted, as its receiver announced it. */
export interface AgreedEncryption {
  readonly key: Jwk
  readonly header: JsonObject
}

/** Chooses the key, of one type where it is given, and the algorithms for a request. Compression is used only where it was announced. */
export function chooseRequestEncryption(found: JsonValue | undefined, kty?: string): AgreedEncryption | undefined {
  const keys = listRequestKeys(found).filter((each) => kty === undefined || each.kty === kty)
  const key = keys.find((each) => each.use !== 'sig' && findKeyManagement(each) !== undefined) ?? keys[0]
  if (!isObject(found) || key === undefined) return undefined
  const { enc, enc_values_supported: encs = enc, zip, zip_values_supported: zips = zip } = found
  const header = {
    alg: findKeyManagement(key) ?? readText(key.alg),
    enc: chooseAnnounced(encs, contentEncryptions),
    ...(typeof key.kid === 'string' && { kid: key.kid }),
    ...(isAnnounced(zips, 'DEF') && { zip: 'DEF' }),
  }
  return { key, header }
}

/** The algorithm that a key names, or the usual one of its type. */
function findKeyManagement(key: Jwk): KeyManagement | undefined {
  const fitting = keyManagements.filter((name) => name !== 'RSA-OAEP' && isKeyTypeOf(key, name))
  return key.alg === undefined ? fitting[0] : fitting.find((name) => name === key.alg)
}

const contentEncryptions = ['A256GCM', 'A128GCM', 'A192GCM', 'A256CBC-HS512', 'A128CBC-HS256'] as const
const keyAlgorithms = ['RSA-OAEP-256', 'ECDH-ES+A256KW', 'ECDH-ES'] as const

const isAnnounced = (list: JsonValue | undefined, value: string): boolean =>
  Array.isArray(list) ? list.includes(value) : list === value

/** The first value that was announced; the first of all where nothing was, or nothing known. */
function chooseAnnounced(list: JsonValue | undefined, values: readonly [string, ...string[]]): string {
  return values.find((value) => isAnnounced(list, value)) ?? values[0]
}

/** What a wallet asks for, and the keys that it can ask with. */
export interface ResponseWish {
  readonly wanted: JsonObject
  readonly keys: readonly Jwk[]
}

/**
 * Fits `credential_response_encryption` of a request to what the metadata announce under that name: algorithms, and
 * compression, which is used only where it was announced. Metadata that announce nothing leave the choice to the wallet.
 */
export function chooseResponseEncryption({ wanted, keys }: ResponseWish, announced: JsonValue | undefined): JsonObject {
  if (!isAnnouncement(announced)) return wanted
  const { jwk, alg: beside, zip, ...rest } = wanted
  const usual = readText(isObject(jwk) ? (jwk.alg ?? beside) : beside)
  const { alg_values_supported: algs, enc_values_supported: encs, zip_values_supported: zips } = announced
  const alg = chooseAnnounced(algs, [usual, ...keyAlgorithms])
  const enc = chooseAnnounced(encs, [readText(wanted.enc), ...contentEncryptions])
  const key = alg === usual ? jwk : keys.find(({ kty }) => (kty === 'RSA') === alg.startsWith('RSA'))
  const packed = zip === 'DEF' && !isAnnounced(zips, 'DEF') ? {} : { zip }
  const named = beside === undefined ? { jwk: { ...(isObject(key) && key), alg } } : { jwk: key, alg }
  return omitUndefined({ ...rest, ...named, enc, ...packed })
}

const isAnnouncement = (announced: JsonValue | undefined): announced is JsonObject =>
  isObject(announced) && ['alg_values_supported', 'enc_values_supported'].some((name) => Array.isArray(announced[name]))

const omitUndefined = (members: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter((pair): pair is [string, JsonValue] => pair[1] !== undefined))
