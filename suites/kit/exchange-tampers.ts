import type { Exchange, ParsedMessage } from '../../model/exchange.ts'
import type { CheckContext } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ExchangeTampering } from '../../model/tampering.ts'
import type { Endpoint, HttpRequest, HttpResponse, Message } from '../../model/wire.ts'
import type { Artefact, ArtefactContents } from '../../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { applyEdits, type Edits } from './pointer-edits.ts'

/** Changes the messages of an exchange; nothing, where they offer no hold. */
export const tamperExchange = (
  breaks: Requirement,
  deed: string,
  change: (
    passages: readonly ParsedMessage[],
    context: CheckContext,
    exchange: Exchange,
  ) => readonly ParsedMessage[] | undefined,
): ExchangeTampering => ({
  breaks,
  description: deed,
  apply(exchange, context) {
    const passages = change(exchange.messages, context, exchange)
    // What nobody answered offers no hold: nothing was changed then.
    const isChanged =
      passages?.some((each, i) => each !== exchange.messages[i]) || passages?.length !== exchange.messages.length
    return passages && isChanged ? { ...exchange, messages: passages } : undefined
  },
})

/** What is done to one message. */
export type MessageChange = (passage: ParsedMessage, context: CheckContext, exchange: Exchange) => ParsedMessage

/** Changes every message to some endpoints, if there is one. */
export const tamperMessages = (
  breaks: Requirement,
  deed: string,
  endpoints: readonly Endpoint[],
  change: MessageChange,
): ExchangeTampering =>
  tamperExchange(breaks, deed, (passages, context, exchange) => {
    const isMeant = ({ message }: ParsedMessage): boolean => endpoints.includes(message.endpoint)
    if (!passages.some(isMeant)) return undefined
    return passages.map((each) => (isMeant(each) ? change(each, context, exchange) : each))
  })

/** Takes every message away to which this applies, if there is one. */
export const dropMessages = (
  breaks: Requirement,
  deed: string,
  isMeant: (hop: Message) => boolean,
): ExchangeTampering =>
  tamperExchange(breaks, deed, (passages) =>
    passages.some(({ message }) => isMeant(message)) ? passages.filter(({ message }) => !isMeant(message)) : undefined,
  )

/** Changes every artefact of a kind, wherever it was seen. */
export const tamperArtefacts = <K extends ArtefactKind>(
  breaks: Requirement,
  deed: string,
  kind: K,
  change: (content: ArtefactContents[K], context: CheckContext) => ArtefactContents[K],
): ExchangeTampering =>
  tamperExchange(breaks, deed, (passages, context) =>
    mapArtefacts(passages, kind, (content) => change(content, context)),
  )

/** Puts other values into every JSON object of a kind. */
export const tamperBodies = (
  breaks: Requirement,
  kind: ArtefactKind,
  deed: string,
  editsOf: (context: CheckContext, said: JsonObject) => Edits,
): ExchangeTampering =>
  tamperExchange(breaks, deed, (passages, context) =>
    mapArtefacts(passages, kind, (said) => applyEdits(said as JsonObject, editsOf(context, said as JsonObject))),
  ) // bodies are objects

/** The messages with other artefacts of a kind in them; nothing, if there is none of that kind. */
export function mapArtefacts<K extends ArtefactKind>(
  passages: readonly ParsedMessage[],
  kind: K,
  change: (content: ArtefactContents[K], passage: ParsedMessage) => ArtefactContents[K],
): readonly ParsedMessage[] | undefined {
  const isMeant = (exhibit: Artefact): exhibit is Artefact<K> => exhibit.kind === kind && exhibit.content !== undefined
  if (!passages.some(({ request, response }) => [...request, ...response].some(isMeant))) return undefined
  return passages.map((passage) => {
    const changed = (exhibit: Artefact): Artefact =>
      isMeant(exhibit) && exhibit.content ? { ...exhibit, content: change(exhibit.content, passage) } : exhibit
    return { ...passage, request: passage.request.map(changed), response: passage.response.map(changed) }
  })
}

/** A message with another call. */
export const withRequest = (
  passage: ParsedMessage,
  how: (asked: HttpRequest) => Partial<HttpRequest>,
): ParsedMessage => ({
  ...passage,
  message: { ...passage.message, request: { ...passage.message.request, ...how(passage.message.request) } },
})

/** A message with another answer, if it got one. */
export const withResponse = (
  passage: ParsedMessage,
  how: (replied: HttpResponse) => Partial<HttpResponse>,
): ParsedMessage => {
  const { message } = passage
  return message.response
    ? { ...passage, message: { ...message, response: { ...message.response, ...how(message.response) } } }
    : passage
}

/** An answer that says something else of what it is. */
export const withMediaType =
  (type: string): MessageChange =>
  (passage) =>
    withResponse(passage, ({ headers }) => ({ headers: { ...headers, 'content-type': type } }))

/** The sessions in which something was said to an endpoint, in their order. */
export const listSessions = (passages: readonly ParsedMessage[], endpoint: Endpoint): readonly string[] => [
  ...new Set(passages.filter(({ message }) => message.endpoint === endpoint).map(({ message }) => message.session)),
]

/** The answers to what was put before a judge are the opposite. */
export const invertProbeAnswers = (shows: Requirement): ExchangeTampering => ({
  breaks: shows,
  description: 'the opposite answer to what was put before the judge',
  apply(exchange) {
    const probes = exchange.probes ?? []
    const isMeant = (each: (typeof probes)[number]): boolean =>
      each.requirement === shows.id && each.answer === each.expected
    if (!probes.some(isMeant)) return undefined
    const opposite = { accepted: 'refused', refused: 'accepted' } as const
    return {
      ...exchange,
      probes: probes.map((each) => (isMeant(each) ? { ...each, answer: opposite[each.expected] } : each)),
    }
  },
})
