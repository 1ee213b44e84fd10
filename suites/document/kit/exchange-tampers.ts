import type { CheckContext } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { ExchangeTampering } from '../../../model/tampering.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { Artefact, ArtefactContents } from '../../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { Message, MessageEndpoint } from '../model/endpoints.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { applyEdits, type Edits } from './pointer-edits.ts'

/** Changes an exchange of the document, or what is known beside its messages; `undefined` if there is nothing to change. */
export const tamperKnown = (
  breaks: Requirement,
  description: string,
  change: (exchange: Exchange, context: CheckContext) => Exchange | undefined,
): ExchangeTampering => ({ breaks, description, apply: change as ExchangeTampering['apply'] }) // its exchanges are of this suite

/** Changes the messages of an exchange; `undefined` if there is nothing to change. */
export const tamperExchange = (
  breaks: Requirement,
  description: string,
  change: (
    messages: readonly ParsedMessage[],
    context: CheckContext,
    exchange: Exchange,
  ) => readonly ParsedMessage[] | undefined,
): ExchangeTampering =>
  tamperKnown(breaks, description, (exchange, context) => {
    const messages = change(exchange.messages, context, exchange)
    // A message without a response may be unchanged.
    const isChanged =
      messages?.some((each, i) => each !== exchange.messages[i]) || messages?.length !== exchange.messages.length
    return messages && isChanged ? { ...exchange, messages: messages } : undefined
  })

/** Changes one message. */
export type MessageChange = (parsed: ParsedMessage, context: CheckContext, exchange: Exchange) => ParsedMessage

/** Changes every message to some endpoints. */
export const tamperMessages = (
  breaks: Requirement,
  description: string,
  endpoints: readonly MessageEndpoint[],
  change: MessageChange,
): ExchangeTampering =>
  tamperExchange(breaks, description, (messages, context, exchange) => {
    const isAffected = ({ message }: ParsedMessage): boolean => endpoints.includes(message.endpoint)
    if (!messages.some(isAffected)) return undefined
    return messages.map((each) => (isAffected(each) ? change(each, context, exchange) : each))
  })

/** Removes every selected message. */
export const dropMessages = (
  breaks: Requirement,
  description: string,
  isAffected: (message: Message) => boolean,
): ExchangeTampering =>
  tamperExchange(breaks, description, (messages) =>
    messages.some(({ message }) => isAffected(message))
      ? messages.filter(({ message }) => !isAffected(message))
      : undefined,
  )

/** Changes every artefact of one kind. */
export const tamperArtefacts = <K extends ArtefactKind>(
  breaks: Requirement,
  description: string,
  kind: K,
  change: (content: ArtefactContents[K], context: CheckContext) => ArtefactContents[K],
): ExchangeTampering =>
  tamperExchange(breaks, description, (messages, context) =>
    mapArtefacts(messages, kind, (content) => change(content, context)),
  )

/** Replaces members in every JSON object of one kind. */
export const tamperBodies = (
  breaks: Requirement,
  kind: ArtefactKind,
  description: string,
  makeEdits: (context: CheckContext, body: JsonObject) => Edits,
): ExchangeTampering =>
  tamperExchange(breaks, description, (messages, context) =>
    mapArtefacts(messages, kind, (body) => applyEdits(body as JsonObject, makeEdits(context, body as JsonObject))),
  ) // bodies are objects

/** The messages with every artefact of one kind changed; `undefined` if there is none. */
export function mapArtefacts<K extends ArtefactKind>(
  messages: readonly ParsedMessage[],
  kind: K,
  change: (content: ArtefactContents[K], parsed: ParsedMessage) => ArtefactContents[K],
): readonly ParsedMessage[] | undefined {
  const isAffected = (artefact: Artefact): artefact is Artefact<K> =>
    artefact.kind === kind && artefact.content !== undefined
  if (!messages.some(({ request, response }) => [...request, ...response].some(isAffected))) return undefined
  return messages.map((parsed) => {
    const changed = (artefact: Artefact): Artefact =>
      isAffected(artefact) && artefact.content ? { ...artefact, content: change(artefact.content, parsed) } : artefact
    return { ...parsed, request: parsed.request.map(changed), response: parsed.response.map(changed) }
  })
}

/** A message with another request. */
export const withRequest = (
  parsed: ParsedMessage,
  how: (request: HttpRequest) => Partial<HttpRequest>,
): ParsedMessage => ({
  ...parsed,
  message: { ...parsed.message, request: { ...parsed.message.request, ...how(parsed.message.request) } },
})

/** A message with another response, if it has one. */
export const withResponse = (
  parsed: ParsedMessage,
  how: (response: HttpResponse) => Partial<HttpResponse>,
): ParsedMessage => {
  const { message } = parsed
  return message.response
    ? { ...parsed, message: { ...message, response: { ...message.response, ...how(message.response) } } }
    : parsed
}

/** A message with another media type in its response. */
export const withMediaType =
  (type: string): MessageChange =>
  (parsed) =>
    withResponse(parsed, ({ headers }) => ({ headers: { ...headers, 'content-type': type } }))

/** The sessions with a request to an endpoint, in their order. */
export const listSessions = (messages: readonly ParsedMessage[], endpoint: MessageEndpoint): readonly string[] => [
  ...new Set(messages.filter(({ message }) => message.endpoint === endpoint).map(({ message }) => message.session)),
]

/** Inverts the answers to the probes of a requirement. */
export const invertProbeAnswers = (requirement: Requirement): ExchangeTampering => ({
  breaks: requirement,
  description: 'the opposite answer to every probe',
  apply(exchange) {
    const probes = exchange.probes ?? []
    const isAffected = (each: (typeof probes)[number]): boolean =>
      each.requirement === requirement.id && each.answer === each.expected
    if (!probes.some(isAffected)) return undefined
    const opposite = { accepted: 'refused', refused: 'accepted' } as const
    return {
      ...exchange,
      probes: probes.map((each) => (isAffected(each) ? { ...each, answer: opposite[each.expected] } : each)),
    }
  },
})

/** A crash in place of the answer to one probe. */
export const addCrash = (requirement: Requirement): ExchangeTampering => ({
  breaks: requirement,
  description: 'a crash instead of an answer to a probe',
  apply(exchange) {
    const probe = exchange.probes?.find(({ receiver }) => receiver === requirement.binds)
    if (!probe) return undefined
    const crash = { ...probe, requirement: requirement.id, answer: 'inconclusive', wrong: 'no answer' } as const
    return { ...exchange, probes: [...(exchange.probes ?? []), crash] }
  },
})
