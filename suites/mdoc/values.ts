import { type CborMap, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'

/** The types of members, by the words that findings have for them. */
export type MemberType = 'number' | 'octets' | 'text'

export function hasType(value: CborValue, type: MemberType): boolean {
  if (type === 'octets') return Buffer.isBuffer(value)
  if (type === 'text') return typeof value === 'string'
  return (typeof value === 'number' || typeof value === 'bigint') && value >= 0
}

/** Whether a map has entries, and a text as the key of each. */
export const isTextMap = (map: CborMap): boolean =>
  map.size > 0 && [...map.keys()].every((key) => typeof key === 'string')

/** Whether a value is an array of texts, one at least. */
export const isNames = (value: CborValue): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')

/** Whether a value is a map that has, by texts, values of one kind, one at least. */
export const isMapOf = (value: CborValue, isRight: (each: CborValue) => boolean): boolean =>
  isCborMap(value) && isTextMap(value) && [...value.values()].every(isRight)

export const isTexted = (value: CborValue, form: RegExp): boolean => typeof value === 'string' && form.test(value)
