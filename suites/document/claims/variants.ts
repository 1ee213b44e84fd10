import * as fc from 'fast-check'
import { setValue } from '../disclosure/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { changeClaims } from '../kit/message-mutations.ts'
import { combineMutations } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

const parts = ['Building', 'Street', 'Locality', 'Pincode']

const anySelection = fc.subarray([...Array(44).keys()])

const writeBooleansAsLetters = changeClaims((all) =>
  all.map((claim) =>
    claim.name.startsWith('AgeAbove') ? { ...claim, value: claim.value === true ? 'Y' : 'N' } : claim,
  ),
)

const objectBesideParts = setValue('Address', { Street: '1st Street' })

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CLAIMS', 'has only some of the claims', describedFamily(anySelection, (kept) => `${kept.length} of them`, (kept) => changeClaims((all) => kept.flatMap((i) => all[i] ?? [])))),
  variant('CLAIMS', 'has any type of identity number', describedFamily(fc.constantFrom('RF', 'NRI', 'IN'), String, (type) => combineMutations(setValue('IdType', type), changeClaims((all) => all.filter(({ name }) => name !== 'IsNRI' && name !== 'IsResidentForeigner'))))),
  variant('CLAIMS', 'has letters in place of booleans', writeBooleansAsLetters),
  variant('CLAIMS', 'has only the year of birth', setValue('Dob', '1951')),
  variant('CLAIMS', 'has an address that is an object', setValue('Address', { Street: '1st Street', Pincode: '000001' })),
  variant('CLAIMS', 'masks with asterisks', setValue('MaskedMobile', '******0123')),

  ...markLive([
    variant('CLAIMS', 'has the address without its parts', changeClaims((all) => all.filter(({ name }) => !parts.includes(name)))),
    variant('CLAIMS', 'has the parts of the address without the address', changeClaims((all) => all.filter(({ name }) => name !== 'Address'))),
    variant('CLAIMS', 'has an address that is an object, and its parts as claims', objectBesideParts),
    variant('CLAIMS', 'has an address that is an object, as agreed', objectBesideParts, { decisions: { 'claims.address': 'object' } }),
  ]),
]
