import type { Passage } from '../../src/model/exchange-check.ts'
import type { ExchangeTamper } from '../../src/model/tamper.ts'
import type { Endpoint } from '../../src/model/wire.ts'
import { asking, exchanged, messages, replying, typed } from '../exchange-tampering.ts'
import { BODY, SILENT } from './requirements.ts'
import { tokensIn, uidsIn } from './secrets.ts'

const json: readonly Endpoint[] = ['issuerConfig', 'issuerMetadata', 'nonce', 'validate', 'walletCallback', 'jwks']

/** Says one more thing in every address, every call and every answer. */
const everywhere = (passages: readonly Passage[], secret: string | undefined): readonly Passage[] | undefined =>
  secret === undefined
    ? undefined
    : passages.map((each) =>
        replying(
          asking(each, ({ url, body = '' }) => ({ url: `${url}?tampered=${secret}`, body: `${body} ${secret}` })),
          ({ body }) => ({ body: `${body} ${secret}` }),
        ),
      )

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  messages(BODY.MEDIA, 'bodies that say they are a text', json, (each, ...more) =>
    typed('text/plain')(asking(each, ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } })), ...more)),
  exchanged(BODY.TLS, 'every call without TLS', (passages) =>
    passages.map((each) => asking(each, ({ url }) => ({ url: url.replace(/^https:/i, 'http:') })))),
  exchanged(SILENT.TOKEN, 'a session token in every message', (passages, context) => everywhere(passages, tokensIn({ passages }, context)[0])),
  exchanged(SILENT.PERSON, 'an identity number in every message', (passages, _, exchange) => everywhere(passages, uidsIn(exchange)[0])),
]
