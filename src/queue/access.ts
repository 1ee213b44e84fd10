import { HarnessError } from '../../model/errors.ts'

/** How a NATS server is reached: the texts of files are read before. */
export interface QueueAccess {
  /** Host and port, without a user. */
  readonly server: string
  readonly isEncrypted: boolean
  readonly user?: string
  readonly password?: string
  readonly token?: string
  /** A credentials file of NATS: a JWT, and the seed of its key. */
  readonly credentials?: string
  readonly authority?: string
  readonly certificate?: string
  readonly key?: string
}

/** Reads an address such as `nats://HOST`, `tls://HOST:4222` or `nats://USER:PASSWORD@HOST`. A user without a password is a token. */
export function parseQueueAddress(flag: string, text: string): QueueAccess {
  const url = URL.parse(text)
  if (!url || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '')
    throw new HarnessError('ERR_USAGE', `${flag}: this is no address of a NATS server, such as nats://127.0.0.1:4222`)
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  return {
    server: `${url.hostname}:${url.port || 4222}`,
    isEncrypted: url.protocol === 'tls:',
    ...(user !== '' && (password === '' ? { token: user } : { user, password })),
  }
}
