import { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { getErrorCode } from './error-code.ts'

/** What is known of the encryption of a connection. */
export interface ConnectionTls {
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

/** What undici does not tell of its connections, by the origin of a URL. Nothing is known behind a proxy. */
export interface ConnectionLog {
  /** A connector whose connections are noted here. */
  readonly watch: (connect: buildConnector.connector) => buildConnector.connector
  /** The encryption of the latest connection. */
  readonly getTls: (origin: string) => ConnectionTls | undefined
  /** An error of a call, or the alert behind it: a server may miss our certificate when the handshake is over. */
  readonly explain: (error: unknown, origin: string) => unknown
}

/** A log without entries. */
export function createConnectionLog(): ConnectionLog {
  const encryptions = new Map<string, ConnectionTls>()
  const alerts = new Map<string, Error>()

  const note = (origin: string, socket: TLSSocket): void => {
    encryptions.set(origin, describeTls(socket))
    alerts.delete(origin)
    // Only the first error: the next is undici's own, and says no more than that the connection ended.
    socket.once('error', (error) => getErrorCode(error)?.startsWith('ERR_SSL_') && alerts.set(origin, error))
  }

  return {
    watch: (connect) => (options, done) =>
      connect(options, (...result) => {
        const [, socket] = result
        if (socket instanceof TLSSocket) note(`${options.protocol}//${options.host}`, socket)
        done(...result)
      }),
    getTls: (origin) => encryptions.get(origin),
    explain: (error, origin) => (getErrorCode(error) === 'UND_ERR_SOCKET' ? (alerts.get(origin) ?? error) : error),
  }
}

function describeTls(socket: TLSSocket): ConnectionTls {
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
