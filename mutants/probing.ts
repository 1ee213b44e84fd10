import type { EndpointHandler, HttpRequest, HttpResponse } from '../model/wire.ts'
import { isObject, type JsonObject, type JsonValue } from '../protocol/encoding/json.ts'

// A client that tries what a protocol allows and what it forbids: one place of what a test sends is changed, before it is signed.

/** What is changed: the n-th thing of its kind, a place in it, and what becomes of what is there. */
export interface Attempt {
  readonly kind: 'call' | 'sign' | 'issue' | 'ask'
  readonly index: number
  readonly path: readonly string[]
  readonly name: string
  readonly change: (value: JsonValue | undefined) => JsonValue | undefined
}

/** What was made, of which one place is changed. */
export interface Made {
  readonly kind: Attempt['kind']
  readonly index: number
  readonly content: JsonObject
}

const noCounts = { call: 0, sign: 0, issue: 0, ask: 0 }
const counts = { ...noCounts }
const made: Made[] = []
let current: Attempt | undefined

/** Begins a session in which one place is changed, or none. A mutant remembers nothing of the one before. */
export function beginSession(attempt?: Attempt): void {
  current = attempt
  made.splice(0)
  Object.assign(counts, noCounts)
  Object.assign(globalThis, { __remembered: { count: 0 } })
}

/** All that was made in this session. */
export const listMade = (): readonly Made[] => [...made]

function changeContent(kind: Attempt['kind'], content: JsonObject): JsonObject {
  const index = counts[kind]++
  made.push({ kind, index, content })
  if (current?.kind !== kind || current.index !== index) return content
  return setPath(content, current.path, current.change) as JsonObject
}

/** A value with another one in a place of it. */
export function setPath(
  value: JsonValue | undefined,
  [first, ...rest]: readonly string[],
  change: Attempt['change'],
): JsonValue | undefined {
  if (first === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((each, i) => (String(i) === first ? (setPath(each, rest, change) ?? null) : each))
  const { [first]: old, ...others } = isObject(value) ? value : {}
  const after = setPath(old, rest, change)
  return after === undefined ? others : { ...others, [first]: after }
}

const isForm = ({ headers }: HttpRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form') === true

function readCall(request: HttpRequest): JsonObject {
  const { method, headers, body } = request
  const query: JsonObject = Object.fromEntries(new URL(request.url).searchParams)
  return {
    method,
    headers: { ...headers },
    query,
    ...(body !== undefined && { body: readContent(request, body) }),
    times: 1,
  }
}

function readContent(request: HttpRequest, body: string): JsonValue {
  if (isForm(request))
    return Object.fromEntries([...new URLSearchParams(body)].map(([name, value]) => [name, readNested(value)]))
  return readNested(body)
}

function readNested(text: string): JsonValue {
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const writeNested = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

function writeCall(request: HttpRequest, { method, headers, query, body }: JsonObject): HttpRequest {
  const url = new URL(request.url)
  const entries = (value: JsonValue | undefined) =>
    Object.entries(isObject(value) ? value : {}).map(([name, each]) => [name, writeNested(each)])
  url.search = new URLSearchParams(entries(query)).toString()
  const text = isForm(request) && isObject(body) ? new URLSearchParams(entries(body)).toString() : writeNested(body)
  const { body: _, ...rest } = request
  return {
    ...rest,
    url: url.href,
    method: writeNested(method),
    headers: Object.fromEntries(entries(headers)),
    ...(body !== undefined && { body: text }),
  }
}

/** What goes wrong in an actor is an error of its server, as behind an address. */
const settle =
  (handle: EndpointHandler): EndpointHandler =>
  async (request) => {
    try {
      const response = await handle(request)
      return Number.isInteger(response.status) ? response : failed
    } catch {
      return failed
    }
  }

const failed: HttpResponse = { status: 500, headers: {}, body: '' }

const call =
  <Options>(create: (options: Options) => EndpointHandler) =>
  (options: Options): EndpointHandler => {
    const handle = settle(create(options))
    return async (request): Promise<HttpResponse> => {
      const content = readCall(request)
      const changed = changeContent('call', content)
      if (changed === content) return handle(request)
      const sent = writeCall(request, changed)
      for (let i = 1; i < Number(changed.times); i++) await handle(sent)
      return handle(sent)
    }
  }

type Sample = (change: Record<string, unknown> & { payload?: (payload: JsonObject) => JsonObject }) => unknown

/** Global, as each copy of a module is on its own. */
Object.assign(globalThis, {
  __probing: {
    call,
    sign: ([header, claims]: readonly [JsonObject, JsonObject]) => {
      const { header: first, claims: second } = changeContent('sign', { header, claims })
      return [first ?? {}, second ?? {}]
    },
    issue:
      (makeSample: Sample): Sample =>
      (change) =>
        makeSample({
          ...change,
          payload: (payload) => changeContent('issue', (change.payload ?? ((same) => same))(payload)),
        }),
  },
})

const seconds = [1, 60, 299, 300, 301, 3599, 3600, 3601, 90_000, 10_000_000]

/** What may become of a value. */
function* listChanges(value: JsonValue | undefined): Generator<readonly [string, JsonValue | undefined]> {
  yield ['absent', undefined]
  for (const other of [null, 0, '', [], {}]) yield [`${JSON.stringify(other)}`, other]
  if (value !== undefined) yield ['in an array', [value]]
  if (typeof value === 'string') {
    for (const other of [`${value}x`, value.slice(0, -1), value.toUpperCase(), ` ${value}`, `x${value.slice(1)}`])
      yield [other.slice(0, 40), other]
  }
  if (typeof value === 'number') {
    yield ['as text', String(value)]
    for (const each of seconds) for (const other of [value + each, value - each]) yield [String(other - value), other]
  }
  if (Array.isArray(value)) {
    yield ['doubled', [...value, ...value]]
    yield ['without the first', value.slice(1)]
    yield ['turned round', value.toReversed()]
  }
}

const additions: JsonObject = {
  ...{ crit: ['x'], exp: 1, nbf: 4_000_000_000, nonce: 'x', d: 'AA' },
  error: 'x',
  state: 'x',
  unknown: 'x',
}

function* listPlaces(
  value: JsonValue | undefined,
  path: readonly string[],
): Generator<readonly [readonly string[], JsonValue | undefined]> {
  if (path.length > 0) yield [path, value]
  if (path.length > 5) return
  if (Array.isArray(value))
    for (const [i, each] of value.slice(0, 3).entries()) yield* listPlaces(each, [...path, String(i)])
  if (!isObject(value)) return
  for (const [name, each] of Object.entries(value)) yield* listPlaces(each, [...path, name])
}

/** Every change of every place of what was made in a session. */
export function* listAttempts(all: readonly Made[]): Generator<Attempt> {
  for (const { kind, index, content } of all) {
    for (const [path, value] of listPlaces(content, [])) {
      if (path[0] === 'times') yield { kind, index, path, name: 'sent twice', change: () => 2 }
      else for (const [name, other] of listChanges(value)) yield { kind, index, path, name, change: () => other }
      if (isObject(value) && path[0] !== 'headers')
        for (const [name, other] of Object.entries(additions))
          if (!(name in value)) yield { kind, index, path: [...path, name], name: 'added', change: () => other }
    }
  }
}

export const nameAttempt = ({ kind, index, path, name }: Attempt): string =>
  `${kind} ${index} /${path.join('/')}: ${name}`
