import type { BlockList, LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'
import { type ConnectionTls, createConnectionLog } from './connection-log.ts'
import { caps } from './limits.ts'
import type { Proxies } from './proxies.ts'

/** Connections that are made in one way. */
export interface ConnectionPool {
  readonly send: (url: URL, options: SendOptions) => Promise<Dispatcher.ResponseData>
  /** The encryption of the latest connection to an origin; unknown behind a proxy. */
  readonly getTls: (origin: string) => ConnectionTls | undefined
  readonly close: () => Promise<void>
}

interface SendOptions {
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | null
  readonly signal: AbortSignal
}

/** How the connections of a pool are made. */
export interface PoolOptions {
  readonly secureContext: SecureContext
  readonly proxies: Proxies
  readonly http2: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly lookup?: LookupFunction
  readonly blockList?: BlockList
}

/**
 * Opens a pool. Nothing is connected before the first call.
 *
 * undici's own timeouts are put off: they are a second late. A connection is the exception, since no signal ends one that
 * is still being made.
 */
export async function openPool(options: PoolOptions): Promise<ConnectionPool> {
  const { buildConnector, EnvHttpProxyAgent, request } = await import('undici')
  const { proxies, lookup, blockList, timeout, http2, secureContext } = options
  const tls = { secureContext, timeout, allowH2: http2 }
  const direct = { ...tls, ...(lookup && { lookup }), ...(blockList && { blockList }) }
  const log = createConnectionLog()
  const dispatcher = new EnvHttpProxyAgent({
    ...proxies,
    connect: log.watch(buildConnector(direct)),
    requestTls: tls,
    proxyTls: tls,
    allowH2: http2,
    maxHeaderSize: caps.header,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    send: async (url, sent) => {
      try {
        return await request(url, { ...sent, dispatcher })
      } catch (error) {
        throw log.explain(error, url.origin)
      }
    },
    getTls: log.getTls,
    close: () => dispatcher.destroy(),
  }
}
