import { X509Certificate } from 'node:crypto'
import type { CertificateFault } from '../../../model/probe.ts'
import type { EndpointHandler } from '../../../model/wire.ts'
import { makeKey } from '../../../src/runtime/make-key.ts'
import { drawOctets } from '../../../src/runtime/random.ts'
import { toPublic } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost, testAuthority } from '../../sd-jwt/test-authority.ts'
import { usualVerifierSteps } from '../actors/steps.ts'
import { createVpVerifier } from '../actors/verifier.ts'
import type { FetchList } from '../actors/verifier-steps.ts'
import type { VerifierMutation } from '../verifier/faults.ts'
import { certifySelf } from './verifier/issuer-trust.ts'

/** The path of the reference verifier below its origin. */
export const vpPath = '/vp'

/** The host of the party that attests the reference verifier. */
const attester = 'attester.example'

/** The private key of the reference verifier for encrypted responses. It is public, and for tests alone. */
export const responsePrivateKey = { ...keys.other, kid: 'response-key' }

const attesterCertificate = certifyHost(attester, toPublic(keys.issuer), `https://${attester}`)
const anchor = new X509Certificate(testAuthority).toString()

export interface ReferenceVpVerifier {
  /** The URL below which it is. */
  readonly id: string
  /** Where it gives requests. */
  readonly requests: string
  readonly handle: EndpointHandler
}

/** A verifier of OpenID4VP 1.0 that does everything right, or one thing otherwise. */
export function createReferenceVpVerifier(
  origin: string,
  now: () => number,
  change: VerifierMutation = (steps) => steps,
  fetchList?: FetchList,
  readCertificate?: () => CertificateFault | undefined,
  published?: string,
): ReferenceVpVerifier {
  const base = `${origin}${vpPath}`
  const handle = createVpVerifier({
    base,
    steps: change(usualVerifierSteps),
    random: drawOctets,
    now,
    keys: { signing: keys.holder, encryption: responsePrivateKey },
    attester: { key: keys.issuer, certificates: [attesterCertificate] },
    makeKey,
    ...(fetchList && { fetchList }),
    ...(readCertificate && { readCertificate }),
    ...(published !== undefined && { published }),
    certificates: [certifyHost(new URL(base).hostname, toPublic(keys.holder))],
    otherClient: { key: keys.issuer, certificate: certifySelf(base, keys.issuer) },
    trusted: { keys: [toPublic(keys.issuer)], anchors: [anchor] },
  })
  return { id: base, requests: `${base}/new`, handle }
}
