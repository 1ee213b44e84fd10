import type { LayerTold, PrivateLine, RecordLine } from '../model/record.ts'
import type { Asked, Hop, Replied } from '../model/wire.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import { isObject, type JsonObject, parseJson } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'
import { shownIn } from './exhibits.ts'
import { textOf } from './open-places.ts'
import { type Leaves, leavesOf } from './private-texts.ts'
import type { Secrets } from './secrets.ts'
import { tellBody } from './tell-body.ts'
import { isOpen, tellFields } from './tell-fields.ts'
import { tellSentence, tellUrl } from './tell-url.ts'
import { isOfWords, type Telling } from './telling.ts'

/** What a recorder is told before the first message. */
export interface Recording {
  /** Private keys that open what we can open. */
  readonly keys: readonly JsonObject[]
  /** What may be shown wherever it stands. */
  readonly words: ReadonlySet<string>
  /** What is known to be private: tokens, numbers of holders, headers that were configured, and what messages add. */
  readonly secrets: Secrets
  /** The first of them: what the run was told in confidence. */
  readonly own?: Secrets
  /** What messages say at open places, where everybody may see it; it is added to. */
  readonly open?: Set<string>
}

/** Texts that are remembered as dealt with: most of what messages say was said before. */
const mostSeen = 200_000

/** Makes the lines of one run. What was private in one message is looked for in all that follow. */
export function recorder({ keys, words, secrets, open }: Recording): (hop: Hop) => RecordLine {
  const telling: Telling = { keys, words, isPrivate: secrets.isIn }
  const seen = new Set<string>()
  const isNew = (text: string): boolean => seen.size < seen.add(text).size
  return (hop) => {
    if (seen.size > mostSeen) seen.clear()
    const leaves = contentsOf(hop, telling).flatMap((each) => leavesOf(each) ?? [])
    const texts = privateIn(hop, leaves).map(unquoted)
    secrets.learn(texts.filter((text) => isNew(text) && !isOfWords(text, telling)))
    if (open) for (const text of openIn(hop, leaves, telling)) open.add(text)
    return lineOf(hop, telling)
  }
}

/** Tells a sentence beside the record, with no more of an address than the record shows. */
export const teller =
  ({ keys, words, secrets }: Recording) =>
  (sentence: string): string =>
    tellSentence(sentence, { keys, words, isPrivate: secrets.isIn })

/** What a record tells of a message: its structure, and nothing of what is private in it. */
export function lineOf(hop: Hop, telling: Telling): RecordLine {
  const { number, session, endpoint, from, to, took, asked, replied, lost } = hop
  return {
    number,
    session,
    endpoint,
    from,
    to,
    sent: new Date(hop.sent).toISOString(),
    took,
    request: tellRequest(asked, telling),
    ...(replied && { response: tellResponse(replied, telling) }),
    ...(lost && { lost: { loss: lost.loss, message: tellSentence(lost.message, telling) } }),
    layers: layersIn(hop, telling),
  }
}

/** All of a message, for those who asked to keep it. */
export function privateLineOf({ clear: _, ...hop }: Hop): PrivateLine {
  return { ...hop, sent: new Date(hop.sent).toISOString() }
}

const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS PUSH OPEN'.split(' '))

const tellRequest = ({ method, url, headers, body }: Asked, telling: Telling): RecordLine['request'] => ({
  method: methods.has(method) ? method : textOf(method),
  url: tellUrl(url, telling),
  headers: tellFields(headers, telling),
  ...(body !== undefined && body !== '' && { body: tellBody(body, telling) }),
})

const tellResponse = (
  { status, headers, body, octets }: Replied,
  telling: Telling,
): NonNullable<RecordLine['response']> => ({
  status,
  headers: tellFields(headers, telling),
  ...(octets !== undefined && { body: `<${Buffer.byteLength(octets, 'base64')} octets that are not UTF-8>` }),
  ...(octets === undefined && body !== '' && { body: tellBody(body, telling) }),
})

const layersIn = (hop: Hop, telling: Telling): readonly LayerTold[] =>
  shownIn(hop, telling.keys).flatMap(({ by, exhibits }) =>
    exhibits.map((exhibit) => layerOf(exhibit, by === hop.to ? 'response' : 'request', telling)),
  )

function layerOf(
  { kind, at, content, problem, withheld }: Exhibit,
  side: LayerTold['in'],
  telling: Telling,
): LayerTold {
  const why = problem?.message ?? withheld
  return {
    in: side,
    kind,
    at: at.replace(/\?.*$/s, '?…'), // the name of a parameter may be anything
    read: content !== undefined,
    ...(why !== undefined && { why: tellSentence(why, telling) }),
  }
}

/** What is private in a message, as far as its form tells: whatever stands at no open place. */
function* privateIn({ asked, replied }: Hop, leaves: readonly Leaves[]): Generator<string> {
  for (const { closed } of leaves) yield* closed
  for (const [name, value] of Object.entries({ ...asked.headers, ...replied?.headers })) {
    if (secretFields.test(name)) yield* [value, ...value.split(/[ ;,=]+/)]
  }
  yield* partsOf(asked.url)
}

type Contents = readonly { readonly content?: unknown }[]

/** What is in a message: in its layers, and in its bodies as they are. */
const contentsOf = (hop: Hop, { keys }: Telling): readonly Contents[] => [
  shownIn(hop, keys).flatMap(({ exhibits }) => exhibits),
  [hop.asked.body, hop.replied?.body].flatMap((text) => contentOf(text)),
]

/** What a message shows to everybody: its open places, fields that tell of the message alone, and where it went. */
const openIn = ({ asked, replied }: Hop, leaves: readonly Leaves[], telling: Telling): readonly string[] => [
  ...leaves.flatMap(({ open }) => [...open]),
  ...Object.entries({ ...asked.headers, ...replied?.headers }).flatMap(([name, value]) => (isOpen(name) ? value : [])),
  ...tellUrl(asked.url, telling).split('?').slice(0, 1),
]

/** A text is the same without the quotes in which JSON may have wrapped it. */
const unquoted = (text: string): string =>
  text.startsWith('"') || text.endsWith('"') ? text.replaceAll(/^"|"$/g, '') : text

const secretFields = /authorization|cookie|token|session|secret|key|dpop/i

/** The body of a message, in the manner in which an exhibit holds it. */
function contentOf(text: string | undefined): readonly { readonly content: unknown }[] {
  const read = text === undefined ? undefined : attempt(() => parseJson(text))
  return read && 'value' in read && isObject(read.value) ? [{ content: read.value }] : []
}

/** The steps of an address, and the values of its query. */
const partsOf = (url: string): readonly string[] => {
  const [, ...parts] = url.replace(/^[a-z]+:\/\//i, '').split(/[/?&=#]+/)
  return parts
}
