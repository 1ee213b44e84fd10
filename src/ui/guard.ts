import { createHash, timingSafeEqual } from 'node:crypto'
import type { FetchHandler } from '../wire/server/app.ts'

/** What a caller of the console has to know. */
export interface ConsoleAddress {
  /** The origin, such as `http://127.0.0.1:4799`. */
  readonly origin: string
  /** The random part of its path. */
  readonly token: string
}

/** Answers below the secret path, for calls that the user makes: pages of other origins and other names of this machine are refused. */
export function createConsoleGuard(
  { origin, token }: ConsoleAddress,
  answer: (request: Request, place: string) => Promise<Response>,
): FetchHandler {
  const hosts = new Set([new URL(origin).host, `localhost:${new URL(origin).port}`])
  return async (request) => {
    const host = request.headers.get('host') ?? ''
    if (request.method !== 'GET' && request.method !== 'POST') return refuse(405, 'Use GET or POST.')
    if (!hosts.has(host)) return refuse(421, 'The Host header field names another server.')
    if (!isOwnCall(request, host)) return refuse(403, 'Requests from other origins are not allowed.')
    const [, given = '', ...rest] = new URL(request.url).pathname.split('/')
    if (!isSameSecret(given, token)) return refuse(404, 'Open the URL that the terminal shows.')
    return answer(request, rest.join('/'))
  }
}

/** Whether a call comes from a page of the console, or from the user. Browsers name the origin of every form that they send. */
function isOwnCall({ method, headers }: Request, host: string): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  return origin === null ? method === 'GET' : origin === `http://${host}`
}

/** Compares digests, in a time that says nothing about the text. */
function isSameSecret(given: string, secret: string): boolean {
  const [a, b] = [given, secret].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

const refuse = (status: number, why: string): Response =>
  new Response(`${why}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status === 405 && { allow: 'GET, POST' }),
    },
  })
