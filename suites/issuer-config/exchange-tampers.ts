import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { members } from '../exchange-tampering.ts'
import { CFG } from './requirements.ts'

const config = 'issuer-config-response'

/** The members that only the sequence names, by the rows that are about them. */
const extended = [
  [CFG.CODE, '/pre-authorized_code'],
  [CFG.SECRET, '/secret'],
  [CFG['C-NONCE'], '/c_nonce'],
  [CFG.TOKEN, '/access_token'],
  [CFG.KEY, '/credential_request_encryption_key'],
  [CFG.REDIRECT, '/redirect_uri'],
] as const

export const tampers: readonly ExchangeTamper[] = [
  members(CFG.FRESH, config, 'the same nonce in every session', () => ({ '/nonce': 'tampered' })),
  members(CFG.DATASET, config, 'another dataset in Issuer Config', () => ({ '/credential_identifier': 'tampered' })),
  ...extended.flatMap(([row, pointer]) => [
    members(row, config, `without ${pointer.slice(1)}`, () => ({ [pointer]: undefined })),
    members(row, config, `a number for ${pointer.slice(1)}`, () => ({ [pointer]: 0 })),
  ]),
]
