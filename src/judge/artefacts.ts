import type { ParsedMessage } from '../../model/exchange.ts'
import type { Role } from '../../model/role.ts'
import type { Endpoint, Message } from '../../model/wire.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'

/** What kind of message goes to an endpoint, and what kind comes back. */
const kindsByEndpoint: Readonly<Record<Endpoint, { readonly asked?: ArtefactKind; readonly replied?: ArtefactKind }>> =
  {
    issuerConfig: { asked: 'issuer-config-request', replied: 'issuer-config-response' },
    offerPush: { asked: 'offer' },
    offer: { replied: 'offer' },
    issuerMetadata: { replied: 'metadata' },
    nonce: { replied: 'nonce-response' },
    deeplink: { asked: 'deeplink' },
    validate: { asked: 'validation-request', replied: 'validation-response' },
    walletCallback: { asked: 'callback' },
    jwks: { replied: 'jwks' },
    status: { replied: 'status-token' },
    presentation: {},
  }

/** Parses messages, each once: the record, the probes and the judge all look at them. */
export function createMessageParser(keys: readonly JsonObject[]): (message: Message) => ParsedMessage {
  const parsed = new WeakMap<Message, ParsedMessage>()
  return (message) => {
    const passage = parsed.get(message) ?? parseMessage(message, keys)
    parsed.set(message, passage)
    return passage
  }
}

/**
 * A message whose sides are parsed when they are first looked at. What was refused or lost shows nothing but what was
 * asked.
 */
export function parseMessage(message: Message, keys: readonly JsonObject[]): ParsedMessage {
  const kinds = kindsByEndpoint[message.endpoint]
  let asked: readonly Artefact[] | undefined
  let replied: readonly Artefact[] | undefined
  return {
    message,
    get request() {
      asked ??= kinds.asked ? parseRequest(message, kinds.asked, keys) : []
      return asked
    },
    get response() {
      replied ??=
        kinds.replied && isSuccessful(message) ? openArtefact(kinds.replied, message.response?.body ?? '', keys) : []
      return replied
    },
  }
}

function parseRequest(
  { endpoint, request: { url, body = '' }, plaintext }: Message,
  kind: ArtefactKind,
  keys: readonly JsonObject[],
) {
  if (endpoint === 'deeplink') {
    // What is in it is opened where it arrives, or shown by whoever sealed it.
    return [
      ...openArtefact(kind, url).slice(0, 1),
      ...(plaintext === undefined ? [] : openArtefact('request', plaintext, keys)),
    ]
  }
  if (endpoint === 'offerPush' && body.startsWith('openid-credential-offer:')) return []
  return openArtefact(kind, body, keys)
}

const isSuccessful = ({ response }: Message): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

/** The layers of a play as their makers sent them: a request that was shown in clear is not opened a second time. */
export function selectArtefacts(
  messages: readonly ParsedMessage[],
  counts: (role: Role) => boolean,
): readonly Artefact[] {
  const isShown = messages.some(({ message: { plaintext } }) => plaintext !== undefined)
  const sent = new Set(messages.flatMap(listForwardedValues))
  return messages.flatMap(({ message, request, response }) => {
    const isForwarded =
      message.endpoint === 'validate' && request.some(({ kind, text }) => isEncryptedRequest(kind) && sent.has(text))
    const makerOf = (kind: ArtefactKind): Role =>
      isForwarded && (isEncryptedRequest(kind) || isInsideRequest(kind)) ? 'wallet' : message.from
    return [
      ...request.filter(
        ({ kind }) => counts(makerOf(kind)) && !(isShown && message.endpoint === 'validate' && isInsideRequest(kind)),
      ),
      ...(counts(message.to) ? response : []),
    ]
  })
}

/** What a wallet handed on in a deeplink: whoever passes it on did not make it. */
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

/** One side of a message, and who sent it. */
export interface MessageSide {
  readonly sender: Role
  readonly artefacts: readonly Artefact[]
}

/** Both sides of a message that were taken apart. */
export function listSides({ message, request, response }: ParsedMessage): readonly MessageSide[] {
  const sides = [
    { sender: message.from, artefacts: request },
    { sender: message.to, artefacts: response },
  ]
  return sides.filter(({ artefacts }) => artefacts.length > 0)
}
