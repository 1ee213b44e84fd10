import type { Tamper } from '../../src/model/tamper.ts'
import { disclosing } from '../disclosure/tampers.ts'
import { replaced } from '../tampering.ts'
import { type ClaimName, claimSet } from './claim-set.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

const names = Object.keys(claimSet) as readonly ClaimName[] // its keys

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  ...names.map((name) => replaced(CLAIM[name], 'credential', { [`/payload/${name}`]: 'tampered' })),
  disclosing(CLAIMS['ID-TYPE'], 'a type that nobody knows', { name: 'IdType', value: 'tampered' }),
  disclosing(CLAIMS.NAMES, 'a claim in other letters', { name: 'residentName', value: 'tampered' }),
  disclosing(CLAIMS.CONSISTENT, 'somebody above 50 and not above 18', { name: 'AgeAbove18', value: false }, { name: 'AgeAbove50', value: true }),
  disclosing(CLAIMS.MASKED, 'a masked number that shows all of it', { name: 'MaskedUID', value: '000000000000' }),
]
