import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { markLive, type Variant, variant } from '../../model/fault.ts'
import type { JsonValue } from '../../protocol/encoding/json.ts'
import { change, put, rename } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders } from '../kit/mutations.ts'

const answer = mutate.nonce

const given = (how: (nonce: string) => string) =>
  mutate.nonce(change('/c_nonce', (nonce: JsonValue) => how(String(nonce))))

const hex = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

const uuid = (nonce: string): string => hex(nonce).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('NONCE', 'answers with any text', valueFamily(fc.string({ minLength: 1, maxLength: 128 }), (value) => answer(change('/c_nonce', (own) => `${value}${own}`)))),
  variant('NONCE', 'answers with 4000 characters', answer(change('/c_nonce', (own) => String(own).padEnd(4000, 'n')))),
  variant('NONCE', 'answers under the other name', answer(rename('c_nonce', 'nonce'))),
  variant('NONCE', 'answers under both names', answer(put('/nonce', 'another'))),
  variant('NONCE', 'says for how long its nonce is good', answer(put('/c_nonce_expires_in', 300))),


  ...markLive([
variant('NONCE', 'forbids caches in many words', changeHeaders('issuer', 'nonce', { 'cache-control': 'No-Store, no-cache, max-age=0' })),
  variant('NONCE', 'is a UUID', given(uuid)),
  variant('NONCE', 'has 64 bits in hexadecimal', given((nonce) => hex(nonce).slice(0, 16))),
  variant('NONCE', 'has twenty digits', given((nonce) => BigInt(`0x${hex(nonce)}`).toString().slice(0, 20))),
  variant('NONCE', 'is a JWT that begins like all others', given((nonce) => `eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3OTUwMDAzMDB9.${nonce}`)),
  variant('NONCE', 'has the time before what is random', given((nonce) => `1795000000.${nonce}`)),
]),
]
