import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server as HttpServer, type ServerOptions } from 'node:http'
import { createServer as createTlsServer, Server as TlsServer } from 'node:https'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { HarnessError } from '../../../model/errors.ts'
import type { FetchHandler } from './app.ts'
import { type CallerRules, createGuardedHandler } from './guard-handler.ts'
import { limitHandler, type ServedRequest } from './limit-handler.ts'

/** What a server shows its callers, and whether they have to show something. */
export interface ServerEncryption {
  /** PEM texts. */
  readonly key: string
  readonly cert: string
  /** The authority that the certificate of every caller has to come from. Without it, callers need none. */
  readonly clientAuthority?: string
}

export interface ServeOptions extends CallerRules {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  readonly tls?: ServerEncryption
  /** Whether a server with TLS answers callers without it as well, at the same port. */
  readonly takesPlain?: boolean
  /** Octets that a body may have, and the bodies of all requests under way together. */
  readonly limit?: number
  readonly total?: number
  /** Connections that are open at once. A further one is closed at once. */
  readonly connections?: number
  /** Milliseconds for the header of a request, for all of it, and for what is under way when the server closes. */
  readonly patience?: { readonly header: number; readonly request: number; readonly close: number }
  /** Called with every response before it is sent. */
  readonly watch?: (served: ServedRequest) => void | Promise<void>
}

/** A server that listens. */
export interface Server {
  /** Where it is reached on this machine. */
  readonly url: string
  /** Shows callers another certificate of the same key from now on. Only with TLS. */
  readonly showCertificate: (cert: string) => void
  /** Takes nothing more, lets what is under way come to its end, and frees the port. */
  readonly close: () => Promise<void>
}

/** More than 1,000 clients at once, and fewer than a process may have files open. */
const usualConnections = 2_000

/** Milliseconds after which a connection is ended on which nothing moves: a person may be asked meanwhile. */
const longestIdle = 600_000

const usual = { header: 10_000, request: 30_000, close: 2_000 }

/** Serves a handler, which may have to know the URL first: the port is not always known before. */
export async function serve(handlerAt: (url: string) => FetchHandler, options: ServeOptions): Promise<Server> {
  const { host, port, limit = 1_000_000, total, patience = usual, watch = () => {} } = options
  const { getRequestListener } = await import('@hono/node-server')
  const limits = {
    headersTimeout: patience.header,
    requestTimeout: patience.request,
    connectionsCheckingInterval: Math.min(1_000, patience.header),
  }
  const server = createHttpServer(options.tls, limits)
  server.maxConnections = options.connections ?? usualConnections
  server.setTimeout(longestIdle)
  const sockets = trackSockets(server)
  await startListening(server, host, port)
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= shutDown(server, sockets, patience.close)
    return closed
  }
  const url = `${options.tls ? 'https' : 'http'}://${formatHost(host)}:${getPort(server)}`
  try {
    const handler = createGuardedHandler(
      limitHandler(handlerAt(url), { limit, ...(total !== undefined && { total }), watch }),
      options,
    )
    server.on('request', (_, response) => response.once('close', () => setImmediate(endIdle, server)))
    const listener = getRequestListener(handler, { overrideGlobalObjects: false })
    server.on('request', listener)
    if (options.tls && options.takesPlain) takePlain(server, createServer(limits, listener))
  } catch (error) {
    await close()
    throw error
  }
  const showCertificate = (cert: string): void => changeCertificate(server, { ...options.tls, cert })
  return { url, showCertificate, close }
}

/** The first octet of a connection with TLS. */
const handshake = 0x16

/** Passes the connections of a server with TLS on that begin without it. */
function takePlain(server: HttpServer, plain: HttpServer): void {
  const secure = server.listeners('connection')
  plain.maxRequestsPerSocket = 1 // no connection is left open that the other server would have to end
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const end = (): void => void socket.destroy()
    socket.on('error', end).setTimeout(usual.header, end)
    socket.once('data', (first) => {
      socket.setTimeout(0, end)
      socket.pause()
      socket.unshift(first)
      if (first[0] !== handshake) plain.emit('connection', socket)
      else for (const listener of secure) listener.call(server, socket)
      process.nextTick(() => socket.resume())
    })
  })
}

/** Changes the certificate. Connections and sessions of before would go on with the earlier one. */
function changeCertificate(server: HttpServer, { key, cert }: Partial<ServerEncryption>): void {
  if (!(server instanceof TlsServer) || key === undefined || cert === undefined) return
  server.setSecureContext({ key, cert })
  server.setTicketKeys(createHash('sha384').update(server.getTicketKeys()).digest()) // other keys, 48 octets
  server.closeIdleConnections()
}

/** A connection that sent its last response would wait for a request that no handler takes. */
function endIdle(server: HttpServer): void {
  if (!server.listening) server.closeIdleConnections()
}

async function shutDown(server: HttpServer, sockets: ReadonlySet<Socket>, patience: number): Promise<void> {
  const late = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, patience)
  const closed = once(server, 'close')
  server.close()
  await closed
  clearTimeout(late)
}

function createHttpServer(tls: ServerEncryption | undefined, options: ServerOptions): HttpServer {
  if (!tls) return createServer(options)
  const { key, cert, clientAuthority: ca } = tls
  const demand = ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: true }
  try {
    return createTlsServer({ ...options, key, cert, handshakeTimeout: usual.header, ...demand })
  } catch (cause) {
    throw new HarnessError('ERR_LISTEN', 'the certificate and the key do not make a server', { cause })
  }
}

/** The open connections of a server, those included that are still shaking hands. */
function trackSockets(server: HttpServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

async function startListening(server: HttpServer, host: string, port: number): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException // what a server emits
    throw new HarnessError('ERR_LISTEN', `cannot listen at ${host}, port ${port}: ${reasons[code] ?? code}`, { cause })
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'it is not allowed',
  ENOTFOUND: 'there is no such host',
}

const getPort = (server: HttpServer): number => {
  // A server that listens at a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return port
}

/** How a host is written in a URL. Who listens everywhere is reached here, too. */
function formatHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}
