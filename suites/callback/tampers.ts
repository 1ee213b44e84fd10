import type { Tamper } from '../../src/model/tamper.ts'
import { replaced } from '../tampering.ts'
import { CALLBACK } from './requirements.ts'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replaced(CALLBACK['ONE-FIELD'], 'callback', { '/credentials': [{}] }),
  replaced(CALLBACK['ONE-FIELD'], 'callback', { '/credentials/0/tampered': 0 }),
  replaced(CALLBACK.STRING, 'callback', { '/credentials': [{ Credential: 0, credential: 0 }] }),
]
