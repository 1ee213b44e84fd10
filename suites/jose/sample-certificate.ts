import { createHash } from 'node:crypto'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import type { Extension } from '../../protocol/x509/certificate.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { implicit, sequence, utf8String, write } from '../../protocol/x509/der-write.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'

const years = { notBefore: new Date('2026-01-01'), notAfter: new Date('2040-01-01') }

const { d: _, ...authorityKey } = unrelatedKey

/** A certificate of a key, by an authority that is not trusted. */
export const certifyKey = (publicKey: Jwk, change: Partial<CertificateDraft> = {}): Buffer =>
  writeCertificate({
    ...years,
    subject: 'Example',
    issuer: 'Example authority',
    publicKey,
    issuerKey: unrelatedKey,
    serial: 1,
    ca: false,
    keyUsage: ['digitalSignature'],
    ...change,
  })

/** The certificate of that authority. */
export const certifyAuthority = (change: Partial<CertificateDraft> = {}): Buffer =>
  writeCertificate({
    ...years,
    subject: 'Example authority',
    issuer: 'Example authority',
    publicKey: authorityKey,
    issuerKey: unrelatedKey,
    serial: 2,
    ca: true,
    keyUsage: ['keyCertSign'],
    ...change,
  })

/** An extension that only its authority knows. */
export const foreignExtension = { id: '1.3.6.1.4.1.55555.1', critical: true, value: Buffer.of(5, 0) }

const name = (host: string): Buffer => implicit(2, utf8String(host))

/** The DNS name of a certificate. */
export const nameHost = (host: string): Extension => ({ id: '2.5.29.17', critical: false, value: sequence(name(host)) })

/** The DNS names that an authority may certify. */
export const writePermittedHosts = (host: string): Extension => ({
  id: '2.5.29.30',
  critical: true,
  value: sequence(write(0xa0, 0, sequence(name(host)))),
})

export const hashCertificate = (name: 'sha1' | 'sha256', octets: Buffer): string =>
  createHash(name).update(octets).digest('base64url')
