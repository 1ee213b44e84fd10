import {
  gap,
  inExchange,
  info,
  interoperability,
  listRows,
  nowhere,
  privacy,
  type Requirement,
  type RequirementRow,
  section,
  security,
  stated,
} from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { type ClaimName, claimSet, isFlag } from './claim-set.ts'
import { ADDRESS, BOOLEAN, REQUIRED } from './decisions.ts'

const row = ([name, meaning]: [string, string]): [string, RequirementRow] => [
  name,
  stated('issuer', `\`${name}\`, ${meaning}, can be disclosed separately.`, 'credential', {
    dependsOn: isFlag(name) ? [ORDER, BOOLEAN] : ORDER,
    consequence: interoperability('Verifiers cannot read the claim, or read another value.'),
  }),
]

/** One requirement for each claim of the set, such as `CLAIM-Dob`. */
export const CLAIM = section('CLAIM', '2.9', Object.fromEntries(Object.entries(claimSet).map(row))) as unknown as {
  readonly [N in ClaimName]: Requirement<`CLAIM-${N}`>
} // made from exactly these names

// biome-ignore format: a table, one row a line.
export const CLAIMS = section('CLAIMS', '2.9', {
  'ID-TYPE': stated('issuer', '`IdType` is `RF`, `NRI` or `IN`.', 'credential', { dependsOn: ORDER, consequence: interoperability('Verifiers cannot tell the type of the identity.') }),
  SPELLED: stated('issuer', 'A claim of the set is spelled exactly as in the set.', 'credential', { dependsOn: ORDER, consequence: interoperability('Verifiers do not find the claim.') }),
  NAMES: info('issuer', 'The claims of a credential are claims of the set. The document does not say whether all of them are required.', 'credential', { dependsOn: [ORDER, REQUIRED], agreedBy: REQUIRED, consequence: interoperability('Verifiers do not find the claim they ask for.') }),
  ADDRESS: info('issuer', '`Address` and its parts can be disclosed separately.', inExchange('present `Address` and its parts in every combination'), { dependsOn: [ADDRESS, ORDER], agreedBy: ADDRESS, consequence: privacy('Holders have to disclose their whole address to show one part of it.') }),
  CONSISTENT: info('issuer', 'The claims of a credential do not contradict each other: ages, date of birth, dates, and what is said about the residence.', 'credential', { dependsOn: [ORDER, BOOLEAN], consequence: security('A verifier grants what the holder is not old enough for, or not entitled to.') }),
  MASKED: info('issuer', 'A masked claim shows at most four digits, and differs from the claim that it masks.', 'credential', { dependsOn: ORDER, consequence: privacy('A masked claim discloses what it should mask.') }),
  FORMATS: gap('issuer', 'The types and formats of the claims are not defined.', nowhere('every value is accepted, since no correct one is defined'), { consequence: undefinedPoint }),
})

export const requirements = listRows(CLAIM, CLAIMS)
