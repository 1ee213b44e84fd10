import {
  gap,
  inExchange,
  info,
  listRows,
  nowhere,
  type Requirement,
  type RequirementRow,
  section,
  stated,
} from '../../model/requirement.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { type ClaimName, claimSet } from './claim-set.ts'
import { ADDRESS, BOOLEAN, FORMATS, REQUIRED } from './decisions.ts'

const row = ([name, meaning]: [string, string]): [string, RequirementRow] => [
  name,
  stated('issuer', `\`${name}\`, ${meaning}, can be disclosed by itself.`, 'credential', {
    refusedBy: 'verifier',
    dependsOn: ORDER,
  }),
]

/** One row for each claim of the set, `CLAIM-Dob` for the date of birth. */
export const CLAIM = section('CLAIM', '2.9', Object.fromEntries(Object.entries(claimSet).map(row))) as unknown as {
  readonly [N in ClaimName]: Requirement<`CLAIM-${N}`>
} // made from exactly these names

// biome-ignore format: a table, one row a line.
export const CLAIMS = section('CLAIMS', '2.9', {
  'ID-TYPE': stated('issuer', '`IdType` is `RF`, `NRI` or `IN`.', 'credential', { dependsOn: ORDER }),
  NAMES: info('issuer', 'The claims are those of the set; whether all of them have to be there is not said.', 'credential', { dependsOn: [ORDER, REQUIRED] }),
  ADDRESS: info('issuer', 'The parts of `Address` can be disclosed without it, and it without them.', inExchange('present `Address` and its parts in every combination'), { dependsOn: [ADDRESS, ORDER] }),
  CONSISTENT: info('issuer', 'The claims of one holder do not contradict each other.', 'credential', { dependsOn: [ORDER, BOOLEAN] }),
  MASKED: info('issuer', 'A masked claim shows four digits at most, and is not what it masks.', 'credential', { dependsOn: ORDER }),
  FORMATS: gap('issuer', 'The types and formats of the claims are not shown.', nowhere('any value is taken until the integrator says which ones are right'), { dependsOn: FORMATS }),
})

export const requirements = listRows(CLAIM, CLAIMS)
