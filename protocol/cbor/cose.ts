import { refuse } from '../encoding/problem.ts'
import { type CborMap, CborTag, type CborValue, decodeCbor, isCborMap } from './decode.ts'
import { encodeCbor } from './encode.ts'

/** A COSE message with one signature or one MAC (RFC 9052, sections 4.2 and 6.2), taken apart. Nothing has been verified. */
export interface CoseMessage {
  /** The tags around it, outermost first. */
  readonly tags: readonly (number | bigint)[]
  readonly protected: CborMap
  readonly unprotected: CborMap
  readonly payload: Buffer
  readonly signature: Buffer
  /** What the signature or the MAC is over. */
  readonly input: Buffer
}

/** The tags of COSE and of CWT. */
export const coseTags = { mac0: 17, sign1: 18, cwt: 61 } as const

/** Tags that are looked through. */
const mostTags = 4

/** The tags of messages that are encrypted, or have several signatures or recipients. */
const otherTags: ReadonlySet<number | bigint> = new Set([16, 96, 97, 98])

/** Takes a COSE_Sign1 or COSE_Mac0 message apart, tagged or not. */
export const readCose = (octets: Buffer): CoseMessage => readCoseValue(decodeCbor(octets))

/** What a message is read with: the payload that is not in it, and whether it is a MAC, where neither tag nor algorithm says so. */
export interface CoseSurroundings {
  readonly detached?: Buffer
  readonly isMac?: boolean
}

/** The same, for a message inside of another data item. */
export function readCoseValue(message: CborValue, { detached, isMac = false }: CoseSurroundings = {}): CoseMessage {
  const tags: (number | bigint)[] = []
  let value = message
  for (; value instanceof CborTag && tags.length < mostTags; value = value.value) tags.push(value.tag)
  const isOther = tags.some((tag) => otherTags.has(tag))
  const [first, unprotected, payload, signature] = readParts(value, isOther ? 'cose-other' : 'cose', detached)
  const header = first.length === 0 ? new Map() : decodeCbor(first)
  if (!isCborMap(header)) return refuse('cose', 'its protected header is not a map')
  const isTagged = tags.includes(coseTags.sign1) || tags.includes(coseTags.mac0)
  const isMacByName = isTagged
    ? tags.includes(coseTags.mac0)
    : macNames.has(nameCoseAlgorithm(header.get(coseLabels.alg)))
  const context = isMac || isMacByName ? 'MAC0' : 'Signature1'
  return {
    tags,
    protected: header,
    unprotected,
    payload,
    signature,
    input: encodeCbor([context, first, Buffer.alloc(0), payload]),
  }
}

function readParts(
  value: CborValue,
  code: 'cose' | 'cose-other',
  detached?: Buffer,
): readonly [Buffer, CborMap, Buffer, Buffer] {
  const parts: readonly CborValue[] = Array.isArray(value) ? value : refuse(code, 'it is not an array of four parts')
  const [first, unprotected, payload, signature] = parts
  if (parts.length !== 4) refuse(code, `it has ${parts.length} parts, not four`)
  if (!Buffer.isBuffer(first)) return refuse(code, 'its protected header is not a byte string')
  if (!isCborMap(unprotected)) return refuse(code, 'its unprotected header is not a map')
  const content = payload === null ? detached : payload
  if (!Buffer.isBuffer(content)) return refuse(code, 'its payload is not a byte string')
  if (!Buffer.isBuffer(signature)) return refuse(code, 'its signature is not a byte string')
  return [first, unprotected, content, signature]
}

/** The labels of header parameters (RFC 9052, section 3.1; RFC 9360; RFC 9596). */
export const coseLabels = { alg: 1, crit: 2, kid: 4, typ: 16, x5chain: 33 } as const

/** Labels of header parameters that every reader understands. */
export const understoodLabels: ReadonlySet<CborValue> = new Set([1, 2, 3, 4, 5, 16, 33, 34])

/** The names of algorithms in JOSE, by their numbers in COSE. */
const algorithmNames: ReadonlyMap<unknown, string> = new Map([
  [-7, 'ES256'],
  [-9, 'ES256'],
  [-35, 'ES384'],
  [-51, 'ES384'],
  [-36, 'ES512'],
  [-52, 'ES512'],
  [-8, 'EdDSA'],
  [-19, 'Ed25519'],
  [-53, 'Ed448'],
  [-37, 'PS256'],
  [-38, 'PS384'],
  [-39, 'PS512'],
  [-257, 'RS256'],
  [-258, 'RS384'],
  [-259, 'RS512'],
  [5, 'HS256'],
  [6, 'HS384'],
  [7, 'HS512'],
])

/** The name of an algorithm in JOSE; its number, if it has none. No text is registered in COSE as an algorithm. */
export const nameCoseAlgorithm = (number: CborValue): CborValue =>
  algorithmNames.get(number) ?? (typeof number === 'string' ? undefined : number)

/** The algorithms of MACs. */
const macNames: ReadonlySet<CborValue> = new Set(['HS256', 'HS384', 'HS512'])
