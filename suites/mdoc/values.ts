import type { CborValue } from '../../protocol/cbor/decode.ts'

/** The types of members, by the words that findings have for them. */
export type MemberType = 'number' | 'octets' | 'text'

export function hasType(value: CborValue, type: MemberType): boolean {
  if (type === 'octets') return Buffer.isBuffer(value)
  if (type === 'text') return typeof value === 'string'
  return (typeof value === 'number' || typeof value === 'bigint') && value >= 0
}

export const isTexted = (value: CborValue, form: RegExp): boolean => typeof value === 'string' && form.test(value)
