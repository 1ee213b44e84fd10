import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { asking, exchanged, members, messages, replying, typed } from '../exchange-tampering.ts'
import { sealOnCurve } from '../stranger.ts'
import { META } from './requirements.ts'

const other = { '/credential_request_encryption/jwks/keys': [{ ...sealOnCurve, kid: 'tampered' }] }

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  exchanged(META.ADDRESS, 'nothing at the well-known path', (passages) => {
    const first = passages.find(({ hop }) => hop.endpoint === 'issuerMetadata' && hop.replied && hop.asked.url.includes('/.well-known/'))
    return first && passages.map((each) => (each === first ? replying(each, () => ({ status: 410 })) : each))
  }),
  messages(META.INSERTED, 'nothing where the well-known path is inserted', ['issuerMetadata'], (each) => replying(each, () => ({ status: 410 }))),
  messages(META.JSON, 'metadata that say they are a text', ['issuerMetadata'], (each, ...more) =>
    typed('text/plain')(asking(each, ({ headers }) => ({ headers: { ...headers, accept: 'application/json' } })), ...more)),
  members(META['KEY-USED'], 'metadata', 'another key in the metadata', () => other),
]
