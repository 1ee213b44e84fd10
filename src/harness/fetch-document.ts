import { TransportError } from '../../model/errors.ts'
import type { HeaderFields, HttpRequest, HttpResponse, UrlOrigin } from '../../model/wire.ts'
import type { CallOptions } from '../wire/client/transport.ts'
import { writeResponse } from './calls.ts'

/** What is wanted, and whether its URL is our own, or came out of a message. */
export interface Wanted {
  readonly url: string
  readonly headers: HeaderFields
  readonly origin: UrlOrigin
  /** Whether redirects may lead to HTTPS URLs only. */
  readonly isSecure?: boolean
}

/** What sends a request: a transport, or what records beside one. */
export interface Caller {
  readonly call: (request: HttpRequest, options: CallOptions) => Promise<HttpResponse>
}

/** An answer as `curl -i` shows it; one whose body is not a text in hexadecimal digits. */
export interface Fetched {
  readonly status: number
  readonly text: string
}

/** Redirects that are followed, one after the other. */
const mostRedirects = 5

/** One GET request, and those to which it is redirected. An address out of a message leads to no private place. */
export async function fetchDocument(caller: Caller, wanted: Wanted, redirects = mostRedirects): Promise<Fetched> {
  const { url, headers, origin, isSecure = false } = wanted
  const signal = new AbortController().signal
  const answer = await caller.call({ method: 'GET', url, headers }, { signal, origin })
  const { location } = answer.headers
  const next = isRedirect(answer.status) && location !== undefined ? URL.parse(location, url) : null
  if (!next) return { status: answer.status, text: writeResponse(answer) }
  if (redirects === 0) throw new TransportError('protocol', `more than ${mostRedirects} redirects`)
  if (isSecure && next.protocol !== 'https:') throw new TransportError('protocol', 'a redirect leads away from HTTPS')
  return fetchDocument(caller, { ...wanted, url: next.href, origin: 'message' }, redirects - 1)
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)
