import * as fc from 'fast-check'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { replaceStep } from '../kit/mutations.ts'
import type { Session } from '../model/actors.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

const editRequest = mutate.validationRequest

const anyUid = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 12 })

/** Issues credentials with other claims. */
const issueClaims = (createClaims: (session: Session) => JsonObject) =>
  replaceStep('issuer', 'draft', (draft) => (session, key) => draft({ ...session, holder: createClaims(session) }, key))

const sharedClaims = {
  Dob: '1990-01-01',
  Gender: 'F',
  EnrolmentNumber: '0000/00001/00001',
  Address: 'No. 1, 1st Street',
}

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('VAL', 'is about any holder', valueFamily(anyUid, (uid) => editRequest(put('/uid', uid)))),
  variant('VAL', 'is about a holder whose number does not begin with zeros', editRequest(put('/uid', '999999999999'))),
  variant('VAL', 'is about a holder whose number begins with zeros', editRequest(put('/uid', '000000000001'))),
  variant('VAL', 'is about a holder whose number has a valid check digit', {}, { decisions: { 'uid.check': 'verhoeff' } }),
  variant('VAL', 'uses the usual spelling of "encrypted", as agreed', {}, { decisions: { 'validate.field': 'encrypted_credential_request' } }),

  ...markLive([
    variant('VAL', 'issues only claims that many people share', issueClaims(() => ({ Gender: 'F', IsNRI: false, AgeAbove18: true }))),
    variant('VAL', 'issues to two people with the same name', issueClaims(() => ({ ResidentName: 'Same Name', Gender: 'F', AgeAbove18: true }))),
    variant('VAL', 'issues to two people who differ only in their masked number', issueClaims(({ uid }) => ({ ...sharedClaims, ResidentName: 'Same Name', MaskedUID: `XXXXXXXX${uid.slice(-4)}` }))),
  ]),
]
