import type { Context } from '../src/model/check.ts'
import type { Exchange, Passage } from '../src/model/exchange-check.ts'
import type { Requirement } from '../src/model/requirement.ts'
import type { ExchangeTamper } from '../src/model/tamper.ts'
import type { Asked, Endpoint, Hop, Replied } from '../src/model/wire.ts'
import type { Evidence, Exhibit, Kind } from '../src/protocol/evidence.ts'
import type { JsonObject } from '../src/protocol/json.ts'
import { type Edits, edited } from './tampering.ts'

/** Changes the messages of an exchange; nothing, where they offer no hold. */
export const exchanged = (
  breaks: Requirement,
  deed: string,
  change: (passages: readonly Passage[], context: Context, exchange: Exchange) => readonly Passage[] | undefined,
): ExchangeTamper => ({
  breaks,
  deed,
  on(exchange, context) {
    const passages = change(exchange.passages, context, exchange)
    // What nobody answered offers no hold: nothing was changed then.
    const isChanged =
      passages?.some((each, i) => each !== exchange.passages[i]) || passages?.length !== exchange.passages.length
    return passages && isChanged ? { ...exchange, passages } : undefined
  },
})

/** What is done to one message. */
export type Change = (passage: Passage, context: Context, exchange: Exchange) => Passage

/** Changes every message to some endpoints, if there is one. */
export const messages = (
  breaks: Requirement,
  deed: string,
  endpoints: readonly Endpoint[],
  change: Change,
): ExchangeTamper =>
  exchanged(breaks, deed, (passages, context, exchange) => {
    const isMeant = ({ hop }: Passage): boolean => endpoints.includes(hop.endpoint)
    if (!passages.some(isMeant)) return undefined
    return passages.map((each) => (isMeant(each) ? change(each, context, exchange) : each))
  })

/** Takes every message away to which this applies, if there is one. */
export const dropped = (breaks: Requirement, deed: string, isMeant: (hop: Hop) => boolean): ExchangeTamper =>
  exchanged(breaks, deed, (passages) =>
    passages.some(({ hop }) => isMeant(hop)) ? passages.filter(({ hop }) => !isMeant(hop)) : undefined,
  )

/** Changes every artefact of a kind, wherever it was seen. */
export const exhibits = <K extends Kind>(
  breaks: Requirement,
  deed: string,
  kind: K,
  change: (content: Evidence[K], context: Context) => Evidence[K],
): ExchangeTamper =>
  exchanged(breaks, deed, (passages, context) => mapShown(passages, kind, (content) => change(content, context)))

/** Puts other values into every JSON object of a kind. */
export const members = (
  breaks: Requirement,
  kind: Kind,
  deed: string,
  editsOf: (context: Context, said: JsonObject) => Edits,
): ExchangeTamper =>
  exchanged(breaks, deed, (passages, context) =>
    mapShown(passages, kind, (said) => edited(said as JsonObject, editsOf(context, said as JsonObject))),
  ) // bodies are objects

/** The messages with other artefacts of a kind in them; nothing, if there is none of that kind. */
export function mapShown<K extends Kind>(
  passages: readonly Passage[],
  kind: K,
  change: (content: Evidence[K], passage: Passage) => Evidence[K],
): readonly Passage[] | undefined {
  const isMeant = (exhibit: Exhibit): exhibit is Exhibit<K> => exhibit.kind === kind && exhibit.content !== undefined
  if (!passages.some(({ asked, replied }) => [...asked, ...replied].some(isMeant))) return undefined
  return passages.map((passage) => {
    const changed = (exhibit: Exhibit): Exhibit =>
      isMeant(exhibit) && exhibit.content ? { ...exhibit, content: change(exhibit.content, passage) } : exhibit
    return { ...passage, asked: passage.asked.map(changed), replied: passage.replied.map(changed) }
  })
}

/** A message with another call. */
export const asking = (passage: Passage, how: (asked: Asked) => Partial<Asked>): Passage => ({
  ...passage,
  hop: { ...passage.hop, asked: { ...passage.hop.asked, ...how(passage.hop.asked) } },
})

/** A message with another answer, if it got one. */
export const replying = (passage: Passage, how: (replied: Replied) => Partial<Replied>): Passage => {
  const { hop } = passage
  return hop.replied ? { ...passage, hop: { ...hop, replied: { ...hop.replied, ...how(hop.replied) } } } : passage
}

/** An answer that says something else of what it is. */
export const typed =
  (type: string): Change =>
  (passage) =>
    replying(passage, ({ headers }) => ({ headers: { ...headers, 'content-type': type } }))

/** The sessions in which something was said to an endpoint, in their order. */
export const sessionsWith = (passages: readonly Passage[], endpoint: Endpoint): readonly string[] => [
  ...new Set(passages.filter(({ hop }) => hop.endpoint === endpoint).map(({ hop }) => hop.session)),
]

/** The answers to what was put before a judge are the opposite. */
export const turned = (shows: Requirement): ExchangeTamper => ({
  breaks: shows,
  deed: 'the opposite answer to what was put before the judge',
  on(exchange) {
    const probes = exchange.probes ?? []
    const isMeant = (each: (typeof probes)[number]): boolean => each.shows === shows.id && each.answer === each.expected
    if (!probes.some(isMeant)) return undefined
    const opposite = { accepted: 'refused', refused: 'accepted' } as const
    return {
      ...exchange,
      probes: probes.map((each) => (isMeant(each) ? { ...each, answer: opposite[each.expected] } : each)),
    }
  },
})
