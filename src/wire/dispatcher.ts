import type { BlockList, LookupFunction } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { buildConnector, Dispatcher } from 'undici'
import { caps } from './caps.ts'
import type { Proxies } from './proxies.ts'

/** What is known of the encryption of a connection. */
export interface Encryption {
  readonly protocol: string
  readonly cipher: string
  /** Names and dates as OpenSSL writes them; absent where the other side showed no certificate. */
  readonly certificate?: {
    readonly subject: string
    readonly issuer: string
    readonly validFrom: string
    readonly validTo: string
    readonly fingerprint: string
  }
}

/** Connections that are made in one way. */
export interface Lane {
  readonly send: (url: URL, options: SendOptions) => Promise<Dispatcher.ResponseData>
  /** The encryption of the latest connection to an origin; unknown behind a proxy. */
  readonly encryptionOf: (origin: string) => Encryption | undefined
  readonly close: () => Promise<void>
}

interface SendOptions {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
}

/** How the connections of a lane are made. */
export interface LaneOptions {
  readonly secureContext: SecureContext
  readonly proxies: Proxies
  readonly http2: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly lookup?: LookupFunction
  readonly blockList?: BlockList
}

/**
 * Opens a lane. Nothing is connected before the first call.
 *
 * undici's own timeouts are put off: they are a second late. A connection is the exception, since no signal ends one that
 * is still being made.
 */
export async function openLane(options: LaneOptions): Promise<Lane> {
  const { buildConnector, EnvHttpProxyAgent, request } = await import('undici')
  const { proxies, lookup, blockList, timeout, http2, secureContext } = options
  const tls = { secureContext, timeout, allowH2: http2 }
  const direct = { ...tls, ...(lookup && { lookup }), ...(blockList && { blockList }) }
  const encryptions = new Map<string, Encryption>()
  const dispatcher = new EnvHttpProxyAgent({
    ...proxies,
    connect: watched(buildConnector(direct), encryptions),
    requestTls: tls,
    proxyTls: tls,
    allowH2: http2,
    maxHeaderSize: caps.header,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    send: (url, { method, headers, body, signal }) => request(url, { method, headers, body, signal, dispatcher }),
    encryptionOf: (origin) => encryptions.get(origin),
    close: () => dispatcher.destroy(),
  }
}

/** A connector that notes how each connection is encrypted. */
function watched(connect: buildConnector.connector, encryptions: Map<string, Encryption>): buildConnector.connector {
  return (options, done) =>
    connect(options, (...result) => {
      const [, socket] = result
      if (socket instanceof TLSSocket) encryptions.set(`${options.protocol}//${options.host}`, encryptionOf(socket))
      done(...result)
    })
}

function encryptionOf(socket: TLSSocket): Encryption {
  const certificate = socket.getPeerX509Certificate()
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    ...(certificate && {
      certificate: {
        subject: certificate.subject,
        issuer: certificate.issuer,
        validFrom: certificate.validFrom,
        validTo: certificate.validTo,
        fingerprint: certificate.fingerprint256,
      },
    }),
  }
}
