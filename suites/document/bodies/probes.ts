import type { CertificateFault } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { Message, MessageEndpoint } from '../model/endpoints.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { BODY } from './requirements.ts'

/** The endpoints that targets call over HTTP. The others are calls of the operating system. */
const called = new Set<MessageEndpoint>([
  'other',
  'issuerConfig',
  'offer',
  'issuerMetadata',
  'nonce',
  'validate',
  'walletCallback',
  'jwks',
  'status',
])

const hasCall = (messages: readonly Message[], caller: Role): boolean =>
  messages.some(({ from, endpoint }) => from === caller && called.has(endpoint))

/** Shows a faulty certificate for a session, after one with the right certificate. A target that makes no call shows nothing. */
const showCertificate =
  (caller: Role, fault: CertificateFault): StatefulProbe['run'] =>
  async ({ withCertificate, runSession }) => {
    if (!withCertificate || !hasCall(await runSession(), caller)) return undefined
    return hasCall(await withCertificate(fault, runSession), caller) ? 'accepted' : 'refused'
  }

const callers: readonly Role[] = ['wallet', 'identity app', 'wallet backend', 'verifier']

const faulty: Readonly<Record<CertificateFault, string>> = {
  expired: 'that has expired',
  'foreign name': 'of another name',
  untrusted: 'of an unknown authority',
  'self-signed': 'that is self-signed',
}

export const probes: readonly StatefulProbe[] = callers.flatMap((caller) =>
  Object.entries(faulty).map(([fault, words]) =>
    statefulProbe(
      BODY.CERTIFICATE,
      caller,
      `shows a certificate ${words} to the ${caller}`,
      'refused',
      showCertificate(caller, fault as CertificateFault),
      { isAlone: true },
    ),
  ),
)
