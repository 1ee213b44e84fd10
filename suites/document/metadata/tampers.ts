import type { Tampering } from '../../../model/tampering.ts'
import { unrelatedEcKey } from '../../kit/unrelated-keys.ts'
import { replaceMembers } from '../kit/artefact-tampers.ts'
import {
  tamperBodies,
  tamperExchange,
  tamperMessages,
  withMediaType,
  withRequest,
  withResponse,
} from '../kit/exchange-tampers.ts'
import { META } from './requirements.ts'

const keys = '/credential_request_encryption/jwks/keys'

const otherKey = { '/credential_request_encryption/jwks/keys': [{ ...unrelatedEcKey, kid: 'tampered' }] }

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  replaceMembers(META.TEMPLATES, 'metadata', { '/credential_configurations_supported': 0 }),
  replaceMembers(META.IDENTITY, 'metadata', { '/credential_issuer': 'https://tampered.example' }),
  replaceMembers(META['KEY-SET'], 'metadata', { [keys]: [] }),
  replaceMembers(META['KEY-ALG'], 'metadata', { [keys]: [{ kty: 'EC' }] }),
  replaceMembers(META.STRONG, 'metadata', { [keys]: [{ ...unrelatedEcKey, use: 'sig' }] }),
  replaceMembers(META.PUBLIC, 'issuer-config-response', { '/key': { kty: 'EC', d: 'tampered' } }),
  replaceMembers(META.PUBLIC, 'offer', { '/key': { kty: 'EC', d: 'tampered' } }),
  replaceMembers(META.PUBLIC, 'metadata', { [keys]: [{ kty: 'EC', d: 'tampered' }] }),

  tamperExchange(META.ADDRESS, 'status 410 at the well-known path', (messages) => {
    const first = messages.find(({ message }) => message.endpoint === 'issuerMetadata' && message.response && message.request.url.includes('/.well-known/'))
    return first && messages.map((each) => (each === first ? withResponse(each, () => ({ status: 410 })) : each))
  }),
  tamperMessages(META.INSERTED, 'status 410 at the inserted well-known path', ['issuerMetadata'], (each) => withResponse(each, () => ({ status: 410 }))),
  tamperMessages(META.JSON, 'metadata with the media type text/plain', ['issuerMetadata'], (each, ...more) =>
    withMediaType('text/plain')(withRequest(each, ({ headers }) => ({ headers: { ...headers, accept: 'application/json' } })), ...more)),
  tamperBodies(META['KEY-USED'], 'metadata', 'another key in the metadata', () => otherKey),
]
