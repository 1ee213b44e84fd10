import type { CheckContext } from '../../../model/finding.ts'
import type { Tampering } from '../../../model/tampering.ts'
import { readDisclosure, writeDisclosure } from '../../../protocol/sd-jwt/disclosure.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { readClaims } from '../disclosure/reading.ts'
import { addClaims } from '../disclosure/tampers.ts'
import { replaceMembers } from '../kit/artefact-tampers.ts'
import { tamperArtefacts } from '../kit/exchange-tampers.ts'
import { claimNames } from './claim-set.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

/** Moves a part of the address into `Address`. */
function movePart(credential: SdJwt, context: CheckContext): SdJwt {
  const claim = { name: 'Address', value: { Street: 'tampered' }, salt: 'tampered-tampered-tampered' }
  const others = readClaims(credential, context).entries.filter((entry) => entry.claim?.name !== 'Street')
  const address = readDisclosure(writeDisclosure(claim, context.decide(ORDER)).text)
  return { ...credential, disclosures: [address, ...others.map(({ disclosure }) => disclosure)] }
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  ...claimNames.map((name) => replaceMembers(CLAIM[name], 'credential', { [`/payload/${name}`]: 'tampered' })),
  addClaims(CLAIMS['ID-TYPE'], 'an unknown type of identity number', { name: 'IdType', value: 'tampered' }),
  addClaims(CLAIMS.SPELLED, 'a claim name in another case', { name: 'residentName', value: 'tampered' }),
  addClaims(CLAIMS.NAMES, 'a claim name in another case', { name: 'residentName', value: 'tampered' }),
  addClaims(CLAIMS.CONSISTENT, 'a holder older than 50 and not older than 18', { name: 'AgeAbove18', value: false }, { name: 'AgeAbove50', value: true }),
  addClaims(CLAIMS.MASKED, 'a masked number that is not masked', { name: 'MaskedUID', value: '000000000000' }),

  tamperArtefacts(CLAIMS.ADDRESS, 'a part of an address in `Address` only', 'credential', movePart),
]
