import { createHash } from 'node:crypto'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'

/** A certificate of a key, by an authority that is not trusted. */
export const certifyKey = (publicKey: Jwk): Buffer =>
  writeCertificate({
    subject: 'Example',
    issuer: 'Example authority',
    publicKey,
    issuerKey: unrelatedKey,
    serial: 1,
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2030-01-01'),
    ca: false,
    keyUsage: ['digitalSignature'],
  })

export const hashCertificate = (name: 'sha1' | 'sha256', octets: Buffer): string =>
  createHash(name).update(octets).digest('base64url')
