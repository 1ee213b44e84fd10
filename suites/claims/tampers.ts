import type { Tampering } from '../../model/tampering.ts'
import { readDisclosure, writeDisclosure } from '../../protocol/sd-jwt/disclosure.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { readClaims } from '../disclosure/reading.ts'
import { addClaims } from '../disclosure/tampers.ts'
import { replaceMembers } from '../kit/artefact-tampers.ts'
import { tamperArtefacts } from '../kit/exchange-tampers.ts'
import { type ClaimName, claimSet } from './claim-set.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

const names = Object.keys(claimSet) as readonly ClaimName[] // its keys

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  ...names.map((name) => replaceMembers(CLAIM[name], 'credential', { [`/payload/${name}`]: 'tampered' })),
  addClaims(CLAIMS['ID-TYPE'], 'a type that nobody knows', { name: 'IdType', value: 'tampered' }),
  addClaims(CLAIMS.NAMES, 'a claim in other letters', { name: 'residentName', value: 'tampered' }),
  addClaims(CLAIMS.CONSISTENT, 'somebody above 50 and not above 18', { name: 'AgeAbove18', value: false }, { name: 'AgeAbove50', value: true }),
  addClaims(CLAIMS.MASKED, 'a masked number that shows all of it', { name: 'MaskedUID', value: '000000000000' }),


  tamperArtefacts(CLAIMS.ADDRESS, 'an address that alone has a part of it', 'credential', (credential, context) => {
    const forged = { name: 'Address', value: { Street: 'tampered' }, salt: 'tampered-tampered-tampered' }
    const others = readClaims(credential, context).entries.filter(({ claim }) => claim?.name !== 'Street')
    const address = readDisclosure(writeDisclosure(forged, context.decide(ORDER)).text)
    return { ...credential, disclosures: [address, ...others.map(({ disclosure }) => disclosure)] }
  }),
]
