import type { ParsedMessage } from '../../model/exchange.ts'
import type { PrivateLine, RecordedLayer, RecordLine } from '../../model/record.ts'
import type { Role } from '../../model/role.ts'
import type { HttpRequest, HttpResponse, Message } from '../../model/wire.ts'
import type { Artefact } from '../../protocol/artefacts/artefact.ts'
import { isObject, type JsonObject, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { listSides } from '../judge/sides.ts'
import { type ArtefactTexts, collectTexts } from './artefact-texts.ts'
import type { MarkText } from './marks.ts'
import { redactBody } from './redact-body.ts'
import { isPublicField, redactFields } from './redact-headers.ts'
import { readFields, redactSentence, redactUrl } from './redact-url.ts'
import { describePrivate, hasOnlyPublicWords, type RedactionContext } from './redaction-context.ts'
import type { SecretStore } from './secret-store.ts'

/** What a recorder is given before the first message. */
export interface RecorderOptions {
  /** Private keys for decryption. */
  readonly keys: readonly JsonObject[]
  /** Words that may be shown anywhere. */
  readonly words: ReadonlySet<string>
  /** What is known to be private: tokens, account numbers, configured headers, and what messages add. */
  readonly secrets: SecretStore
  /** The secrets that were configured. */
  readonly own?: SecretStore
  /** Marks texts that the record does not show. */
  readonly mark?: MarkText
  /** Texts at public places of messages; the recorder adds to it. */
  readonly open?: Set<string>
  /** The targets, and the texts of messages in which none of them took part; the recorder adds to these. */
  readonly targets?: ReadonlySet<Role>
  readonly unknownToTargets?: Set<string>
}

/** Texts that are remembered as done: messages repeat most of theirs. */
const mostSeen = 200_000

/** Creates the recorder of one run. What was private in one message is hidden in all that follow. */
export function createRecorder({
  keys,
  words,
  secrets,
  mark,
  open,
  targets,
  unknownToTargets,
}: RecorderOptions): (message: ParsedMessage<string>) => RecordLine {
  const context: RedactionContext = { keys, words, isPrivate: secrets.isRevealedBy, mark }
  const seen = new Set<string>()
  const isNew = (text: string): boolean => seen.size < seen.add(text).size
  return (message) => {
    const { message: raw } = message
    if (seen.size > mostSeen) seen.clear()
    const leaves = collectContents(message).flatMap((each) => collectTexts(each) ?? [])
    const texts = collectPrivateTexts(raw, leaves).map(trimQuotes)
    const fresh = texts.filter((text) => isNew(text) && !hasOnlyPublicWords(text, context)).toArray()
    secrets.add(fresh)
    if (!targets?.has(raw.from) && !targets?.has(raw.to)) for (const text of fresh) unknownToTargets?.add(text)
    if (open) for (const text of collectPublicTexts(raw, leaves, context)) open.add(text)
    return redactMessage(message, context)
  }
}

/** Creates a function that redacts sentences as the record does. */
export const createSentenceRedactor =
  ({ keys, words, secrets }: RecorderOptions) =>
  (sentence: string): string =>
    redactSentence(sentence, { keys, words, isPrivate: secrets.isRevealedBy })

/**
 * Makes the line of a message in the record: its structure, without private values. Sentences are those of the report, and
 * have no marks.
 */
export function redactMessage(message: ParsedMessage<string>, context: RedactionContext): RecordLine {
  const { message: raw } = message
  const { number, session, endpoint, from, to, milliseconds, request, response, transportError } = raw
  const { mark: _, ...sentences } = context
  return {
    number,
    session,
    endpoint,
    from,
    to,
    sentAt: new Date(raw.sentAt).toISOString(),
    milliseconds,
    request: redactRequest(request, context),
    ...(response && { response: redactResponse(response, context) }),
    ...(transportError && {
      transportError: { kind: transportError.kind, message: redactSentence(transportError.message, sentences) },
    }),
    layers: listLayers(message, sentences),
  }
}

/** Makes the line of a message in the private record: everything. */
export const toPrivateLine = <E extends string>(raw: Message<E>): PrivateLine<E> => ({
  ...raw,
  sentAt: new Date(raw.sentAt).toISOString(),
})

const methods: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS PUSH OPEN'.split(' '))

const redactRequest = (
  { method, url, headers, body }: HttpRequest,
  context: RedactionContext,
): RecordLine['request'] => ({
  method: methods.has(method) ? method : describePrivate(method, context),
  url: redactUrl(url, context),
  headers: redactFields(headers, context),
  ...(body !== undefined && body !== '' && { body: redactBody(body, context) }),
})

const redactResponse = (
  { status, headers, body, octets }: HttpResponse,
  context: RedactionContext,
): NonNullable<RecordLine['response']> => ({
  status,
  headers: redactFields(headers, context),
  ...(octets !== undefined && { body: describeOctets(octets, context) }),
  ...(octets === undefined && body !== '' && { body: redactBody(body, context) }),
})

function describeOctets(octets: string, { mark }: RedactionContext): string {
  const marked = mark?.(octets)
  return `<${Buffer.byteLength(octets, 'base64')} octets that are not UTF-8${marked === undefined ? '' : `, ${marked}`}>`
}

const listLayers = (message: ParsedMessage<string>, context: RedactionContext): readonly RecordedLayer[] =>
  listSides(message).flatMap(({ sender, artefacts }) =>
    artefacts.map((artefact) => redactLayer(artefact, sender === message.message.to ? 'response' : 'request', context)),
  )

function redactLayer(
  { kind, at, content, problem, withheld }: Artefact,
  side: RecordedLayer['side'],
  context: RedactionContext,
): RecordedLayer {
  const why = problem?.message ?? withheld
  return {
    side,
    kind,
    in: at.replace(/\?.*$/s, '?…'), // the name of a parameter may be anything
    readable: content !== undefined,
    ...(why !== undefined && { reason: redactSentence(why, context) }),
  }
}

/** Collects the texts of a message that are at no public place. */
function* collectPrivateTexts(
  { request, response }: Message<string>,
  leaves: readonly ArtefactTexts[],
): Generator<string> {
  for (const { closed } of leaves) yield* closed
  for (const [name, value] of Object.entries({ ...request.headers, ...response?.headers })) {
    if (secretFields.test(name)) yield* [value, ...value.split(/[ ;,=]+/)]
  }
  yield* splitUrl(request.url)
}

type ContentList = readonly { readonly content?: unknown }[]

/** Collects the contents of a message: its artefacts, and its bodies as JSON. */
const collectContents = (message: ParsedMessage<string>): readonly ContentList[] => [
  listSides(message).flatMap(({ artefacts }) => artefacts),
  [message.message.request.body, message.message.response?.body].flatMap((text) => parseBody(text)),
]

/** Collects the public texts of a message: its public places, public header fields, and its URL. */
const collectPublicTexts = (
  { request, response }: Message<string>,
  leaves: readonly ArtefactTexts[],
  context: RedactionContext,
): readonly string[] => [
  ...leaves.flatMap(({ open }) => [...open]),
  ...Object.entries({ ...request.headers, ...response?.headers }).flatMap(([name, value]) =>
    isPublicField(name) ? value : [],
  ),
  ...redactUrl(request.url, context).split('?').slice(0, 1),
]

/** Removes the quotes of a JSON string. */
const trimQuotes = (text: string): string =>
  text.startsWith('"') || text.endsWith('"') ? text.replaceAll(/^"|"$/g, '') : text

const secretFields = /authorization|cookie|token|session|secret|key|dpop/i

/** Parses a body, JSON or a form, into the form of an artefact. */
function parseBody(text: string | undefined): readonly { readonly content: unknown }[] {
  if (text === undefined) return []
  const read = attempt(() => parseJson(text))
  if ('problem' in read) return [{ content: Object.fromEntries(readFields(text)) }]
  return isObject(read.value) ? [{ content: read.value }] : []
}

/** Splits a URL into path segments and query values. */
const splitUrl = (url: string): readonly string[] => {
  const [, ...parts] = url.replace(/^[a-z]+:\/\//i, '').split(/[/?&=#]+/)
  return parts
}
