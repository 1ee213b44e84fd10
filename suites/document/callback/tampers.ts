import type { Tampering } from '../../../model/tampering.ts'
import { replaceMembers } from '../kit/artefact-tampers.ts'
import { tamperBodies } from '../kit/exchange-tampers.ts'
import { CALLBACK } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  replaceMembers(CALLBACK['ONE-FIELD'], 'callback', { '/credentials': [{}] }),
  replaceMembers(CALLBACK['ONE-FIELD'], 'callback', { '/credentials/0/tampered': 0 }),
  replaceMembers(CALLBACK.STRING, 'callback', { '/credentials': [{ Credential: 0, credential: 0 }] }),

  tamperBodies(CALLBACK['SAME-ID'], 'callback', 'another `credential_identifier`', () => ({ '/credential_identifier': 'tampered' })),
  tamperBodies(CALLBACK.EXACT, 'callback', 'another credential', () => ({ '/credentials': [{ Credential: 'tampered~', credential: 'tampered~' }] })),
  tamperBodies(CALLBACK.COUNT, 'callback', 'a further credential', (_, { credentials }) => ({
    '/credentials': [...(Array.isArray(credentials) ? credentials : []), { Credential: 'tampered~' }],
  })),
]
