import { TransportError } from '../../../model/errors.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { isHttp } from '../../../protocol/encoding/internal-address.ts'

/** The URL of a call, if it is one that may be called at all. A rejected URL is not shown: it may be a secret. */
export function parseCallUrl({ method, url }: HttpRequest): URL {
  const read = URL.parse(url) ?? refuse(method, 'the URL cannot be read')
  if (!isHttp(read)) refuse(method, `only http and https are called, not ${read.protocol.slice(0, 20)}`)
  if (read.username !== '' || read.password !== '') refuse(method, 'the URL holds a name or a password')
  return read
}

/** The address of a target as it was configured, under this name. */
export function parseOrigin(url: string, name: string): string {
  const read = URL.parse(url)
  if (read !== null && isHttp(read)) return read.origin
  throw new TransportError('configuration', `${name} is not a URL of http or https`)
}

/** Whether a URL leads to where another one does: to one host and one port, by one protocol. */
export const hasSameOrigin = (own: string, url: string): boolean => URL.parse(url)?.origin === URL.parse(own)?.origin

function refuse(method: string, what: string): never {
  throw new TransportError('configuration', `${method}: ${what}`)
}
