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
  /** Called with every response before it is sent. */
  readonly watch: (served: ServedRequest) => void | Promise<void>
}

/** A handler that gets no body which is too long, and of whose failures nothing gets out. */
export function limitHandler(handler: FetchHandler, { limit, watch }: HandlerLimits): FetchHandler {
  return async (request) => {
    const served = await answer(request)
    await watch(served)
    return served.response
  }

  async function answer(request: Request): Promise<ServedRequest> {
    const body = await readBody(request, limit)
    if (body === 'too long') return { request, response: answerTooLong(limit) }
    if (body === 'incomplete') return { request, response: new Response(null, { status: 400 }) }
    try {
      return { request, response: await handler(withBody(request, body)) }
    } catch (defect) {
      return { request, response: answerFailure(), defect }
    }
  }
}

const withBody = ({ method, url, headers }: Request, body: Uint8Array<ArrayBuffer> | undefined): Request =>
  new Request(url, { method, headers, ...(body && { body }) })

/** All of a body, or why there is none to be had. Nothing is read of one that says itself that it is too long. */
async function readBody(
  { headers, body }: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined | 'too long' | 'incomplete'> {
  if (Number(headers.get('content-length') ?? 0) > limit) return 'too long'
  if (body === null) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      length += chunk.byteLength
      if (length > limit) return 'too long'
      chunks.push(chunk)
    }
  } catch {
    return 'incomplete' // the client is gone
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const answerTooLong = (limit: number): Response =>
  Response.json(
    { error: 'content_too_large', error_description: `a body has at most ${limit} octets` },
    { status: 413, headers: { connection: 'close' } },
  )

const answerFailure = (): Response => Response.json({ error: 'server_error' }, { status: 500 })
