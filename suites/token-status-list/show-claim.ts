import { showValue } from '../../model/finding.ts'
import { CborFloat } from '../../protocol/cbor/decode.ts'
import type { ClaimValue } from '../../protocol/status-list/secured-token.ts'

/** A value of JSON or CBOR as findings show it. */
export function showClaim(value: ClaimValue): string {
  if (Buffer.isBuffer(value)) return `${value.length} octets`
  if (value instanceof CborFloat) return `the floating-point number ${value.value}`
  if (typeof value === 'bigint') return `${value}`
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? 'an object' : showValue(value)
}
