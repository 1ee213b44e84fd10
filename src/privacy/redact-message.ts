import type { ParsedMessage } from '../../model/exchange.ts'
import type { PrivateLine, RecordedLayer, RecordLine } from '../../model/record.ts'
import type { HttpRequest, HttpResponse, Message } from '../../model/wire.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { isObject, type JsonObject, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { listSides } from '../judge/artefacts.ts'
import { type ArtefactTexts, collectTexts } from './artefact-texts.ts'
import { describeText } from './public-places.ts'
import { redactBody } from './redact-body.ts'
import { isPublicField, redactFields } from './redact-headers.ts'
import { redactSentence, redactUrl } from './redact-url.ts'
import { hasOnlyPublicWords, type RedactionContext } from './redaction-context.ts'
import type { SecretStore } from './secret-store.ts'

/** What a recorder is told before the first message. */
export interface RecorderOptions {
  /** Private keys that open what we can open. */
  readonly keys: readonly JsonObject[]
  /** What may be shown wherever it stands. */
  readonly words: ReadonlySet<string>
  /** What is known to be private: tokens, numbers of holders, headers that were configured, and what messages add. */
  readonly secrets: SecretStore
  /** The first of them: what the run was told in confidence. */
  readonly own?: SecretStore
  /** What messages say at open places, where everybody may see it; it is added to. */
  readonly open?: Set<string>
}

/** Texts that are remembered as dealt with: most of what messages say was said before. */
const mostSeen = 200_000

/** Makes the lines of one run. What was private in one message is looked for in all that follow. */
export function createRecorder({
  keys,
  words,
  secrets,
  open,
}: RecorderOptions): (message: ParsedMessage) => RecordLine {
  const telling: RedactionContext = { keys, words, isPrivate: secrets.isRevealedBy }
  const seen = new Set<string>()
  const isNew = (text: string): boolean => seen.size < seen.add(text).size
  return (message) => {
    const { message: hop } = message
    if (seen.size > mostSeen) seen.clear()
    const leaves = collectContents(message).flatMap((each) => collectTexts(each) ?? [])
    const texts = collectPrivateTexts(hop, leaves).map(trimQuotes)
    secrets.add(texts.filter((text) => isNew(text) && !hasOnlyPublicWords(text, telling)))
    if (open) for (const text of collectPublicTexts(hop, leaves, telling)) open.add(text)
    return redactMessage(message, telling)
  }
}

/** Tells a sentence beside the record, with no more of an address than the record shows. */
export const createSentenceRedactor =
  ({ keys, words, secrets }: RecorderOptions) =>
  (sentence: string): string =>
    redactSentence(sentence, { keys, words, isPrivate: secrets.isRevealedBy })

/** What a record tells of a message: its structure, and nothing of what is private in it. */
export function redactMessage(message: ParsedMessage, telling: RedactionContext): RecordLine {
  const { message: hop } = message
  const { number, session, endpoint, from, to, milliseconds, request, response, transportError } = hop
  return {
    number,
    session,
    endpoint,
    from,
    to,
    sentAt: new Date(hop.sentAt).toISOString(),
    milliseconds: milliseconds,
    request: redactRequest(request, telling),
    ...(response && { response: redactResponse(response, telling) }),
    ...(transportError && {
      transportError: { kind: transportError.kind, message: redactSentence(transportError.message, telling) },
    }),
    layers: listLayers(message, telling),
  }
}

/** All of a message, for those who asked to keep it. */
export function toPrivateLine({ plaintext: _, ...hop }: Message): PrivateLine {
  return { ...hop, sentAt: new Date(hop.sentAt).toISOString() }
}

const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS PUSH OPEN'.split(' '))

const redactRequest = (
  { method, url, headers, body }: HttpRequest,
  telling: RedactionContext,
): RecordLine['request'] => ({
  method: methods.has(method) ? method : describeText(method),
  url: redactUrl(url, telling),
  headers: redactFields(headers, telling),
  ...(body !== undefined && body !== '' && { body: redactBody(body, telling) }),
})

const redactResponse = (
  { status, headers, body, octets }: HttpResponse,
  telling: RedactionContext,
): NonNullable<RecordLine['response']> => ({
  status,
  headers: redactFields(headers, telling),
  ...(octets !== undefined && { body: `<${Buffer.byteLength(octets, 'base64')} octets that are not UTF-8>` }),
  ...(octets === undefined && body !== '' && { body: redactBody(body, telling) }),
})

const listLayers = (message: ParsedMessage, telling: RedactionContext): readonly RecordedLayer[] =>
  listSides(message).flatMap(({ sender: by, artefacts: exhibits }) =>
    exhibits.map((exhibit) => redactLayer(exhibit, by === message.message.to ? 'response' : 'request', telling)),
  )

function redactLayer(
  { kind, at, content, problem, withheld }: Artefact,
  side: RecordedLayer['side'],
  telling: RedactionContext,
): RecordedLayer {
  const why = problem?.message ?? withheld
  return {
    side,
    kind,
    in: at.replace(/\?.*$/s, '?…'), // the name of a parameter may be anything
    readable: content !== undefined,
    ...(why !== undefined && { reason: redactSentence(why, telling) }),
  }
}

/** What is private in a message, as far as its form tells: whatever stands at no open place. */
function* collectPrivateTexts({ request, response }: Message, leaves: readonly ArtefactTexts[]): Generator<string> {
  for (const { closed } of leaves) yield* closed
  for (const [name, value] of Object.entries({ ...request.headers, ...response?.headers })) {
    if (secretFields.test(name)) yield* [value, ...value.split(/[ ;,=]+/)]
  }
  yield* splitUrl(request.url)
}

type ContentList = readonly { readonly content?: unknown }[]

/** What is in a message: in its layers, and in its bodies as they are. */
const collectContents = (message: ParsedMessage): readonly ContentList[] => [
  listSides(message).flatMap(({ artefacts: exhibits }) => exhibits),
  [message.message.request.body, message.message.response?.body].flatMap((text) => parseBody(text)),
]

/** What a message shows to everybody: its open places, fields that tell of the message alone, and where it went. */
const collectPublicTexts = (
  { request, response }: Message,
  leaves: readonly ArtefactTexts[],
  telling: RedactionContext,
): readonly string[] => [
  ...leaves.flatMap(({ open }) => [...open]),
  ...Object.entries({ ...request.headers, ...response?.headers }).flatMap(([name, value]) =>
    isPublicField(name) ? value : [],
  ),
  ...redactUrl(request.url, telling).split('?').slice(0, 1),
]

/** A text is the same without the quotes in which JSON may have wrapped it. */
const trimQuotes = (text: string): string =>
  text.startsWith('"') || text.endsWith('"') ? text.replaceAll(/^"|"$/g, '') : text

const secretFields = /authorization|cookie|token|session|secret|key|dpop/i

/** The body of a message, in the manner in which an exhibit holds it. */
function parseBody(text: string | undefined): readonly { readonly content: unknown }[] {
  const read = text === undefined ? undefined : attempt(() => parseJson(text))
  return read && 'value' in read && isObject(read.value) ? [{ content: read.value }] : []
}

/** The steps of an address, and the values of its query. */
const splitUrl = (url: string): readonly string[] => {
  const [, ...parts] = url.replace(/^[a-z]+:\/\//i, '').split(/[/?&=#]+/)
  return parts
}
