import type { Tamper } from '../../src/model/tamper.ts'
import { encodeBase64url } from '../../src/protocol/base64url.ts'
import { replaced, rewritten } from '../tampering.ts'
import { OFFER } from './requirements.ts'

/** An offer as the payload of a JWT. */
const jwt = (alg: string, signature: string) => (text: string) =>
  [encodeBase64url(JSON.stringify({ alg })), encodeBase64url(text), signature].join('.')

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  replaced(OFFER.BASE, 'offer', { '/credential_issuer': 'https://tampered.example' }),
  replaced(OFFER['ONE-GRANT'], 'offer', { '/grants': { tampered: {} } }),
  replaced(OFFER['TX-CODE'], 'offer', { '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/tx_code': 'tampered' }),
  replaced(OFFER.DISTINCT, 'offer', { '/credential_configuration_ids': ['tampered', 'tampered'] }),
  replaced(OFFER.SECURE, 'offer', { '/credential_issuer': 'http://tampered.example' }),
  rewritten(OFFER.UNSIGNED, 'offer', 'as the payload of a JWT', jwt('ES256', 'AAAA')),
  rewritten(OFFER['NOT-NONE'], 'offer', 'as the payload of a JWT without a signature', jwt('none', '')),
]
