import { isIP } from 'node:net'
import type { FetchHandler } from './app.ts'

/** Who may call a server. */
export interface CallerRules {
  /** The name at which the server listens. */
  readonly host?: string
  /** Names by which the server is reached, beside addresses and names of the local network. */
  readonly hosts?: readonly string[]
  /** Whether pages of other origins may call: they may not where a call makes an actor act. */
  readonly origins?: 'any' | 'own'
}

/** Methods that are answered. TRACE would repeat the header fields of a request, credentials included. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Rejects calls that a web page could make without its user: under a name that its owner pointed at this machine (DNS
 * rebinding), and, where it matters, from another origin.
 */
export function createGuardedHandler(
  handler: FetchHandler,
  { host: name = '', hosts = [], origins = 'any' }: CallerRules,
): FetchHandler {
  return async (request) => {
    if (!methods.has(request.method)) return answerMethod()
    const host = request.headers.get('host') ?? ''
    if (!isOwnHost(host, [name, ...hosts]))
      return reject(421, 'misdirected_request', 'the Host header field names another server')
    const origin = request.headers.get('origin')
    if (origins === 'own' && origin !== null && !isOwnOrigin(origin, host, hosts))
      return reject(403, 'forbidden', 'the Origin header field names another server')
    return handler(request)
  }
}

/** Whether a Host header field contains an address, a name that no public name server has, or one of ours. */
function isOwnHost(field: string, hosts: readonly string[]): boolean {
  const name = URL.parse(`http://${field}`)?.hostname.replace(/^\[|\]$/g, '')
  if (name === undefined) return false
  return isIP(name) !== 0 || !name.includes('.') || localNames.test(name) || hosts.includes(name)
}

/** Whether a page comes from here. Before a proxy that changes the Host header field, only the name is known. */
function isOwnOrigin(origin: string, host: string, hosts: readonly string[]): boolean {
  const url = URL.parse(origin)
  return (
    url !== null &&
    url.host !== '' &&
    (url.host === URL.parse(`${url.protocol}//${host}`)?.host || hosts.includes(url.hostname))
  )
}

/** Names that no public name server gives an address (RFC 2606, 6761, 6762). */
const localNames = /\.(?:localhost|local|internal|test|example|invalid)$/

const answerMethod = (): Response => new Response(null, { status: 405, headers: { allow: [...methods].join(', ') } })

const reject = (status: number, error: string, description: string): Response =>
  Response.json({ error, error_description: description }, { status })
