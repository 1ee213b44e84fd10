import { TransportError } from '../../model/errors.ts'
import type { HeaderFields, UrlOrigin } from '../../model/wire.ts'
import type { Transport } from '../wire/client/transport.ts'

/** What is wanted, and whether its URL is our own, or came out of a message. */
export interface Wanted {
  readonly url: string
  readonly headers: HeaderFields
  readonly origin: UrlOrigin
  /** Whether redirects may lead to HTTPS URLs only. */
  readonly isSecure?: boolean
}

/** An answer as `curl -i` shows it; one whose body is not a text in hexadecimal digits. */
export interface Fetched {
  readonly status: number
  readonly text: string
}

/** Redirects that are followed, one after the other. */
const mostRedirects = 5

/** One GET request, and those to which it is redirected. An address out of a message leads to no private place. */
export async function fetchDocument(transport: Transport, wanted: Wanted, redirects = mostRedirects): Promise<Fetched> {
  const { url, headers, origin, isSecure = false } = wanted
  const signal = new AbortController().signal
  const answer = await transport.call({ method: 'GET', url, headers }, { signal, origin })
  const { location } = answer.headers
  const next = isRedirect(answer.status) && location !== undefined ? URL.parse(location, url) : null
  if (!next) return { status: answer.status, text: writeResponse(answer) }
  if (redirects === 0) throw new TransportError('protocol', `more than ${mostRedirects} redirects`)
  if (isSecure && next.protocol !== 'https:') throw new TransportError('protocol', 'a redirect leads away from HTTPS')
  return fetchDocument(transport, { ...wanted, url: next.href, origin: 'message' }, redirects - 1)
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

function writeResponse({ status, headers, body, octets }: Awaited<ReturnType<Transport['call']>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n')
  if (octets === undefined) return `${head}${body}`
  return `${Buffer.from(head).toString('hex')}${Buffer.from(octets, 'base64').toString('hex')}`
}
