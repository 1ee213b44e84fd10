import type { Tamper } from '../../src/model/tamper.ts'
import { keysOf } from '../../src/protocol/jwk.ts'
import { unfit } from '../signatures.ts'
import { noPoint, replaced, replacedBy } from '../tampering.ts'
import { JWKS } from './requirements.ts'

const at = '/keys'

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replaced(JWKS.SET, 'jwks', { [at]: 0 }),
  replaced(JWKS.SET, 'jwks', { [at]: [] }),
  replaced(JWKS.ES256, 'jwks', { [at]: [{ ...noPoint, kid: 'tampered', alg: 'ES256' }] }),
  replaced(JWKS.PUBLIC, 'jwks', { [at]: [{ ...noPoint, d: 'tampered' }] }),
  replaced(JWKS.USE, 'jwks', { [at]: [{ ...noPoint, alg: 'ES256', use: 'enc' }] }),
  replacedBy(JWKS['ONE-KID'], 'jwks', 'every key twice', (set) => {
    const keys = keysOf(set)
    return keys.some((key) => unfit(key) === undefined) ? { [at]: [...keys, ...keys] } : undefined
  }),
]
