import { type Variant, variant } from '../../src/model/fault.ts'
import { claims } from '../deviations.ts'

const isPart = (name: string): boolean => ['Building', 'Street', 'Locality', 'Pincode'].includes(name)

const asObject = claims((all) =>
  all.map((claim) => (claim.name === 'Address' ? { ...claim, value: { Street: '1st Street' } } : claim)),
)

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('CLAIMS', 'gives the address without its parts', claims((all) => all.filter(({ name }) => !isPart(name)))),
  variant('CLAIMS', 'gives the parts of the address without it', claims((all) => all.filter(({ name }) => name !== 'Address'))),
  variant('CLAIMS', 'gives the address as an object, and its parts beside it', asObject),
  variant('CLAIMS', 'gives the address as an object, where that was agreed', asObject, { given: { 'claims.address': 'object' } }),
]
