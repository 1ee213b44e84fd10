import type { Conventions } from '../../../../protocol/artefacts/conventions.ts'
import { memoizeLast } from '../../../../protocol/encoding/memoize-last.ts'
import {
  androidNumbers,
  deriveChallenge,
  type KeyDescription,
  writeKeyDescription,
} from '../../../../protocol/x509/android.ts'
import { type CertificateDraft, writeCertificate } from '../../../../protocol/x509/certificate-write.ts'
import type { Keyring } from './environment.ts'

const day = 86_400_000

/** The key description of a key that was generated in the hardware of the device. */
export function describeDeviceKey(
  nonce: string,
  { challenge, keptIn }: Pick<Conventions, 'challenge' | 'keptIn'>,
): KeyDescription {
  const { securityLevel, origin, purpose, algorithm, ecCurve, digest, verifiedBootState } = androidNumbers
  return {
    attestationVersion: 300,
    attestationSecurityLevel: securityLevel[keptIn],
    keyMintVersion: 300,
    keyMintSecurityLevel: securityLevel[keptIn],
    attestationChallenge: deriveChallenge(nonce, challenge),
    uniqueId: Buffer.alloc(0),
    softwareEnforced: {},
    hardwareEnforced: {
      purpose: [purpose.sign],
      algorithm: algorithm.ec,
      keySize: 256,
      digest: [digest.sha256],
      ecCurve: ecCurve.p256,
      origin: origin.generated,
      rootOfTrust: {
        verifiedBootKey: Buffer.alloc(32, 0xa5),
        deviceLocked: true,
        verifiedBootState: verifiedBootState.verified,
        verifiedBootHash: Buffer.alloc(32, 0x5a),
      },
    },
  }
}

/** The certificates of a device before they are signed: its key, the authority above it, the root above that. */
export function certifyDevice(keys: Keyring, now: number, description: KeyDescription): readonly CertificateDraft[] {
  return [
    {
      ...createValidity(now),
      subject: readNames(keys).device,
      issuer: readNames(keys).authority,
      publicKey: keys.device,
      issuerKey: keys.authority,
      serial: 3,
      keyUsage: ['digitalSignature'],
      extensions: [writeKeyDescription(description)],
    },
    ...createAuthorities(keys),
  ]
}

const readNames = ({ names }: Keyring): NonNullable<Keyring['names']> =>
  names ?? { device: 'Device key', authority: 'Test authority', root: 'Test root' }

/** The root certificate of the devices. */
export const certifyRoot = (keys: Keyring): string => toX5c(createAuthorities(keys).slice(-1)).join()

const createValidity = (now: number) => ({
  notBefore: new Date(now * 1000 - 30 * day),
  notAfter: new Date(now * 1000 + 30 * day),
})

/** What is above a device is the same in every run, so that targets can trust it. */
const createAuthorities = memoizeLast((keys: Keyring): readonly CertificateDraft[] => [
  {
    ...authority,
    subject: readNames(keys).authority,
    issuer: readNames(keys).root,
    publicKey: keys.authority,
    issuerKey: keys.root,
    serial: 2,
  },
  {
    ...authority,
    subject: readNames(keys).root,
    issuer: readNames(keys).root,
    publicKey: keys.root,
    issuerKey: keys.root,
    serial: 1,
  },
])

const authority = {
  ca: true,
  keyUsage: ['keyCertSign'],
  notBefore: new Date('2020-01-01T00:00:00Z'),
  notAfter: new Date('2049-12-31T23:59:59Z'),
} as const

/** The certificates above every device as PEM, the root last, for the trust store of a target. */
export const listAuthorityCertificates = (keys: Keyring): readonly string[] =>
  toX5c(createAuthorities(keys)).map(
    (text) => `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  )

/** A chain as `x5c` has it. */
export const toX5c = (drafts: readonly CertificateDraft[]): string[] => drafts.map(signCertificate)

/** Signed certificates, by their drafts, which never change: one draft always gives the same octets. */
const signedCertificates = new WeakMap<CertificateDraft, string>()

function signCertificate(draft: CertificateDraft): string {
  const text = signedCertificates.get(draft) ?? writeCertificate(draft).toString('base64')
  signedCertificates.set(draft, text)
  return text
}
