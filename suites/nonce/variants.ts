import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { message, put, rename } from '../deviations.ts'
import { each } from '../family.ts'

const answer = message.nonce

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('NONCE', 'answers with any text', each(fc.string({ minLength: 1, maxLength: 128 }), (value) => answer(put('/c_nonce', value)))),
  variant('NONCE', 'answers with 4000 characters', answer(put('/c_nonce', 'n'.repeat(4000)))),
  variant('NONCE', 'answers under the other name', answer(rename('c_nonce', 'nonce'))),
  variant('NONCE', 'answers under both names', answer(put('/nonce', 'another'))),
  variant('NONCE', 'says for how long its nonce is good', answer(put('/c_nonce_expires_in', 300))),
]
