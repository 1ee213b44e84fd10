import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import type { JsonValue } from '../../src/protocol/json.ts'
import { claims, message, put } from '../deviations.ts'
import { family } from '../family.ts'
import { type ClaimName, claimSet } from './claim-set.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

const names = Object.keys(claimSet) as readonly ClaimName[] // its keys

const value = (name: ClaimName, what: JsonValue) =>
  claims((all) => all.map((claim) => (claim.name === name ? { ...claim, value: what } : claim)))

export const faults: readonly Fault[] = [
  ...names.map((name) =>
    fault(CLAIM[name], `shows ${name} in clear`, message.credentialPayload(put(`/${name}`, 'in clear'))),
  ),
  fault(
    CLAIMS['ID-TYPE'],
    'has a type of number that is none',
    family(
      fc.constantFrom<JsonValue>('XX', 'rf', 'nri', '', 'IN ', 1, null),
      (v) => JSON.stringify(v),
      (v) => value('IdType', v),
    ),
  ),
  fault(
    CLAIMS.NAMES,
    'misspells the name of a claim',
    claims((all) => all.map((claim) => (claim.name === 'Dob' ? { ...claim, name: 'DOB' } : claim))),
  ),
  fault(
    CLAIMS.NAMES,
    'adds a claim of its own',
    claims((all) => [...all, { name: 'BloodGroup', value: 'unknown', salt: 'c2FsdHNhbHRzYWx0c2FsdA' }]),
  ),
  fault(
    CLAIMS.NAMES,
    'leaves a claim out where all are due',
    claims((all) => all.slice(1)),
    { given: { 'claims.required': 'all' } },
  ),
  fault(
    CLAIMS.CONSISTENT,
    'says older than 75 and not older than 60',
    claims((all) =>
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
]
