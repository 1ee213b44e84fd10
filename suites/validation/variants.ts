import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { after, message, put } from '../deviations.ts'
import { each } from '../family.ts'

const call = message.validationRequest

const twelve = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 12 })
const token = (value: string) =>
  after('identityApp', 'validate', ({ body }) => ({ headers: { authorization: value }, body }))

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('VAL', 'is about any holder', each(twelve, (uid) => call(put('/uid', uid)))),
  variant('VAL', 'is about a holder whose number begins with zeros', call(put('/uid', '000000000001'))),
  variant('VAL', 'is about a holder whose number has its check digit', {}, { given: { 'uid.check': 'verhoeff' } }),
  variant('VAL', 'has a token of 4000 characters', token(`Bearer ${'t'.repeat(4000)}`)),
  variant('VAL', 'corrects the spelling, where that was agreed', {}, { given: { 'validate.field': 'encrypted_credential_request' } }),
]
