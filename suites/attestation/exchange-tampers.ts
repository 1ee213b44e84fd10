import type { ExchangeTamper } from '../../src/model/tamper.ts'
import type { Attestation } from '../../src/protocol/attestation.ts'
import type { JsonObject, JsonValue } from '../../src/protocol/json.ts'
import { exhibits } from '../exchange-tampering.ts'
import { nobodys } from '../tampering.ts'
import { ATT } from './requirements.ts'

/** Attests other keys. */
export const attesting =
  (how: (keys: readonly JsonValue[]) => readonly JsonValue[]) =>
  ({ jws, ...rest }: Attestation): Attestation => {
    const { attested_keys: keys } = jws.payload
    const payload: JsonObject = { ...jws.payload, attested_keys: how(Array.isArray(keys) ? keys : []) }
    return { ...rest, jws: { ...jws, payload } }
  }

/** Keys of nobody in place of the attested ones. */
export const attestingOthers = attesting(() => [nobodys])

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  exhibits(ATT.BOUND, 'other keys in the attestation', 'attestation', attestingOthers),
  exhibits(ATT.BATCH, 'one more key in the attestation', 'attestation', attesting((keys) => [...keys, nobodys])),
  exhibits(ATT.ANNOUNCED, 'an algorithm that was not announced', 'attestation', ({ jws, ...rest }) => ({ ...rest, jws: { ...jws, header: { ...jws.header, alg: 'tampered' } } })),
]
