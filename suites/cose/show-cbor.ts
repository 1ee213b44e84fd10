import { showValue } from '../../model/finding.ts'
import { CborFloat, CborTag, type CborValue, isCborMap } from '../../protocol/cbor/decode.ts'

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
