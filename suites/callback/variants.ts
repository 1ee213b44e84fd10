import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { change, message, put } from '../deviations.ts'
import { each } from '../family.ts'

const call = message.callback
const sealed = ['eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0', '', 'AAAA', 'AAAA', 'AAAA'].join('.')

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CALLBACK', 'delivers two credentials', call(change('/credentials', (all) => (Array.isArray(all) ? [...all, ...all] : all)))),
  variant('CALLBACK', 'delivers eight credentials', call(change('/credentials', (all) => (Array.isArray(all) ? Array(8).fill(all[0]) : all)))),
  variant('CALLBACK', 'delivers the credential as it came, encrypted', call(put('/credentials', [{ Credential: sealed }]))),
  variant('CALLBACK', 'names the credential with any text', each(fc.string({ minLength: 1, maxLength: 60 }), (value) => call(put('/credential_identifier', value)))),
]
