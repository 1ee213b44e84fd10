import type { Session } from '../../src/model/actors.ts'
import { type Variant, variant } from '../../src/model/fault.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import { instead } from '../deviations.ts'

/** Issuers who tell less of a person, or something else. */
const about = (tell: (session: Session) => JsonObject) =>
  instead('issuer', 'draft', (honest) => (session, key) => honest({ ...session, holder: tell(session) }, key))

const twin = { Dob: '1990-01-01', Gender: 'F', EnrolmentNumber: '0000/00001/00001', Address: 'No. 1, 1st Street' }

// biome-ignore format: a table, one row a line.
export const exchangeVariants: readonly Variant[] = [
  variant('VAL', 'tells only what many people share', about(() => ({ Gender: 'F', IsNRI: false, AgeAbove18: true }))),
  variant('VAL', 'issues to two people of one name', about(() => ({ ResidentName: 'Same Name', Gender: 'F', AgeAbove18: true }))),
  variant('VAL', 'issues to twins', about(({ uid }) => ({ ...twin, ResidentName: 'Same Name', MaskedUID: `XXXXXXXX${uid.slice(-4)}` }))),
]
