import * as fc from 'fast-check'
import { type Fault, fault } from '../../model/fault.ts'
import type { JsonValue, Writable } from '../../protocol/encoding/json.ts'
import { put } from '../kit/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { changeClaims, mutate } from '../kit/message-mutations.ts'
import { type ClaimName, claimSet } from './claim-set.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

const names = Object.keys(claimSet) as readonly ClaimName[] // its keys

const value = (name: ClaimName, what: JsonValue) =>
  changeClaims((all) => all.map((claim) => (claim.name === name ? { ...claim, value: what } : claim)))

const parts = new Set(['Building', 'Street', 'Locality', 'Pincode'])

/** Puts the parts of an address into it, and keeps some of them beside it. */
const addressed = (stays: (name: string) => boolean) =>
  changeClaims((all) => {
    const inside = all.filter(({ name }) => parts.has(name)).map(({ name, value }) => [name, value] as const)
    const value = Object.fromEntries(inside) as Writable // values of claims
    return all
      .filter(({ name }) => !parts.has(name) || stays(name))
      .map((claim) => (claim.name === 'Address' ? { ...claim, value } : claim))
  })

export const faults: readonly Fault[] = [
  ...names.map((name) =>
    fault(CLAIM[name], `shows ${name} in clear`, mutate.credentialPayload(put(`/${name}`, 'in clear'))),
  ),
  fault(
    CLAIMS['ID-TYPE'],
    'has a type of number that is none',
    describedFamily(
      fc.constantFrom<JsonValue>('XX', 'rf', 'nri', '', 'IN ', 1, null),
      (v) => JSON.stringify(v),
      (v) => value('IdType', v),
    ),
  ),
  fault(
    CLAIMS.NAMES,
    'misspells the name of a claim',
    changeClaims((all) => all.map((claim) => (claim.name === 'Dob' ? { ...claim, name: 'DOB' } : claim))),
  ),
  fault(
    CLAIMS.NAMES,
    'adds a claim of its own',
    changeClaims((all) => [...all, { name: 'BloodGroup', value: 'unknown', salt: 'c2FsdHNhbHRzYWx0c2FsdA' }]),
  ),
  fault(
    CLAIMS.NAMES,
    'leaves a claim out where all are due',
    changeClaims((all) => all.slice(1)),
    { decisions: { 'claims.required': 'all' } },
  ),
  fault(
    CLAIMS.CONSISTENT,
    'says older than 75 and not older than 60',
    changeClaims((all) =>
      all.map((claim) =>
        claim.name === 'AgeAbove75'
          ? { ...claim, value: true }
          : claim.name === 'AgeAbove60'
            ? { ...claim, value: false }
            : claim,
      ),
    ),
  ),
  fault(CLAIMS.CONSISTENT, 'enrols after it issues', value('EnrolmentDate', '2027-01-01')),
  fault(CLAIMS.MASKED, 'shows the whole number', value('MaskedUID', '000000000019')),
  fault(CLAIMS.MASKED, 'shows the whole e-mail address', value('MaskedEmail', 'asha@example.test')),

  fault(
    CLAIMS.ADDRESS,
    'gives the parts of an address in it alone',
    addressed(() => false),
  ),
  fault(
    CLAIMS.ADDRESS,
    'ties a part of the address to all the others',
    addressed((name) => name !== 'Street'),
    { decisions: { 'claims.address': 'object' } },
  ),
]
