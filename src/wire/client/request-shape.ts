import type { RequestShape, Target } from '../../../model/target.ts'
import type { HeaderFields, HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { fillPlaceholders, fillPlaceholdersInValue, type PlaceholderValues } from './placeholders.ts'
import { readPointer } from './pointer.ts'

/** How a target wants the calls to an endpoint: what it wants of every call, and of these. */
export function mergeShape(target: Target, endpoint: string): RequestShape {
  const shape = target.requests?.[endpoint] ?? {}
  return { ...shape, headers: { ...lowerCaseNames(target.headers), ...lowerCaseNames(shape.headers) } }
}

/**
 * A call in the shape that its target wants. A body that is not a JSON object is sent as it is: a fault may have meant it so.
 * Placeholders also name the texts in the body. A header field that a probe changed stays as the probe made it.
 */
export function applyShape(
  request: HttpRequest,
  shape: RequestShape,
  known: PlaceholderValues,
  isGuarded = false,
): HttpRequest {
  const facts = { ...listTexts(request.body), ...known }
  const holdsToken = createTokenFinder(known)
  const isTokenGone = isGuarded && !Object.values(request.headers).some(holdsToken)
  const keepOut = <T>(fields: T): T => (isTokenGone ? dropTokens(fields, holdsToken) : fields)
  const own = request.body ?? (request.method === 'GET' ? undefined : '{}')
  const body = shape.body === undefined || own === undefined ? request.body : shapeBody(own, shape.body, facts, keepOut)
  const isAdded = request.body === undefined && body !== undefined
  const headers = { ...(isAdded && { 'content-type': usualMediaType }), ...request.headers }
  const added = keepOut(fillFields(shape.headers, facts))
  return {
    method: request.method,
    url: shapeUrl(request.url, keepOut(fillFields(shape.query, facts))),
    headers: shapeHeaders(headers, keepProbed(headers, added, isTokenGone)),
    ...(body !== undefined && { body }),
  }
}

/**
 * An answer with the members that we look for, taken from where this target puts them. A pointer without a name leads to
 * the answer itself, such as a JWT in a JSON body.
 */
export function remapResponse(response: HttpResponse, answer: HeaderFields = {}): HttpResponse {
  const body = parseObject(response.body)
  if (body === undefined) return response
  const whole = answer[''] === undefined ? undefined : readPointer(body, answer[''])
  if (typeof whole === 'string') return { ...response, body: whole }
  const found = Object.entries(answer).flatMap(([name, pointer]) => {
    const value = readPointer(body, pointer)
    return value === undefined ? [] : [[name, value] as const]
  })
  return found.length === 0
    ? response
    : { ...response, body: JSON.stringify({ ...body, ...Object.fromEntries(found) }) }
}

const lowerCaseNames = (fields: HeaderFields = {}): HeaderFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

const fillFields = (fields: HeaderFields = {}, facts: PlaceholderValues): HeaderFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fillPlaceholders(value, facts)]))

const shapeHeaders = (headers: HeaderFields, added: HeaderFields): HeaderFields =>
  Object.fromEntries(Object.entries({ ...headers, ...lowerCaseNames(added) }).filter(([, value]) => value !== ''))

/** Finds values that authorize the caller: the session token, and what Issuer Config gives in its place. */
function createTokenFinder({ sessionToken, accessToken, secret }: PlaceholderValues): (value: unknown) => boolean {
  const tokens = [sessionToken, accessToken, secret].filter((each) => each !== undefined && each !== '')
  return (value) => tokens.some((token) => String(JSON.stringify(value)).includes(JSON.stringify(token).slice(1, -1)))
}

/** What is configured for a call, without the tokens that a probe leaves out. */
const dropTokens = <T>(fields: T, holdsToken: (value: unknown) => boolean): T =>
  Object.fromEntries(Object.entries(Object(fields)).filter(([, value]) => !holdsToken(value))) as T // some of its members

/** The configured header fields without those that a probe is about: it changed or left out the session token, or the media type. */
function keepProbed(headers: HeaderFields, added: HeaderFields, isTokenGone: boolean): HeaderFields {
  const isFree = ([name]: readonly [string, string]): boolean => {
    const own = headers[name.toLowerCase()]
    if (name.toLowerCase() === 'content-type') return own === undefined || own === usualMediaType
    return !(isTokenGone && own !== undefined && !neutralFields.has(name.toLowerCase()))
  }
  return Object.fromEntries(Object.entries(added).filter(isFree))
}

const usualMediaType = 'application/json'

/** Header fields of a request that no probe is about. */
const neutralFields: ReadonlySet<string> = new Set(['accept', 'user-agent', 'accept-language'])

/** Adds parameters to the query as it was written: serializing it again would change its escapes. */
function shapeUrl(url: string, added: HeaderFields): string {
  const names = Object.keys(added)
  const read = names.length === 0 ? null : URL.parse(url)
  if (read === null) return url
  const kept = read.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !names.some((name) => new URLSearchParams(pair).has(name)))
  const pairs = Object.entries(added).map((pair) => pair.map(encodeURIComponent).join('='))
  read.search = [...kept, ...pairs].join('&')
  return read.href
}

const listTexts = (body: string | undefined): PlaceholderValues =>
  Object.fromEntries(
    Object.entries(parseObject(body ?? '') ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

function shapeBody(
  text: string,
  added: JsonObject | string,
  facts: PlaceholderValues,
  keepOut: <T>(members: T) => T,
): string {
  if (typeof added === 'string') return fillPlaceholders(added, facts)
  const body = parseObject(text)
  if (body === undefined) return text
  const filled = Object.entries(added).map(([name, value]) => [name, fillPlaceholdersInValue(value, facts)] as const)
  const members = Object.entries(keepOut(Object.fromEntries(filled)))
  const merged: readonly (readonly [string, JsonValue])[] = Object.entries({ ...body, ...Object.fromEntries(members) })
  const dropped = new Set(members.flatMap(([name, value]) => (value === null ? [name] : [])))
  return JSON.stringify(Object.fromEntries(merged.filter(([name]) => !dropped.has(name))))
}

/** A text that the strict parser rejects is not changed: serializing it again would repair the fault in it. */
function parseObject(text: string): JsonObject | undefined {
  const read = attempt(() => parseJsonObject(text))
  return 'value' in read && isObject(read.value) ? read.value : undefined
}
