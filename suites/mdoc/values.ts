import { showValue } from '../../model/finding.ts'
import { CborFloat, CborTag, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'

/** The types of members, by the words that findings have for them. */
export type MemberType = 'number' | 'octets' | 'text'

export function hasType(value: CborValue, type: MemberType): boolean {
  if (type === 'octets') return Buffer.isBuffer(value)
  if (type === 'text') return typeof value === 'string'
  return (typeof value === 'number' || typeof value === 'bigint') && value >= 0
}

export const isTexted = (value: CborValue, form: RegExp): boolean => typeof value === 'string' && form.test(value)

/** A value of CBOR as findings show it: its type, and what it is only where that is short and no secret. */
export function showCbor(value: CborValue): string {
  if (value === undefined) return 'nothing'
  if (Buffer.isBuffer(value)) return `${value.length} octets`
  if (value instanceof CborTag) return `a data item with tag ${value.tag}`
  if (value instanceof CborFloat) return 'a floating-point number'
  if (isCborMap(value)) return 'a map'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'bigint'
    ? 'a large number'
    : typeof value === 'object' && value !== null
      ? 'a simple value'
      : showValue(value)
}
