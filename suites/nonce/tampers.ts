import type { Tamper } from '../../src/model/tamper.ts'
import { removed, replaced } from '../tampering.ts'
import { NONCE } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  removed(NONCE.ANSWER, 'nonce-response', '/c_nonce', '/nonce'),
  replaced(NONCE.ATTESTED, 'attestation', { '/payload/nonce': 'tampered' }),
]
