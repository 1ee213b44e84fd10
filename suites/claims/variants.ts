import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { claims } from '../deviations.ts'
import { family } from '../family.ts'

export const variants: readonly Variant[] = [
  variant(
    'CLAIMS',
    'has only some of the claims',
    family(
      fc.subarray([...Array(44).keys()]),
      (kept) => `${kept.length} of them`,
      (kept) => claims((all) => kept.flatMap((i) => all[i] ?? [])),
    ),
  ),
  variant(
    'CLAIMS',
    'has any type of identity number',
    family(fc.constantFrom('RF', 'NRI', 'IN'), String, (type) =>
      claims((all) => all.map((claim) => (claim.name === 'IdType' ? { ...claim, value: type } : claim))),
    ),
  ),
  variant(
    'CLAIMS',
    'says yes and no in letters',
    claims((all) =>
      all.map((claim) =>
        claim.name.startsWith('AgeAbove') ? { ...claim, value: claim.value === true ? 'Y' : 'N' } : claim,
      ),
    ),
  ),
  variant(
    'CLAIMS',
    'knows only the year of birth',
    claims((all) => all.map((claim) => (claim.name === 'Dob' ? { ...claim, value: '1951' } : claim))),
  ),
  variant(
    'CLAIMS',
    'has an address of parts',
    claims((all) =>
      all.map((claim) =>
        claim.name === 'Address' ? { ...claim, value: { Street: '1st Street', Pincode: '000001' } } : claim,
      ),
    ),
  ),
  variant(
    'CLAIMS',
    'masks with stars',
    claims((all) => all.map((claim) => (claim.name === 'MaskedMobile' ? { ...claim, value: '******0123' } : claim))),
  ),
]
