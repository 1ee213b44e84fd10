import { createPrivateKey } from 'node:crypto'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import type { Extension } from '../../protocol/x509/certificate.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import * as der from '../../protocol/x509/der-write.ts'
import { publicOf, rootKey, toPem } from '../chain.ts'
import { ecKey, otherEcKey } from '../keys.ts'

const always = { notBefore: new Date('2000-01-01T00:00:00Z'), notAfter: new Date('2100-01-01T00:00:00Z') }

const namedFor = (...names: readonly string[]): Extension => ({
  id: '2.5.29.17',
  critical: false,
  value: der.sequence(...names.map((name) => der.write(0x80, 2, Buffer.from(name)))),
})

const pemOf = (key: Jwk): string =>
  createPrivateKey({ key: { ...key }, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()

/** An authority that only these tests know. */
export const authority = toPem(
  writeCertificate({
    ...always,
    subject: 'Authority',
    issuer: 'Authority',
    publicKey: publicOf(rootKey),
    issuerKey: rootKey,
    serial: 1,
    ca: true,
    keyUsage: ['keyCertSign'],
  }),
)

const serverDraft: CertificateDraft = {
  ...always,
  subject: 'localhost',
  issuer: 'Authority',
  publicKey: publicOf(ecKey),
  issuerKey: rootKey,
  serial: 2,
  extensions: [namedFor('localhost')],
}

/** The certificate of a server on localhost and its key, with something else in the draft. */
export const serverWith = (changes: Partial<CertificateDraft> = {}) => ({
  cert: toPem(writeCertificate({ ...serverDraft, ...changes })),
  key: pemOf(ecKey),
})

/** Changes that make a server's certificate bad, each in one way. */
export const flaws = {
  expired: { notAfter: new Date('2001-01-01T00:00:00Z') },
  early: { notBefore: new Date('2099-01-01T00:00:00Z') },
  selfSigned: { issuer: 'localhost', issuerKey: ecKey },
  otherName: { extensions: [namedFor('elsewhere.example')] },
  forged: { issuerKey: otherEcKey },
} as const

/** A client's certificate and its key. */
export const client = {
  cert: toPem(writeCertificate({ ...serverDraft, subject: 'Client', publicKey: publicOf(otherEcKey), serial: 3 })),
  key: pemOf(otherEcKey),
}

/** The same key, encrypted. */
export const encryptedClientKey = (passphrase: string): string =>
  createPrivateKey(client.key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString()
