import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { change, message, put, rename } from '../deviations.ts'
import { each } from '../family.ts'

const answer = message.nonce

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('NONCE', 'answers with any text', each(fc.string({ minLength: 1, maxLength: 128 }), (value) => answer(change('/c_nonce', (own) => `${value}${own}`)))),
  variant('NONCE', 'answers with 4000 characters', answer(change('/c_nonce', (own) => String(own).padEnd(4000, 'n')))),
  variant('NONCE', 'answers under the other name', answer(rename('c_nonce', 'nonce'))),
  variant('NONCE', 'answers under both names', answer(put('/nonce', 'another'))),
  variant('NONCE', 'says for how long its nonce is good', answer(put('/c_nonce_expires_in', 300))),
]
