import type { Tampering } from '../../../model/tampering.ts'
import { replaceMembers } from '../kit/artefact-tampers.ts'
import { tamperBodies } from '../kit/exchange-tampers.ts'
import { CFG } from './requirements.ts'

const config = 'issuer-config-response'

/** The members that only the sequence has, by their requirements. */
const extended = [
  [CFG.CODE, '/pre-authorized_code'],
  [CFG.SECRET, '/secret'],
  [CFG['C-NONCE'], '/c_nonce'],
  [CFG.TOKEN, '/access_token'],
  [CFG.KEY, '/credential_request_encryption_key'],
  [CFG.REDIRECT, '/redirect_uri'],
] as const

/** Members with a schema are changed for all sections together, in `derived`. */
export const tampers: readonly Tampering[] = [
  replaceMembers(CFG['DEVICE-TELLS'], 'issuer-config-request', { '/device_id': '' }),
  tamperBodies(CFG['DEVICE-STABLE'], 'issuer-config-request', 'a fixed value', () => ({ '/device_id': 'unknown' })),

  tamperBodies(CFG.FRESH, config, 'the same nonce in every session', () => ({ '/nonce': 'tampered' })),
  tamperBodies(CFG.DATASET, config, 'another credential identifier in Issuer Config', () => ({
    '/credential_identifier': 'tampered',
  })),
  ...extended.flatMap(([requirement, pointer]) => [
    tamperBodies(requirement, config, `without ${pointer.slice(1)}`, () => ({ [pointer]: undefined })),
    tamperBodies(requirement, config, `a number for ${pointer.slice(1)}`, () => ({ [pointer]: 0 })),
  ]),
]
