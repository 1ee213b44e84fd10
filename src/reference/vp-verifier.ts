import { X509Certificate } from 'node:crypto'
import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import type { EndpointHandler } from '../../model/wire.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { implicit, sequence, utf8String } from '../../protocol/x509/der-write.ts'
import { type VerifierMutation, verifierFaults } from '../../suites/openid4vp/verifier/faults.ts'
import { verifierVariants } from '../../suites/openid4vp/verifier/variants.ts'
import { toPublic } from '../../suites/sd-jwt/sample.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import { usualVerifierSteps } from '../actors/openid4vp/steps.ts'
import { createVpVerifier } from '../actors/openid4vp/verifier.ts'
import { drawOctets } from '../runtime/random.ts'

/** The path of the reference verifier below its origin. */
export const vpPath = '/vp'

/** The authority that certifies the reference verifier and the issuer whose credentials it accepts. For tests alone. */
const authority: CertificateDraft = {
  subject: 'Assay test authority',
  issuer: 'Assay test authority',
  publicKey: toPublic(keys.other),
  issuerKey: keys.other,
  serial: 1,
  notBefore: new Date('2025-01-01T00:00:00Z'),
  notAfter: new Date('2045-01-01T00:00:00Z'),
  ca: true,
  keyUsage: ['keyCertSign'],
}

export const testAuthority = writeCertificate(authority)

/** The certificate of a key for a host, and for a URI. */
export const certifyHost = (
  host: string,
  key: typeof authority.publicKey,
  uri?: string,
  more: CertificateDraft['extensions'] = [],
): Buffer =>
  writeCertificate({
    ...authority,
    subject: host,
    publicKey: key,
    serial: 2,
    ca: false,
    keyUsage: ['digitalSignature'],
    extensions: [
      ...more,
      {
        id: '2.5.29.17',
        critical: false,
        value: sequence(implicit(2, utf8String(host)), ...(uri === undefined ? [] : [implicit(6, utf8String(uri))])),
      },
    ],
  })

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
): ReferenceVpVerifier {
  const base = `${origin}${vpPath}`
  const handle = createVpVerifier({
    base,
    steps: change(usualVerifierSteps),
    random: drawOctets,
    now,
    keys: { signing: keys.holder, encryption: { ...keys.other, kid: 'response-key' } },
    certificates: [certifyHost(new URL(base).hostname, toPublic(keys.holder))],
    trusted: { keys: [toPublic(keys.issuer)], anchors: [new X509Certificate(testAuthority).toString()] },
  })
  return { id: base, requests: `${base}/new`, handle }
}

/** The fault or the variant of an id. */
export function findVpChange(kind: 'fault' | 'variant', id: string): VerifierMutation {
  const all: readonly { readonly id: string; readonly change: VerifierMutation }[] =
    kind === 'fault' ? verifierFaults : verifierVariants
  const found = all.find((each) => each.id === id)
  if (found) return found.change
  const near = suggestWord(
    id,
    all.map((each) => each.id),
  )
  throw new HarnessError('ERR_UNKNOWN_ID', `there is no ${kind} \`${id}\` of a verifier of OpenID4VP${near}`)
}
