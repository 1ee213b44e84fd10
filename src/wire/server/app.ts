import { Hono } from 'hono/quick'
import type { Address, EndpointHandler, HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { decodeFaithfully } from '../../../protocol/encoding/utf8.ts'

/** Something that answers requests as the web platform knows them. */
export type FetchHandler = (request: Request) => Promise<Response>

/** Where endpoints are, by their names. */
export interface Served {
  readonly addresses: Readonly<Record<string, Address>>
}

/**
 * The actors behind one address, as a web application: each endpoint at the method and the path that were agreed on.
 * An error that an actor throws is passed to `failed`, which may rethrow it. Calls to other paths are passed to `onStray`.
 */
export function createApp(
  answers: Partial<Readonly<Record<string, EndpointHandler>>>,
  { addresses }: Served,
  failed?: (error: unknown) => Response,
  onStray?: (request: HttpRequest, response: HttpResponse) => void,
): FetchHandler {
  const app = new Hono() // the quick one: most of these answer a few calls, and building faster routes takes longer
  if (failed) app.onError(failed)
  const known: Address[] = []
  for (const [endpoint, answer] of Object.entries(answers)) {
    const address = addresses[endpoint]
    if (!(address && answer)) continue
    known.push(address)
    app.on(address.method, toRoute(address.url), async ({ req }) =>
      toResponse(await answer(await fromRequest(req.raw))),
    )
  }
  app.notFound(async ({ req }) => {
    const response = answerNotFound(req.raw, known)
    onStray?.(await fromRequest(req.raw), response)
    return toResponse(response)
  })
  return async (request) => app.fetch(request)
}

/** The path of an address, as a route. Signs that mean something in a route are no part of any path that we serve. */
const toRoute = (url: string): string => getPath(url).replace(/\{(\w+)\}/, ':$1')

const getPath = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '').split('?', 1)[0] ?? ''

async function fromRequest(request: Request): Promise<HttpRequest> {
  const body = decodeFaithfully(new Uint8Array(await request.arrayBuffer()))
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    ...(body !== '' && { body }),
  }
}

const bodiless = new Set([204, 205, 304])

const toResponse = ({ status, headers, body }: HttpResponse): Response =>
  new Response(bodiless.has(status) ? null : body, { status, headers })

/** Responds to a wrong path with the right ones: half of all first attempts end here. */
function answerNotFound({ method, url }: Request, addresses: readonly Address[]): HttpResponse {
  const known = addresses.map((address) => `${address.method} ${getPath(address.url)}`)
  const message = `nothing answers ${method} ${new URL(url).pathname}`
  const body = JSON.stringify({ error: 'not_found', error_description: message, known })
  return { status: 404, headers: { 'content-type': 'application/json' }, body }
}

/** One actor that answers at every path. */
export const createHandler =
  (handle: EndpointHandler): FetchHandler =>
  async (request) =>
    toResponse(await handle(await fromRequest(request)))

/** Calls an application without a socket. */
export const callInProcess =
  (app: FetchHandler) =>
  async ({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> => {
    const response = await app(new Request(url, { method, headers, ...(body !== undefined && { body }) }))
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
