import type { Tamper } from '../../src/model/tamper.ts'
import { replaced } from '../tampering.ts'
import { META } from './requirements.ts'

const keys = '/credential_request_encryption/jwks/keys'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replaced(META.TEMPLATES, 'metadata', { '/credential_configurations_supported': 0 }),
  replaced(META.IDENTITY, 'metadata', { '/credential_issuer': 'https://tampered.example' }),
  replaced(META['KEY-SET'], 'metadata', { [keys]: [] }),
  replaced(META['KEY-ALG'], 'metadata', { [keys]: [{ kty: 'EC' }] }),
  replaced(META.PUBLIC, 'metadata', { [keys]: [{ kty: 'EC', d: 'tampered' }] }),
]
