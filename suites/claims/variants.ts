import * as fc from 'fast-check'
import { markLive, type Variant, variant } from '../../model/fault.ts'
import { describedFamily } from '../kit/family.ts'
import { changeClaims } from '../kit/message-mutations.ts'

const isPart = (name: string): boolean => ['Building', 'Street', 'Locality', 'Pincode'].includes(name)

const asObject = changeClaims((all) =>
  all.map((claim) => (claim.name === 'Address' ? { ...claim, value: { Street: '1st Street' } } : claim)),
)

export const variants: readonly Variant[] = [
  variant(
    'CLAIMS',
    'has only some of the claims',
    describedFamily(
      fc.subarray([...Array(44).keys()]),
      (kept) => `${kept.length} of them`,
      (kept) => changeClaims((all) => kept.flatMap((i) => all[i] ?? [])),
    ),
  ),
  variant(
    'CLAIMS',
    'has any type of identity number',
    describedFamily(fc.constantFrom('RF', 'NRI', 'IN'), String, (type) =>
      changeClaims((all) => all.map((claim) => (claim.name === 'IdType' ? { ...claim, value: type } : claim))),
    ),
  ),
  variant(
    'CLAIMS',
    'says yes and no in letters',
    changeClaims((all) =>
      all.map((claim) =>
        claim.name.startsWith('AgeAbove') ? { ...claim, value: claim.value === true ? 'Y' : 'N' } : claim,
      ),
    ),
  ),
  variant(
    'CLAIMS',
    'knows only the year of birth',
    changeClaims((all) => all.map((claim) => (claim.name === 'Dob' ? { ...claim, value: '1951' } : claim))),
  ),
  variant(
    'CLAIMS',
    'has an address of parts',
    changeClaims((all) =>
      all.map((claim) =>
        claim.name === 'Address' ? { ...claim, value: { Street: '1st Street', Pincode: '000001' } } : claim,
      ),
    ),
  ),
  variant(
    'CLAIMS',
    'masks with stars',
    changeClaims((all) =>
      all.map((claim) => (claim.name === 'MaskedMobile' ? { ...claim, value: '******0123' } : claim)),
    ),
  ),

  ...markLive([
    variant(
      'CLAIMS',
      'gives the address without its parts',
      changeClaims((all) => all.filter(({ name }) => !isPart(name))),
    ),
    variant(
      'CLAIMS',
      'gives the parts of the address without it',
      changeClaims((all) => all.filter(({ name }) => name !== 'Address')),
    ),
    variant('CLAIMS', 'gives the address as an object, and its parts beside it', asObject),
    variant('CLAIMS', 'gives the address as an object, where that was agreed', asObject, {
      decisions: { 'claims.address': 'object' },
    }),
  ]),
]
