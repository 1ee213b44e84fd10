import { X509Certificate } from 'node:crypto'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { TransportError } from '../../../model/errors.ts'
import type { ClientTls } from '../../../model/target.ts'
import type { SettingNames } from './call-place.ts'

/** What a TLS connection is made with. */
export function createTlsContext({ ca, ...own }: ClientTls, named: SettingNames): SecureContext {
  if (ca !== undefined) refuseUnreadable(ca, named('tls.ca') ?? 'the authority')
  try {
    return createSecureContext({ ...own, ...(ca !== undefined && { ca: [...getCACertificates('default'), ca] }) })
  } catch (cause) {
    throw new TransportError(
      'configuration',
      `${named('tls.cert') ?? 'the certificate'} and key are no certificate and its key`,
      { cause },
    )
  }
}

/** OpenSSL silently ignores a text without certificates, and would then trust none that the user meant. */
function refuseUnreadable(pem: string, name: string): void {
  try {
    new X509Certificate(pem)
  } catch (cause) {
    throw new TransportError('configuration', `${name} holds no certificate`, { cause })
  }
}
