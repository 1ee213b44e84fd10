import { createHash } from 'node:crypto'
import { memoizeLast } from '../../protocol/encoding/memoize-last.ts'
import type { Extension } from '../../protocol/x509/certificate.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { implicit, sequence, utf8String } from '../../protocol/x509/der-write.ts'
import { keyWithZeros, unrelatedKey } from '../kit/unrelated-keys.ts'
import { toPublic } from './sample.ts'
import keys from './sample-keys.json' with { type: 'json' }

/** The authority that certifies reference actors of standards, and the issuer of what is presented. For tests alone. */
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

/** The name of its key in the certificates below it. */
export const authorityKeyId = createHash('sha256').update(`${authority.publicKey.x}`).digest().subarray(0, 20)

/** The certificate of a key for a host, and for a URI. */
export const certifyHost = (
  host: string,
  key: typeof authority.publicKey,
  uri?: string,
  more: readonly Extension[] = [],
): Buffer => certifyText(JSON.stringify({ host, key, uri, more }))

/** Reference actors show the same certificates in each session. Their keys are copies, so a certificate is found by its content. */
const certifyText = memoizeLast((text: string): Buffer => {
  const { host, key, uri, more } = JSON.parse(text)
  const extensions = more.map(({ value, ...rest }: Extension) => ({ ...rest, value: Buffer.from(value) }))
  return writeCertificate(writeDraft(host, key, uri, extensions))
})

/** What is in such a certificate. */
export const writeDraft = (
  host: string,
  key: typeof authority.publicKey,
  uri?: string,
  more: CertificateDraft['extensions'] = [],
): CertificateDraft => ({
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

/** The certificate of an issuer of samples, in DER: its host and its URL are in it. */
export const certifyIssuer = (issuer: string, more: readonly Extension[] = []): Buffer =>
  certifyHost(new URL(issuer).hostname, toPublic(keys.issuer), issuer, more)

/** Authorities of which each certifies the next, the first by the test authority: their certificates, and what the last one signs with. */
function certifyAuthorities(...authorities: readonly (typeof unrelatedKey)[]) {
  let last: Pick<CertificateDraft, 'issuer' | 'issuerKey'> = authority
  const certificates: Buffer[] = []
  for (const [i, key] of authorities.entries()) {
    const { kty = '', crv = '', x = '', y = '' } = key
    const subject = `Assay test authority ${i + 2}`
    const { issuer, issuerKey } = last
    const own = { subject, publicKey: { kty, crv, x, y }, serial: i + 3 }
    certificates.unshift(writeCertificate({ ...authority, issuer, issuerKey, ...own }))
    last = { issuer: subject, issuerKey: key }
  }
  return { certificates, last }
}

/** The authorities in a chain of four certificates. */
export const intermediates = certifyAuthorities(unrelatedKey, keyWithZeros, unrelatedKey)

/** The certificate of an issuer of samples, by the last of them, and theirs. */
export const certifyIssuerByChain = (issuer: string): readonly Buffer[] => [
  writeCertificate({ ...writeDraft(new URL(issuer).hostname, toPublic(keys.issuer), issuer), ...intermediates.last }),
  ...intermediates.certificates,
]
