import type { ParsedMessage } from '../../model/exchange.ts'
import type { Tampering } from '../../model/tampering.ts'
import { tamperExchange, withRequest, withResponse } from '../kit/exchange-tampers.ts'
import { SILENT } from './requirements.ts'
import { collectIdentityNumbers, collectSessionTokens } from './secrets.ts'

/** Adds a secret to every URL, every request and every response. */
const leakEverywhere = (
  messages: readonly ParsedMessage[],
  secret: string | undefined,
): readonly ParsedMessage[] | undefined =>
  secret === undefined
    ? undefined
    : messages.map((each) =>
        withResponse(
          withRequest(each, ({ url, body = '' }) => ({ url: `${url}?tampered=${secret}`, body: `${body} ${secret}` })),
          ({ body }) => ({ body: `${body} ${secret}` }),
        ),
      )

export const tampers: readonly Tampering[] = [
  tamperExchange(SILENT.TOKEN, 'a session token in every message', (messages, context) =>
    leakEverywhere(messages, collectSessionTokens({ messages }, context)[0]),
  ),
  tamperExchange(SILENT.PERSON, 'an identity number in every message', (messages, _, exchange) =>
    leakEverywhere(messages, collectIdentityNumbers(exchange)[0]),
  ),
]
