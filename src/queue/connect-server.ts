import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { HarnessError } from '../../model/errors.ts'
import type { QueueAccess } from './access.ts'

/** Connects to a server. A connection that is lost is made again, for as long as it takes. */
export async function connectServer(access: QueueAccess): Promise<NatsConnection> {
  const { server, isEncrypted, user, password, token, credentials, authority, certificate, key } = access
  const isSecured = isEncrypted || authority !== undefined || certificate !== undefined
  try {
    return await connect({
      ...{ servers: server, name: 'assay', timeout: 5_000, pingInterval: 10_000 },
      ...{ maxReconnectAttempts: -1, reconnectTimeWait: 500 },
      ...(user !== undefined && password !== undefined && { user, pass: password }),
      ...(token !== undefined && { token }),
      ...(credentials !== undefined && { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
      ...(isSecured && {
        tls: { ...(authority && { ca: authority }), ...(certificate && { cert: certificate }), ...(key && { key }) },
      }),
    })
  } catch (cause) {
    throw describeRefusal(server, cause)
  }
}

/** Nothing of what the server says is in it but the kind of the refusal: it may name the user. */
function describeRefusal(server: string, cause: unknown): HarnessError {
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'AuthorizationError' || name === 'UserAuthenticationExpiredError') {
    const hint = 'pass the credentials file of an account with --creds FILE, or put a user into the URL'
    return new HarnessError('ERR_QUEUE', `the NATS server ${server} refuses these credentials`, { cause, hint })
  }
  if (/certificate|TLS|SSL|self-signed/i.test(String(cause))) {
    const hint = 'pass its CA with --tls-ca FILE, and the client certificate with --tls-cert and --tls-key'
    return new HarnessError('ERR_QUEUE', `no TLS connection to the NATS server ${server}`, { cause, hint })
  }
  return new HarnessError('ERR_QUEUE', `no NATS server answers at ${server}`, { cause })
}
