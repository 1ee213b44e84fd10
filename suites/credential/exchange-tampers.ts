import type { ExchangeTamper } from '../../src/model/tamper.ts'
import type { JsonValue } from '../../src/protocol/json.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { attestingOthers } from '../attestation/exchange-tampers.ts'
import { exchanged, exhibits, mapShown } from '../exchange-tampering.ts'
import { HOLDER_KEY, ID_RELATION } from './decisions.ts'
import { CNF, CRED } from './requirements.ts'

const saying =
  (name: string, value: JsonValue) =>
  ({ jws, ...rest }: SdJwt): SdJwt => ({ ...rest, jws: { ...jws, payload: { ...jws.payload, [name]: value } } })

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  exchanged(CRED.UNIQUE, 'one id in all credentials', (passages, { decide }) => (decide(ID_RELATION) === 'all' ? undefined : mapShown(passages, 'credential', saying('id', 'tampered')))),
  exhibits(CRED.PUNCTUAL, 'credentials of another time', 'credential', saying('iat', 1_000_000_000)),
  // Where the key may be the identity app's, one that was not attested cannot be told from it.
  exchanged(CNF.HOLDER, 'other keys in the attestation', (passages, { decide }) => (decide(HOLDER_KEY) === 'attested' ? mapShown(passages, 'attestation', attestingOthers) : undefined)),
]
