import type { Tampering } from '../../../model/tampering.ts'
import { listKeys } from '../../../protocol/jose/jwk.ts'
import { certifyKey } from '../../jose/sample-certificate.ts'
import { describeUnfitKey } from '../../kit/signatures.ts'
import { keyWithZeros, unrelatedKey } from '../../kit/unrelated-keys.ts'
import { replaceMembers, replaceMembersBy } from '../kit/artefact-tampers.ts'
import { mapArtefacts, tamperExchange } from '../kit/exchange-tampers.ts'
import { pointOffCurve } from '../kit/tampered-values.ts'
import { JWKS } from './requirements.ts'

const keys = '/keys'
const { d: _, ...publicKey } = unrelatedKey

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperExchange(JWKS.KEPT, 'other keys in the last key set', (messages) => {
    const last = messages.findLast((each) => each.message.endpoint === 'jwks')
    const changed = last && mapArtefacts([last], 'jwks', () => ({ keys: [{ ...pointOffCurve, kid: 'tampered' }] }))?.[0]
    return changed && messages.map((each) => (each === last ? changed : each))
  }),
  replaceMembers(JWKS.SET, 'jwks', { [keys]: 0 }),
  replaceMembers(JWKS.SET, 'jwks', { [keys]: [] }),
  replaceMembers(JWKS.ES256, 'jwks', { [keys]: [{ ...pointOffCurve, kid: 'tampered', alg: 'ES256' }] }),
  replaceMembers(JWKS.PUBLIC, 'jwks', { [keys]: [{ ...pointOffCurve, d: 'tampered' }] }),
  replaceMembersBy(JWKS.CERT, 'jwks', 'a key with the certificate of another', (set) =>
    listKeys(set).some(({ x5c }) => x5c !== undefined)
      ? { [keys]: [{ ...publicKey, x5c: [certifyKey(keyWithZeros).toString('base64')] }] }
      : undefined,
  ),
  replaceMembers(JWKS.USE, 'jwks', { [keys]: [{ ...pointOffCurve, alg: 'ES256', use: 'enc' }] }),
  replaceMembersBy(JWKS['ONE-KID'], 'jwks', 'every key twice', (set) => {
    const all = listKeys(set)
    return all.some((key) => describeUnfitKey(key) === undefined) ? { [keys]: [...all, ...all] } : undefined
  }),
]
