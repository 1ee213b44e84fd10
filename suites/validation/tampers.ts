import type { Tamper } from '../../src/model/tamper.ts'
import { removed, replacedBy } from '../tampering.ts'
import { VAL } from './requirements.ts'

/** A number whose last digit is another. */
const miscounted = (uid: string): string => uid.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replacedBy(VAL.VERHOEFF, 'validation-request', 'another check digit', ({ uid }) => (typeof uid === 'string' ? { '/uid': miscounted(uid) } : undefined)),
  removed(VAL.FIELD, 'validation-request', '/encryted_credential_request', '/encrypted_credential_request'),
]
