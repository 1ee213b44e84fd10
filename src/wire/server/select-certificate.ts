import type { CertificateFault } from '../../../model/probe.ts'
import type { ServerEncryption } from './server.ts'

/** Shows callers the certificate of a server with a fault, or as it should be. */
export type ShowCertificate = (fault?: CertificateFault) => void

/** How the certificates are chosen that a server shows. */
export const selectCertificate =
  (
    show: (cert: string) => void,
    { cert }: ServerEncryption,
    faulty: Readonly<Record<CertificateFault, string>>,
  ): ShowCertificate =>
  (fault) =>
    show(fault === undefined ? cert : faulty[fault])
