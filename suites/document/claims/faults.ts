import * as fc from 'fast-check'
import type { JsonValue, Writable } from '../../../protocol/encoding/json.ts'
import { addClaim, changeClaim, setValue } from '../disclosure/edits.ts'
import { put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { changeClaims, mutate } from '../kit/message-mutations.ts'
import { combineMutations } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { claimNames } from './claim-set.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

const unknownTypes = fc.constantFrom<JsonValue>('XX', 'rf', 'nri', '', 'IN ', 1, null)

const parts = new Set(['Building', 'Street', 'Locality', 'Pincode'])

/** Makes `Address` an object with the parts as members, and keeps some of the parts as claims. */
const nestParts = (isKept: (name: string) => boolean) =>
  changeClaims((all) => {
    const nested = all.filter(({ name }) => parts.has(name)).map(({ name, value }) => [name, value] as const)
    const address = Object.fromEntries(nested) as Writable // values of claims
    return all
      .filter(({ name }) => !parts.has(name) || isKept(name))
      .map((claim) => (claim.name === 'Address' ? { ...claim, value: address } : claim))
  })

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  ...claimNames.map((name) => fault(CLAIM[name], `sends ${name} in plaintext`, mutate.credentialPayload(put(`/${name}`, 'in plaintext')))),
  fault(CLAIMS['ID-TYPE'], 'has an unknown type of identity number', valueFamily(unknownTypes, (type) => setValue('IdType', type))),
  fault(CLAIMS.SPELLED, 'writes the name of a claim in capitals', changeClaim('Dob', (claim) => ({ ...claim, name: 'DOB' })), { alsoBreaks: [CLAIMS.NAMES] }),
  fault(CLAIMS.SPELLED, 'writes the name of a claim with a hyphen', changeClaim('Pincode', (claim) => ({ ...claim, name: 'Pin-Code' })), { alsoBreaks: [CLAIMS.NAMES] }),
  fault(CLAIMS.NAMES, 'adds a claim that is not in the set', addClaim('BloodGroup', 'unknown')),
  fault(CLAIMS.NAMES, 'leaves out a claim where all are required', changeClaims((all) => all.slice(1)), { decisions: { 'claims.required': 'all' } }),
  fault(CLAIMS.CONSISTENT, 'describes a holder as older than 75 and not older than 60', combineMutations(setValue('AgeAbove75', true), setValue('AgeAbove60', false))),
  fault(CLAIMS.CONSISTENT, 'describes a child as older than 18', combineMutations(setValue('Dob', '2020-01-01'), setValue('AgeAbove18', true))),
  fault(CLAIMS.CONSISTENT, 'describes an old holder as not older than 18', combineMutations(setValue('Dob', '29/02/1940'), setValue('AgeAbove18', false))),
  fault(CLAIMS.CONSISTENT, 'describes a holder with the IdType IN as living abroad', combineMutations(setValue('IsNRI', true), setValue('IdType', 'IN'))),
  fault(CLAIMS.CONSISTENT, 'describes a holder with the IdType RF as no foreigner', combineMutations(setValue('IsResidentForeigner', 'N'), setValue('IdType', 'RF'))),
  fault(CLAIMS.CONSISTENT, 'has a date of enrolment after the date of issuance', setValue('EnrolmentDate', '2027-01-01')),
  fault(CLAIMS.MASKED, 'sends the whole identity number as the masked one', setValue('MaskedUID', '000000000019')),
  fault(CLAIMS.MASKED, 'sends the whole e-mail address as the masked one', setValue('MaskedEmail', 'asha@example.test')),

  fault(CLAIMS.ADDRESS, 'discloses the parts of the address in `Address` only', nestParts(() => false)),
  fault(CLAIMS.ADDRESS, 'discloses one part of the address in `Address` only', nestParts((name) => name !== 'Street'), { decisions: { 'claims.address': 'object' } }),
]
