import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { members } from '../exchange-tampering.ts'
import { CALLBACK } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  members(CALLBACK['SAME-ID'], 'callback', 'another id in the callback', () => ({ '/credential_identifier': 'tampered' })),
  members(CALLBACK.COUNT, 'callback', 'one more credential in the callback', (_, { credentials }) => ({
    '/credentials': [...(Array.isArray(credentials) ? credentials : []), { Credential: 'tampered~' }],
  })),
]
