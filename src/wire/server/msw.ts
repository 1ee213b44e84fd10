import { http, type RequestHandler } from 'msw'
import type { EndpointHandler } from '../../../model/wire.ts'
import { createApp, createHandler, type Served } from './app.ts'

/** Who answers where. */
export interface MswOptions {
  readonly answers: Partial<Readonly<Record<string, EndpointHandler>>>
  readonly terms: Served
  /** Base URLs below which an unknown path is answered with the known ones. Other URLs are left alone. */
  readonly bases: readonly string[]
}

/** The actors at their addresses, as handlers for msw: one for each origin. */
export function createMswHandlers({ answers, terms, bases }: MswOptions): RequestHandler[] {
  const urls = new Map(Object.keys(answers).map((endpoint) => [endpoint, terms.addresses[endpoint]?.url ?? '']))
  const beginnings = [...urls.values()].map((url) => url.split('{', 1)[0] ?? '')
  const isOurs = (url: string): boolean =>
    bases.some((base) => isBelow(url, base)) || beginnings.some((beginning) => url.startsWith(beginning))
  const byOrigin = Map.groupBy(urls, ([, url]) => new URL(url).origin)
  return [...byOrigin].map(([origin, here]) => {
    const app = createApp(
      Object.fromEntries(here.map(([endpoint]) => [endpoint, answers[endpoint]])),
      terms,
      (error) => {
        throw error
      },
    )
    const isHere = (url: string): boolean => new URL(url).origin === origin && isOurs(url)
    return http.all(
      ({ request }) => isHere(request.url),
      ({ request }) => app(request.clone()), // listeners may read it as well
    )
  })
}

/** An actor that answers all requests to an origin. */
export function createOriginHandler(origin: string, handle: EndpointHandler): RequestHandler {
  const answer = createHandler(handle)
  return http.all(
    ({ request }) => new URL(request.url).origin === origin,
    ({ request }) => answer(request.clone()), // listeners may read it as well
  )
}

const isBelow = (url: string, base: string): boolean => url === base || url.startsWith(`${base}/`)
