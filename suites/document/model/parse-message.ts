import type { Role } from '../../../model/role.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { type Budget, createBudget } from '../../../protocol/artefacts/budget.ts'
import { parseOfferUrl } from '../../../protocol/artefacts/offer.ts'
import { openArtefact } from '../../../protocol/artefacts/open.ts'
import { type JsonObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { limits } from '../../../protocol/encoding/limits.ts'
import { once } from '../../../protocol/encoding/once.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Message, MessageEndpoint } from './endpoints.ts'
import type { ParsedMessage } from './exchange.ts'

/** The two sides of a message. */
type Side = 'request' | 'response'

type Kinds = { readonly [S in Side]?: ArtefactKind }

/** The kind of artefact in the request and in the response of each endpoint. */
const kindsByEndpoint: Readonly<Record<MessageEndpoint, Kinds>> = {
  issuerConfig: { request: 'issuer-config-request', response: 'issuer-config-response' },
  offerPush: { request: 'offer' },
  offer: { response: 'offer' },
  issuerMetadata: { response: 'metadata' },
  nonce: { response: 'nonce-response' },
  deeplink: { request: 'deeplink' },
  validate: { request: 'validation-request', response: 'validation-response' },
  walletCallback: { request: 'callback' },
  jwks: { response: 'jwks' },
  status: { response: 'status-token' },
  presentation: {},
  other: {},
}

/** Whether a message may carry an artefact of some roles; nothing is parsed for that. */
export const canCarryArtefactFrom = (
  { endpoint, from, to }: Pick<Message, 'endpoint' | 'from' | 'to'>,
  roles: ReadonlySet<Role>,
): boolean => {
  const { request, response } = kindsByEndpoint[endpoint as MessageEndpoint] // messages of this exchange
  return (request !== undefined && roles.has(from)) || (response !== undefined && roles.has(to))
}

/** Called whenever a side of a message is parsed. */
export type OnParse = (message: Message, side: Side) => void

/**
 * Creates a parser that parses each side of a message once, when it is first read. The record, the probes and the judge
 * of a run share one parser. It keeps a message as long as the run does.
 */
export function createMessageParser(
  keys: readonly JsonObject[],
  onParse?: OnParse,
): (message: Message) => ParsedMessage {
  const parsedMessages = new WeakMap<Message, ParsedMessage>()
  const sessions = new Map<string, Budget>()
  return (message) => {
    const session = sessions.get(message.session) ?? createBudget(limits.session)
    sessions.set(message.session, session)
    const parsed = parsedMessages.get(message) ?? parseMessage(message, keys, onParse, session)
    parsedMessages.set(message, parsed)
    return parsed
  }
}

/** Parses each side of a message when it is first read. The response of a rejected or lost message has no artefacts. */
export function parseMessage(
  message: Message,
  keys: readonly JsonObject[],
  onParse?: OnParse,
  session?: Budget,
): ParsedMessage {
  const open: Open = (kind, text) => openArtefact(kind, text, keys, createBudget(limits.message, session))
  const kinds: Kinds = kindsByEndpoint[message.endpoint as MessageEndpoint] // messages of this exchange
  const parseSide = (side: Side, parse: (kind: ArtefactKind) => readonly Artefact[]) =>
    once((): readonly Artefact[] => {
      const kind = kinds[side]
      if (kind === undefined) return []
      onParse?.(message, side)
      return parse(kind)
    })
  const request = parseSide('request', (kind) => parseRequest(message, kind, open))
  const response = parseSide('response', (kind) =>
    isSuccessful(message) ? open(kind, message.response?.body ?? '') : [],
  )
  return {
    message,
    get request() {
      return request()
    },
    get response() {
      return response()
    },
  }
}

/** Opens an artefact within the budgets of its message and its session. */
type Open = (kind: ArtefactKind, text: string) => readonly Artefact[]

function parseRequest({ endpoint, request: { url, body = '' }, plaintext }: Message, kind: ArtefactKind, open: Open) {
  if (endpoint === 'deeplink') {
    // The encrypted request is opened in the validation call, or taken from the reference wallet that encrypted it.
    return [...openArtefact(kind, url).slice(0, 1), ...(plaintext === undefined ? [] : open('request', plaintext))]
  }
  const text = endpoint === 'offerPush' ? readPushedText(body) : body
  return text === undefined ? [] : open(kind, text)
}

/** An offer as it was pushed, or as the value in a link; a link that leads to an offer holds none. */
function readPushedText(pushed: string): string | undefined {
  const link = attempt(() => parseOfferUrl(pushed))
  return 'value' in link && link.value ? link.value.value : pushed
}

const isSuccessful = ({ response }: Message): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

/** Selects the artefacts of some roles, each once: an encrypted request whose plaintext is known is not opened again. */
export function selectArtefacts(
  messages: readonly ParsedMessage[],
  isWanted: (role: Role) => boolean,
): readonly Artefact[] {
  const isPlaintextKnown = messages.some(({ message: { plaintext } }) => plaintext !== undefined)
  const forwarded = new Set(messages.flatMap(listForwardedValues))
  return messages.flatMap(({ message, request, response }) => {
    const isForwarded =
      message.endpoint === 'validate' &&
      request.some(({ kind, text }) => isEncryptedRequest(kind) && forwarded.has(text))
    const findSender = (kind: ArtefactKind): Role =>
      isForwarded && (isEncryptedRequest(kind) || isInsideRequest(kind)) ? 'wallet' : message.from
    return [
      ...request.filter(
        ({ kind }) =>
          isWanted(findSender(kind)) && !(isPlaintextKnown && message.endpoint === 'validate' && isInsideRequest(kind)),
      ),
      ...(isWanted(message.to) ? response : []),
    ]
  })
}

/** The values in deeplinks: the identity app forwards them and is not their sender. */
const listForwardedValues = ({ message, request }: ParsedMessage): readonly string[] =>
  message.endpoint !== 'deeplink'
    ? []
    : request.flatMap((each) =>
        isOfKind(each, 'deeplink') ? (each.content?.parameters ?? []).map(([, value]) => value) : [],
      )

const isOfKind = <K extends ArtefactKind>(artefact: Artefact, kind: K): artefact is Artefact<K> =>
  artefact.kind === kind

const isEncryptedRequest = (kind: ArtefactKind): boolean => kind === 'encrypted-request'

const isInsideRequest = (kind: ArtefactKind): boolean => kind === 'request' || kind === 'attestation'

/** Opens a presented credential: a minted one is in no other message. */
export function openPresentation({ endpoint, request: { body = '' } }: Message): readonly Artefact[] {
  const read = endpoint === 'presentation' ? attempt(() => parseJsonObject(body)) : undefined
  const text = read && 'value' in read ? read.value.presentation : undefined
  return typeof text === 'string' ? openArtefact('credential', text) : []
}
