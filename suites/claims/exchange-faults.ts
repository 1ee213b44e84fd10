import { type Fault, fault } from '../../src/model/fault.ts'
import type { Writable } from '../../src/protocol/json.ts'
import { claims } from '../deviations.ts'
import { CLAIMS } from './requirements.ts'

const parts = new Set(['Building', 'Street', 'Locality', 'Pincode'])

/** Puts the parts of an address into it, and keeps some of them beside it. */
const addressed = (stays: (name: string) => boolean) =>
  claims((all) => {
    const inside = all.filter(({ name }) => parts.has(name)).map(({ name, value }) => [name, value] as const)
    const value = Object.fromEntries(inside) as Writable // values of claims
    return all
      .filter(({ name }) => !parts.has(name) || stays(name))
      .map((claim) => (claim.name === 'Address' ? { ...claim, value } : claim))
  })

// biome-ignore format: a table, one row a line.
export const exchangeFaults: readonly Fault[] = [
  fault(CLAIMS.ADDRESS, 'gives the parts of an address in it alone', addressed(() => false)),
  fault(CLAIMS.ADDRESS, 'ties a part of the address to all the others', addressed((name) => name !== 'Street'), { given: { 'claims.address': 'object' } }),
]
