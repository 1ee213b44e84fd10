import type { Shape, Target } from '../model/settings.ts'
import type { Asked, Endpoint, Fields, Replied } from '../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'
import { type Facts, filled, filledValue } from './placeholders.ts'
import { valueAt } from './pointer.ts'

/** How a target wants the calls to an endpoint: what it wants of every call, and of these. */
export function shapeOf(target: Target, endpoint: Endpoint): Shape {
  const shape = target.requests?.[endpoint] ?? {}
  return { ...shape, headers: { ...lowered(target.headers), ...lowered(shape.headers) } }
}

/** A call in the shape that its target wants. A body that is no JSON object is sent as it is: a fault may have meant it so. */
export function shaped(asked: Asked, shape: Shape, facts: Facts): Asked {
  const body = shape.body === undefined ? asked.body : shapedBody(asked.body, shape.body, facts)
  return {
    method: asked.method,
    url: shapedUrl(asked.url, filledFields(shape.query, facts)),
    headers: shapedHeaders(asked.headers, filledFields(shape.headers, facts)),
    ...(body !== undefined && { body }),
  }
}

/** An answer with the members that we look for, taken from where this target puts them. */
export function remapped(replied: Replied, answer: Fields = {}): Replied {
  const body = objectIn(replied.body)
  if (body === undefined) return replied
  const found = Object.entries(answer).flatMap(([name, pointer]) => {
    const value = valueAt(body, pointer)
    return value === undefined ? [] : [[name, value] as const]
  })
  return found.length === 0 ? replied : { ...replied, body: JSON.stringify({ ...body, ...Object.fromEntries(found) }) }
}

const lowered = (fields: Fields = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

const filledFields = (fields: Fields = {}, facts: Facts): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filled(value, facts)]))

const shapedHeaders = (headers: Fields, added: Fields): Fields =>
  Object.fromEntries(Object.entries({ ...headers, ...lowered(added) }).filter(([, value]) => value !== ''))

/** The query as it was written, but for the parameters that are added: writing it anew would change its escapes. */
function shapedUrl(url: string, added: Fields): string {
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

function shapedBody(text: string | undefined, added: JsonObject, facts: Facts): string | undefined {
  const body = text === undefined ? undefined : objectIn(text)
  if (body === undefined) return text
  const members = Object.entries(added).map(([name, value]) => [name, filledValue(value, facts)] as const)
  const merged: readonly (readonly [string, JsonValue])[] = Object.entries({ ...body, ...Object.fromEntries(members) })
  const dropped = new Set(members.flatMap(([name, value]) => (value === null ? [name] : [])))
  return JSON.stringify(Object.fromEntries(merged.filter(([name]) => !dropped.has(name))))
}

/** A text that strict reading refuses is not touched: writing it anew would repair what somebody wants to see. */
function objectIn(text: string): JsonObject | undefined {
  const read = attempt(() => parseJsonObject(text))
  return 'value' in read && isObject(read.value) ? read.value : undefined
}
