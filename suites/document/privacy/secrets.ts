import { collectContents, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import type { CheckContext } from '../../../model/finding.ts'
import type { HeaderFields } from '../../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { MessageEndpoint } from '../model/endpoints.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { readAllWays } from '../population/readings.ts'
import { TOKEN_HEADER } from '../validation/decisions.ts'

/** A part of a message from a target, and the texts in it. */
export interface MessagePart {
  readonly at: string
  readonly texts: readonly string[]
}

/** A token of RFC 6750, section 2.1, long enough not to be in a message by accident. */
const opaqueToken = /^[\w.~+/=-]{16,}$/

/** Collects the session tokens that identity apps sent with validation requests. */
export function collectSessionTokens(
  { messages }: Pick<Exchange, 'messages'>,
  { decide }: Pick<CheckContext, 'decide'>,
): readonly string[] {
  const header = decide(TOKEN_HEADER).toLowerCase()
  const values = selectMessagesTo(messages, 'validate').map(
    ({ message }) => message.request.headers[header]?.split(/\s+/).at(-1) ?? '',
  )
  return selectOpaque(values)
}

/** Collects the pre-authorised codes of all sessions. A code that is also a credential identifier is not secret. */
export function collectCodes({ messages }: Pick<Exchange, 'messages'>): readonly string[] {
  const configs = collectContents(messages, 'issuer-config-response')
  const identifiers = new Set(configs.map(({ credential_identifier }) => credential_identifier))
  const codes = [...configs.map(({ nonce }) => nonce), ...collectContents(messages, 'offer').map(readCode)]
  return selectOpaque(codes.filter((code) => !identifiers.has(code)))
}

/** Reads the pre-authorised code of an offer. */
export function readCode({ grants }: JsonObject): JsonValue | undefined {
  const grant = isObject(grants) ? grants['urn:ietf:params:oauth:grant-type:pre-authorized_code'] : undefined
  return isObject(grant) ? grant['pre-authorized_code'] : undefined
}

/** Collects the identity numbers of the holders. */
export const collectIdentityNumbers = ({ uids }: Pick<Exchange, 'uids'>): readonly string[] =>
  [...new Set(Object.values(uids))].filter((uid) => /^\d{12}$/.test(uid))

/** Leaves out what an issuer puts into its Issuer Config response, in whatever way: others repeat it. */
export function dropGiven(values: readonly string[], { messages }: Pick<Exchange, 'messages'>): readonly string[] {
  const configs = collectContents(messages, 'issuer-config-response')
  const texts = new Set(configs.flatMap((config) => [...readAllWays(JSON.stringify(config))]))
  return values.filter((value) => ![...texts].some((text) => text.includes(value)))
}

/** Collects the identifiers of devices that are long enough not to be in a message by accident, and that no issuer repeats. */
export function collectDeviceIds({ messages }: Pick<Exchange, 'messages'>): readonly string[] {
  const ids = collectContents(messages, 'issuer-config-request').map(({ device_id: id }) => id)
  const long = ids.filter((id): id is string => typeof id === 'string' && id.length >= shortestDeviceId)
  return dropGiven([...new Set(long)], { messages })
}

const shortestDeviceId = 8

const selectOpaque = (values: readonly unknown[]): readonly string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && opaqueToken.test(value))),
]

/** Whether a text contains a secret that is not only a piece of a longer word. */
export const hasSecret = (text: string, secret: string): boolean =>
  text.split(secret).some((before, i, all) => i + 1 < all.length && isDelimited(before.at(-1), all[i + 1]?.[0]))

const isDelimited = (...neighbours: readonly (string | undefined)[]): boolean =>
  neighbours.every((character) => character === undefined || !/[\w-]/.test(character))

/** The endpoints whose URLs the client builds. The others come out of a message, or have no URL. */
const clientBuilt: readonly MessageEndpoint[] = [
  'issuerConfig',
  'issuerMetadata',
  'nonce',
  'validate',
  'walletCallback',
  'jwks',
  'other',
]

/** The endpoints that anyone may call. */
const publicEndpoints: readonly MessageEndpoint[] = ['issuerMetadata', 'jwks', 'status']

/** Collects the URLs that targets called. */
export const collectUrls = ({ messages, tested }: Exchange): readonly MessagePart[] =>
  messages
    .filter(({ message }) => clientBuilt.includes(message.endpoint) && tested.has(message.from))
    .map(({ message: { endpoint, request } }) => ({ at: `${endpoint} (URL)`, texts: [request.url] }))

/** Collects the responses of targets that anyone can read. */
export const collectPublicResponses = ({ messages, tested }: Exchange): readonly MessagePart[] =>
  messages
    .filter(
      (each) => publicEndpoints.includes(each.message.endpoint) && tested.has(each.message.to) && hasSucceeded(each),
    )
    .map(readResponse)

/** Collects the responses of targets whose receiver may not hold the token: offers, which wallets fetch, and errors. */
export const collectOffersAndErrors = ({ messages, tested }: Exchange): readonly MessagePart[] =>
  messages
    .filter(
      ({ message }) =>
        tested.has(message.to) && (message.endpoint === 'offer' || (message.response?.status ?? 0) >= 400),
    )
    .map(readResponse)

/** Collects the offers that targets returned. */
export const collectOffers = ({ messages, tested }: Exchange): readonly MessagePart[] =>
  messages.filter(({ message }) => tested.has(message.to) && message.endpoint === 'offer').map(readResponse)

/** Collects the header fields of all responses of targets, cookies among them: logs and browsers keep them. */
export const collectResponseHeaders = ({
  messages,
  tested,
}: Exchange): readonly (MessagePart & { readonly endpoint: MessageEndpoint })[] =>
  messages
    .filter(({ message }) => message.response !== undefined && tested.has(message.to))
    .map(({ message: { endpoint, response } }) => ({
      endpoint,
      at: `${endpoint} (header fields of the response)`,
      texts: Object.values(response?.headers ?? {}),
    }))

/** Collects the codes that an issuer under test made: they travel to the wallet. */
export const collectMadeCodes = ({ messages, tested }: Exchange): readonly string[] =>
  collectContents(
    messages.filter(({ message }) => tested.has(message.to)),
    'issuer-config-response',
  )
    .flatMap(({ nonce, 'pre-authorized_code': code }) => [nonce, code])
    .filter((value) => typeof value === 'string')

/**
 * Collects the requests of targets to other parties than the issuer, without the header field agreed on for a token. What goes to an
 * address where nothing answers may be a validation request at another path.
 */
export const collectRequestsToOthers = (
  { messages, tested }: Exchange,
  tokenHeader: string,
  agreedHeader: string | undefined,
): readonly MessagePart[] =>
  messages
    .filter(
      ({ message }) =>
        (message.endpoint === 'offerPush' || message.endpoint === 'walletCallback' || message.endpoint === 'other') &&
        tested.has(message.from),
    )
    .map(({ message: { endpoint, request } }) => ({
      at: `${endpoint} (request)`,
      texts: [request.body ?? '', ...valuesWithout(endpoint === 'other' ? tokenHeader : agreedHeader, request.headers)],
    }))

/** Where wallets and their backends are, and addresses where nothing answers. */
const walletEndpoints: readonly MessageEndpoint[] = ['offerPush', 'walletCallback', 'other']

/** The endpoints whose requests need no identity number. */
const impersonalEndpoints: readonly MessageEndpoint[] = [
  ...walletEndpoints,
  'issuerConfig',
  'offer',
  'issuerMetadata',
  'nonce',
  'jwks',
  'status',
]

/** Collects the requests of identity apps under test to wallets and their backends. */
export const collectRequestsToWallets = (exchange: Exchange): readonly MessagePart[] =>
  collectRequests(exchange, walletEndpoints, isConfigRequest)

/** Collects the requests of targets that need no identity number. */
export const collectImpersonalRequests = (exchange: Exchange): readonly MessagePart[] =>
  collectRequests(exchange, impersonalEndpoints, isValidationRequest)

const collectRequests = (
  { messages, tested }: Exchange,
  endpoints: readonly MessageEndpoint[],
  isMisplaced: (body: JsonObject) => boolean,
): readonly MessagePart[] =>
  messages
    .filter(({ message: { endpoint, from } }) => endpoints.includes(endpoint) && tested.has(from))
    .map(({ message: { endpoint, request } }) => ({
      at: `${endpoint} (request)`,
      texts: [
        ...readBody(request.body ?? '', endpoint === 'other' ? isMisplaced : () => false),
        ...Object.values(request.headers),
      ],
    }))

/** What the body of Issuer Config has, at whatever address. */
const isConfigRequest = ({ device_id: id }: JsonObject): boolean => id !== undefined

/** Whether a body has an identity number and an encrypted request, at whatever address. */
const isValidationRequest = (body: JsonObject): boolean =>
  body.uid !== undefined &&
  Object.values(body).some((value) => typeof value === 'string' && value.split('.').length === 5)

/** A body without its credentials: they are about the holder. None, where it was meant for another address. */
function readBody(body: string, isMisplaced: (body: JsonObject) => boolean): readonly string[] {
  const read = attempt(() => parseJsonObject(body))
  if ('problem' in read) return [body]
  const { credentials: _, ...rest } = read.value
  return isMisplaced(read.value) ? [] : [JSON.stringify(rest)]
}

const valuesWithout = (header: string | undefined, headers: HeaderFields): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (name === header ? [] : [value]))

/** Reads the body of a response, and the payload of a status token in it. */
function readResponse(parsed: ParsedMessage): MessagePart {
  const { endpoint, response } = parsed.message
  const payloads = collectContents([{ ...parsed, request: [] }], 'status-token').map(({ payload }) =>
    JSON.stringify(payload),
  )
  return { at: `${endpoint} (response)`, texts: [response?.body ?? '', ...payloads] }
}
