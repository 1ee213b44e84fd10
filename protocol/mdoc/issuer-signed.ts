import { type CoseMessage, readCoseValue } from '../cbor/cose.ts'
import { type CborMap, CborTag, type CborValue, decodeCbor, isCborMap } from '../cbor/decode.ts'
import { encodeCbor, type WritableCbor } from '../cbor/encode.ts'
import { refuse } from '../encoding/problem.ts'

/** The tag of a byte string that is encoded CBOR (RFC 8949, section 3.4.5.1). */
export const encodedTag = 24

/** Encoded CBOR in a byte string with tag 24: what is inside, and the whole as it was received. */
export interface EncodedCbor {
  readonly content: Buffer
  readonly whole: Buffer
}

/** Reads a byte string with tag 24; nothing, if a value is none. */
export const readEncoded = (value: CborValue): EncodedCbor | undefined =>
  value instanceof CborTag && value.tag === encodedTag && Buffer.isBuffer(value.value)
    ? { content: value.value, whole: value.octets }
    : undefined

/** Octets as a byte string with tag 24: what a digest is over. */
export const writeEncoded = (octets: Buffer): Buffer => encodeCbor({ tag: encodedTag, value: octets })

/** An element of an mdoc before it is written. */
export type MdocElement = readonly [name: string, value: WritableCbor, nameSpace: string]

/** One element of an mdoc with its place. */
export interface MdocItem {
  readonly at: string
  readonly nameSpace: string
  /** Absent where there is no byte string with tag 24. */
  readonly encoded?: EncodedCbor
}

/** What lists of items are in the name spaces of what the issuer signed. */
export function listItems(issuerSigned: CborMap): readonly MdocItem[] {
  const spaces = issuerSigned.get('nameSpaces')
  if (!isCborMap(spaces)) return []
  return [...spaces].flatMap(([nameSpace, items]) =>
    (Array.isArray(items) ? items : []).map((item, i) => {
      const encoded = readEncoded(item)
      return { at: `/nameSpaces/${nameSpace}/${i}`, nameSpace: `${nameSpace}`, ...(encoded && { encoded }) }
    }),
  )
}

/** An item that was decoded. */
export function readItem(octets: Buffer): CborMap {
  const item = decodeCbor(octets)
  return isCborMap(item) ? item : refuse('mdoc', 'the item is not a map')
}

/** The signature of the issuer, taken apart. */
export const readIssuerAuth = (issuerSigned: CborMap): CoseMessage => readCoseValue(issuerSigned.get('issuerAuth'))

/** The mobile security object: what the issuer signed. */
export function readSecurityObject({ payload }: CoseMessage): CborMap {
  const encoded = readEncoded(decodeCbor(payload)) ?? refuse('mdoc', 'the payload is not a byte string with tag 24')
  const content = decodeCbor(encoded.content)
  return isCborMap(content) ? content : refuse('mdoc', 'the mobile security object is not a map')
}

/** The hash functions of digests, by their names in the mobile security object. */
export const digestAlgorithms: ReadonlyMap<unknown, { readonly name: string; readonly octets: number }> = new Map([
  ['SHA-256', { name: 'sha256', octets: 32 }],
  ['SHA-384', { name: 'sha384', octets: 48 }],
  ['SHA-512', { name: 'sha512', octets: 64 }],
])
