import { X509Certificate } from 'node:crypto'
import type { KnownFacts } from '../../model/finding.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import type { VcChange } from './sample.ts'

/** A year, in seconds. */
const year = 365 * 86_400

const at = (seconds: number): Date => new Date(seconds * 1000)

const dates = { notBefore: at(sampleTime - year), notAfter: at(sampleTime + year) }

const authority = 'Example authority'

const root: CertificateDraft = {
  ...dates,
  subject: authority,
  issuer: authority,
  publicKey: toPublic(keys.other),
  issuerKey: keys.other,
  serial: 1,
  ca: true,
  keyUsage: ['keyCertSign'],
}

const leaf: CertificateDraft = {
  ...root,
  subject: 'issuer.example',
  publicKey: toPublic(keys.issuer),
  serial: 2,
  ca: false,
  keyUsage: ['digitalSignature'],
}

/** A credential whose issuer names its key by a certificate. A draft may differ from the usual one; `facts` are known besides. */
export function certify(
  change: Partial<CertificateDraft> = {},
  above: Partial<CertificateDraft> = {},
  facts: KnownFacts = {},
): VcChange {
  const [own, trusted] = [writeCertificate({ ...leaf, ...change }), writeCertificate({ ...root, ...above })]
  const name = ({ kid: _, ...header }: JsonObject): JsonObject => ({ ...header, x5c: [own.toString('base64')] })
  return { header: name, facts: { jwks: undefined, anchors: [new X509Certificate(trusted).toString()], ...facts } }
}

export const expired = { notBefore: at(sampleTime - 3 * year), notAfter: at(sampleTime - 2 * year) }

export const otherAuthority = { publicKey: toPublic(keys.holder), issuerKey: keys.holder }
