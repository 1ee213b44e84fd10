import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { message, put } from '../deviations.ts'
import { each } from '../family.ts'

const call = message.validationRequest

const twelve = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 12 })

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('VAL', 'is about any holder', each(twelve, (uid) => call(put('/uid', uid)))),
  variant('VAL', 'is about a holder whose number does not begin with zeros', call(put('/uid', '999999999999'))),
  variant('VAL', 'is about a holder whose number begins with zeros', call(put('/uid', '000000000001'))),
  variant('VAL', 'is about a holder whose number has its check digit', {}, { given: { 'uid.check': 'verhoeff' } }),
  variant('VAL', 'corrects the spelling, where that was agreed', {}, { given: { 'validate.field': 'encrypted_credential_request' } }),
]
