import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { change, drop, message, put, rename } from '../deviations.ts'
import { each, family, notAString } from '../family.ts'
import { VAL } from './requirements.ts'

const call = message.validationRequest
const answer = message.validationResponse

const field = 'encryted_credential_request'
const strict = { given: { 'uid.check': 'verhoeff' } }

const notTwelveDigits = fc.oneof(
  fc.constantFrom(
    '',
    '00000000019',
    '0000000000019',
    '0000 0000 0019',
    '0000-0000-0019',
    '00000000001O',
    ' 000000000019',
    '000000000019\n',
    '+00000000019',
    '0x0000000013',
  ),
  fc.constantFrom('००००००००००१९', '௦௦௦௦௦௦௦௦௦௦௧௯', '０００００００００００１９', '٠٠٠٠٠٠٠٠٠٠١٩'),
)

/** Each of the twelve digits, made another. */
const oneDigit = fc.record({ at: fc.nat(11), by: fc.integer({ min: 1, max: 9 }) })
const withDigit = ({ at, by }: { at: number; by: number }) =>
  call(
    change('/uid', (uid) =>
      [...String(uid)].map((digit, i) => (i === at ? (Number(digit) + by) % 10 : digit)).join(''),
    ),
  )

const spellings = fc.constantFrom(
  'encrypted_credential_request',
  'encrypted_request',
  'encryted_credential_Request',
  'encryptedCredentialRequest',
  'credential_request',
)

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(VAL.UID, 'leaves out `uid`', call(drop('/uid'))),
  fault(VAL.UID, 'sends `uid` as a number', call(put('/uid', 100_000_000_019))),
  fault(VAL.UID, 'sends anything but a string for `uid`', each(notAString, (value) => call(put('/uid', value)))),
  fault(VAL.UID, 'sends something else than twelve digits', each(notTwelveDigits, (value) => call(put('/uid', value)))),
  fault(VAL.VERHOEFF, 'gets one digit wrong', family(oneDigit, ({ at, by }) => `digit ${at} by ${by}`, withDigit), strict),
  fault(VAL.VERHOEFF, 'swaps two digits', call(put('/uid', '000000000091')), strict),

  fault(VAL.FIELD, 'leaves out the request', call(drop(`/${field}`))),
  fault(VAL.FIELD, 'spells the request in another way', family(spellings, (name) => name, (name) => call(rename(field, name)))),
  fault(VAL.FIELD, 'spells the request as the document does, where it should not', call(rename('encrypted_credential_request', field)), { given: { 'validate.field': 'encrypted_credential_request' } }),
  fault(VAL.FIELD, 'sends anything but a string for the request', each(notAString, (value) => call(put(`/${field}`, value)))),

  fault(VAL.RESPONSE, 'leaves out the response', answer(drop('/credential_response'))),
  fault(VAL.RESPONSE, 'calls the response `response`', answer(rename('credential_response', 'response'))),
  fault(VAL.RESPONSE, 'answers with anything but a string', each(notAString, (value) => answer(put('/credential_response', value)))),
]
