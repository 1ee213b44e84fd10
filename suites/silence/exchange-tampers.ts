import type { ExchangeTamper } from '../../src/model/tamper.ts'
import type { Endpoint } from '../../src/model/wire.ts'
import { asking, exchanged, messages, typed } from '../exchange-tampering.ts'
import { BODY } from './requirements.ts'

const json: readonly Endpoint[] = ['issuerConfig', 'issuerMetadata', 'nonce', 'validate', 'walletCallback', 'jwks']

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  messages(BODY.MEDIA, 'bodies that say they are a text', json, (each, ...more) =>
    typed('text/plain')(asking(each, ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } })), ...more)),
  exchanged(BODY.TLS, 'every call without TLS', (passages) =>
    passages.map((each) => asking(each, ({ url }) => ({ url: url.replace(/^https:/i, 'http:') })))),
]
