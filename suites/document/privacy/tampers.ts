import type { Tampering } from '../../../model/tampering.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { mapArtefacts, tamperExchange, withRequest, withResponse } from '../kit/exchange-tampers.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { readPersonalValues } from '../population/error-leaks.ts'
import { SILENT } from './requirements.ts'
import { collectDeviceIds, collectIdentityNumbers, collectSessionTokens } from './secrets.ts'

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

const addSubject = (credential: SdJwt, sub: string): SdJwt => ({
  ...credential,
  jws: { ...credential.jws, payload: { ...credential.jws.payload, sub } },
})

export const tampers: readonly Tampering[] = [
  tamperExchange(SILENT.TOKEN, 'a session token in every message', (messages, context) =>
    leakEverywhere(messages, collectSessionTokens({ messages }, context)[0]),
  ),
  tamperExchange(SILENT.NUMBER, 'an identity number in every credential', (messages, _, exchange) => {
    const [uid] = collectIdentityNumbers(exchange)
    return uid === undefined ? undefined : mapArtefacts(messages, 'credential', (each) => addSubject(each, uid))
  }),
  tamperExchange(SILENT.ERRORS, 'errors with a claim of the holder', (messages, { decide }) => {
    const [value] = messages.flatMap((each) => readPersonalValues(each, decide))
    const rejectWith = (text: string) => (each: ParsedMessage) =>
      withResponse(each, () => ({ status: 400, body: text }))
    return value === undefined ? undefined : messages.map(rejectWith(value))
  }),
  tamperExchange(SILENT.DEVICE, 'the identifier of a device in every request', (messages) => {
    const [id] = collectDeviceIds({ messages })
    return id === undefined
      ? undefined
      : messages.map((each) => withRequest(each, ({ body = '' }) => ({ body: `${body} ${id}` })))
  }),
  tamperExchange(SILENT.PERSON, 'an identity number in every message', (messages, _, exchange) =>
    leakEverywhere(messages, collectIdentityNumbers(exchange)[0]),
  ),
]
