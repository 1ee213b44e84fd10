import type { FetchHandler } from './app.ts'

/** A request, and what it was answered with. */
export interface ServedRequest {
  readonly request: Request
  readonly response: Response
  /** Receives what the handler threw. The client never sees it. */
  readonly defect?: unknown
}

/** What a handler is kept in. */
export interface HandlerLimits {
  /** Octets that a body may have. */
  readonly limit: number
  /** Octets that the bodies of all requests under way may have together. */
  readonly total?: number
  /** Called with every response before it is sent. */
  readonly watch: (served: ServedRequest) => void | Promise<void>
}

/** Many bodies at once, of the longest kind or a slow one. */
const usualTotal = 64_000_000

/** A handler that gets no body which is too long, none while too many are under way, and of whose failures nothing gets out. */
export function limitHandler(handler: FetchHandler, { limit, total = usualTotal, watch }: HandlerLimits): FetchHandler {
  const room = { octets: total }
  return async (request) => {
    const served = await answer(request)
    await watch(served)
    return served.response
  }

  async function answer(request: Request): Promise<ServedRequest> {
    const taken = { octets: 0 }
    try {
      const body = await readBody(request, (length) => takeRoom(length, taken))
      if (typeof body === 'string') return { request, response: answerUnread[body](limit) }
      return { request, response: await handler(withBody(request, body)) }
    } catch (defect) {
      return { request, response: answerFailure(), defect }
    } finally {
      room.octets += taken.octets
    }
  }

  /** Keeps room for so many octets of a body, or says why there is none. */
  function takeRoom(length: number, taken: { octets: number }): 'too long' | 'busy' | undefined {
    if (taken.octets + length > limit) return 'too long'
    if (length > room.octets) return 'busy'
    taken.octets += length
    room.octets -= length
    return undefined
  }
}

const withBody = ({ method, url, headers }: Request, body: Uint8Array<ArrayBuffer> | undefined): Request =>
  new Request(url, { method, headers, ...(body && { body }) })

type Unread = 'too long' | 'busy' | 'incomplete'

/** All of a body, or why there is none to be had. Nothing is read of one that says itself that it is too long. */
async function readBody(
  { headers, body }: Request,
  take: (length: number) => Unread | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined | Unread> {
  if (body === null) return undefined
  const announced = Number(headers.get('content-length') ?? 0)
  const early = take(announced)
  if (early !== undefined) return early
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.byteLength
      const none = length > announced ? take(Math.min(chunk.byteLength, length - announced)) : undefined
      if (none !== undefined) return none
      chunks.push(chunk)
    }
  } catch {
    return 'incomplete' // the client is gone
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const answerUnread: Readonly<Record<Unread, (limit: number) => Response>> = {
  'too long': (limit) =>
    Response.json(
      { error: 'content_too_large', error_description: `a body has at most ${limit} octets` },
      { status: 413, headers: { connection: 'close' } },
    ),
  busy: () =>
    Response.json(
      { error: 'temporarily_unavailable', error_description: 'too much is under way' },
      { status: 503, headers: { connection: 'close', 'retry-after': '1' } },
    ),
  incomplete: () => new Response(null, { status: 400 }),
}

const answerFailure = (): Response => Response.json({ error: 'server_error' }, { status: 500 })
