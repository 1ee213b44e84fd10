import { createHash } from 'node:crypto'
import { type Variant, variant } from '../../src/model/fault.ts'
import type { JsonValue } from '../../src/protocol/json.ts'
import { change, headersOf, message } from '../deviations.ts'

const given = (how: (nonce: string) => string) =>
  message.nonce(change('/c_nonce', (nonce: JsonValue) => how(String(nonce))))
const hex = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')
const uuid = (nonce: string): string => hex(nonce).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('NONCE', 'forbids caches in many words', headersOf('issuer', 'nonce', { 'cache-control': 'No-Store, no-cache, max-age=0' })),
  variant('NONCE', 'is a UUID', given(uuid)),
  variant('NONCE', 'has 64 bits in hexadecimal', given((nonce) => hex(nonce).slice(0, 16))),
  variant('NONCE', 'has twenty digits', given((nonce) => BigInt(`0x${hex(nonce)}`).toString().slice(0, 20))),
  variant('NONCE', 'is a JWT that begins like all others', given((nonce) => `eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3OTUwMDAzMDB9.${nonce}`)),
  variant('NONCE', 'has the time before what is random', given((nonce) => `1795000000.${nonce}`)),
]
