import type { Tamper } from '../../src/model/tamper.ts'
import { flipped, replaced, rewritten, tamper } from '../tampering.ts'
import { STATUS } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replaced(STATUS.PATH, 'credential', { '/payload/status': 'https://status.example/tampered' }),
  replaced(STATUS.ID, 'credential', { '/payload/id': 'tampered' }),
  replaced(STATUS.LIST, 'credential', { '/payload/status': { status_list: { idx: -1, uri: 0 } } }),
  tamper(STATUS.SIGNED, 'status-token', 'one bit of the signature', (token) => {
    const signature = flipped(token.signature)
    return signature && { ...token, signature }
  }),
  replaced(STATUS.CRIT, 'status-token', { '/header/crit': ['tampered'] }),
  replaced(STATUS.VALUE, 'status-token', { '/payload/status': 'tampered' }),
  replaced(STATUS.SUBJECT, 'status-token', { '/payload/id': 'tampered' }),
  rewritten(STATUS.COMPACT, 'status-token', 'a header that is not encoded', (text) => `!${text}`),
  replaced(STATUS.TIMES, 'status-token', { '/payload/iat': 'tampered' }),
  replaced(STATUS.CURRENT, 'status-token', { '/payload/exp': 1_000_000_000 }),
  replaced(STATUS.ISSUER, 'status-token', { '/payload/iss': 0 }),
]
