import type { Jwk } from '../protocol/jose/jwk.ts'
import { type CertificateDraft, writeCertificate } from '../protocol/x509/certificate-write.ts'
import { ecKey, otherEcKey } from './keys.ts'

/** Private key of the root, made for these tests and used nowhere else. */
export const rootKey = {
  kty: 'EC',
  x: '9sGgzg7kGNAul1_mTTy8ryvjkgtFz_2fbGGeEFsjYqw',
  y: 'pQt7DtsgbKN9oUBWy7AGL6icHDfU5BNSrXM-keWqroM',
  crv: 'P-256',
  d: 'Wzp_9kV4ozLRWu4xxnbQanb9Z4CuXGsIRMNFRJmM5o0',
} as const

/** Public key on a curve that ES256 does not use. */
export const p384Key = {
  kty: 'EC',
  x: '4VE2pmLaHTf1DhfDdLmyjZpgZdPBe4DXgtWtjGb0qnJPwuZZ2mUP1Hh_c1Q7WELY',
  y: 'UjtZiWhuSF44sFsmRNlLk3GAvzLrXAPqI2j5nAGiM2Bri3BKr_ymbuwG8TnpjLzU',
  crv: 'P-384',
} as const

export const publicOf = ({ d: _, ...jwk }: Jwk): Jwk => jwk

const validity = { notBefore: new Date('2025-01-01T00:00:00Z'), notAfter: new Date('2035-01-01T00:00:00Z') }

/** Three drafts that certify one another, leaf first. */
export const honest: readonly [CertificateDraft, CertificateDraft, CertificateDraft] = [
  {
    ...validity,
    subject: 'Device key',
    issuer: 'Device authority',
    publicKey: publicOf(ecKey),
    issuerKey: otherEcKey,
    serial: 3,
    keyUsage: ['digitalSignature'],
  },
  {
    ...validity,
    subject: 'Device authority',
    issuer: 'Root',
    publicKey: publicOf(otherEcKey),
    issuerKey: rootKey,
    serial: 2,
    ca: true,
    pathLength: 0,
    keyUsage: ['keyCertSign', 'cRLSign'],
  },
  {
    ...validity,
    subject: 'Root',
    issuer: 'Root',
    publicKey: publicOf(rootKey),
    issuerKey: rootKey,
    serial: 1,
    ca: true,
    keyUsage: ['keyCertSign'],
  },
]

/** The honest chain, with something else in each draft. */
export function chainWith(...changes: readonly (Partial<CertificateDraft> | undefined)[]): readonly Buffer[] {
  return honest.map((draft, i) => writeCertificate({ ...draft, ...changes[i] }))
}

/** A chain as `x5c` carries it. */
export const toX5c = (chain: readonly Buffer[]): readonly string[] => chain.map((der) => der.toString('base64'))

/** A certificate as PEM. */
export const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')}\n-----END CERTIFICATE-----\n`
