import type { Decision } from '../../../model/decision.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import { usualNonceMembers } from '../../../protocol/artefacts/nonce-response.ts'
import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { escapePointer } from '../../../protocol/encoding/pointer.ts'
import type { Message } from './endpoints.ts'
import type { ParsedMessage } from './exchange.ts'

/** The most texts that are tried as the answer to one decision. */
const mostTexts = 12

type ReadTexts = (artefact: Artefact) => readonly string[]

/** Where a target shows its own answer to a decision that any text answers. */
const readers: ReadonlyMap<string, ReadTexts> = new Map<string, ReadTexts>([
  [
    'response.credentialsField',
    ({ kind, content }) => (kind === 'response' && isObject(content) ? Object.keys(content) : []),
  ],
  ['deeplink.uri', (each) => (isDeeplink(each) ? [each.content?.target ?? ''] : [])],
  ['deeplink.parameter', (each) => (isDeeplink(each) ? (each.content?.parameters ?? []).map(([name]) => name) : [])],
  ['nonce.responseField', listNoncePlaces],
  ['status.member', listStatusPlaces],
  ['status.idMember', listStatusPlaces],
])

type ReadMessage = (message: Message) => readonly string[]

const isStray = ({ endpoint, request }: Message): boolean => endpoint === 'other' && URL.canParse(request.url)

const messageReaders: ReadonlyMap<string, ReadMessage> = new Map<string, ReadMessage>([
  [
    'auth.sessionToken.header',
    ({ endpoint, request }) => (endpoint === 'validate' ? Object.keys(request.headers) : []),
  ],
  [
    'endpoints.walletCallback.path',
    (each) => (isStray(each) ? [new URL(each.request.url).pathname.replace(/^\/s\/[^/]+/, '')] : []),
  ],
  ['endpoints.walletCallback.method', (each) => (isStray(each) ? [each.request.method] : [])],
])

const isDeeplink = (each: Artefact): each is Artefact<'deeplink'> => each.kind === 'deeplink'
const isNonceResponse = (each: Artefact): each is Artefact<'nonce-response'> => each.kind === 'nonce-response'
const isStatusToken = (each: Artefact): each is Artefact<'status-token'> => each.kind === 'status-token'

/** Where strings are in a JSON value: the names of members, and pointers to those that are deeper. */
function listTextPlaces(value: JsonValue, at = ''): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [at.replace(/^\/(?=[^/~]+$)/, '')]
  const inner: Readonly<Record<string, JsonValue>> = Object(value) // an array has its indices
  return Object.entries(inner).flatMap(([name, each]) => listTextPlaces(each, `${at}/${escapePointer(name)}`))
}

/** Where a nonce may be in a nonce response without a usual member: one of a wrong type is no reason to look elsewhere. */
function listNoncePlaces(each: Artefact): readonly string[] {
  const content = (isNonceResponse(each) && each.content) || {}
  return usualNonceMembers.some((name) => Object.hasOwn(content, name)) ? [] : listTextPlaces(content)
}

/** Where strings are in a status response. */
function listStatusPlaces(each: Artefact): readonly string[] {
  return isStatusToken(each) ? listTextPlaces(each.content?.payload ?? {}) : []
}

/** Texts of a target that may be its answer to a decision that any text answers. */
export function listSeenTexts(
  decision: Decision,
  artefacts: readonly Artefact[],
  messages: readonly ParsedMessage[],
): readonly string[] {
  const read = readers.get(decision.id)
  const readMessage = messageReaders.get(decision.id)
  const all = new Set([
    ...(read ? artefacts.flatMap(read) : []),
    ...(readMessage ? messages.flatMap(({ message }) => readMessage(message)) : []),
  ])
  return [...all].filter((text) => text !== '' && text !== decision.default).slice(0, mostTexts)
}
