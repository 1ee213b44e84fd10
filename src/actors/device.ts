import { android, challengeFrom, type KeyDescription, writeKeyDescription } from '../protocol/android.ts'
import type { Dialect } from '../protocol/dialect.ts'
import { remembering } from '../protocol/remembering.ts'
import { type CertificateDraft, writeCertificate } from '../protocol/x509-write.ts'
import type { Keyring } from './world.ts'

const day = 86_400_000

/** What an honest device says of a key that its hardware made and keeps. */
export function describe(nonce: string, { challenge, keptIn }: Pick<Dialect, 'challenge' | 'keptIn'>): KeyDescription {
  const { securityLevel, origin, purpose, algorithm, ecCurve, digest, verifiedBootState } = android
  return {
    attestationVersion: 300,
    attestationSecurityLevel: securityLevel[keptIn],
    keyMintVersion: 300,
    keyMintSecurityLevel: securityLevel[keptIn],
    attestationChallenge: challengeFrom(nonce, challenge),
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
export function certify(keys: Keyring, now: number, description: KeyDescription): readonly CertificateDraft[] {
  return [
    {
      ...validityAt(now),
      subject: 'Device key',
      issuer: 'Test authority',
      publicKey: keys.device,
      issuerKey: keys.authority,
      serial: 3,
      keyUsage: ['digitalSignature'],
      extensions: [writeKeyDescription(description)],
    },
    ...authoritiesOf(keys)(now),
  ]
}

const validityAt = (now: number) => ({
  notBefore: new Date(now * 1000 - 30 * day),
  notAfter: new Date(now * 1000 + 30 * day),
})

/** What is above a device is the same for all of them, as long as the clock says the same. */
const authoritiesOf = remembering((keys: Keyring) =>
  remembering((now: number): readonly CertificateDraft[] => [
    {
      ...validityAt(now),
      ...authority,
      subject: 'Test authority',
      issuer: 'Test root',
      publicKey: keys.authority,
      issuerKey: keys.root,
      serial: 2,
    },
    {
      ...validityAt(now),
      ...authority,
      subject: 'Test root',
      issuer: 'Test root',
      publicKey: keys.root,
      issuerKey: keys.root,
      serial: 1,
    },
  ]),
)

const authority = { ca: true, keyUsage: ['keyCertSign'] } as const

/** A chain as `x5c` has it. */
export const toX5c = (drafts: readonly CertificateDraft[]): string[] => drafts.map(written)

/** Certificates that were signed already: one draft always gives the same octets. */
const signed = new WeakMap<CertificateDraft, string>()

function written(draft: CertificateDraft): string {
  const text = signed.get(draft) ?? writeCertificate(draft).toString('base64')
  signed.set(draft, text)
  return text
}
