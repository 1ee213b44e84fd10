import { X509Certificate } from 'node:crypto'
import { decodeBase64 } from '../encoding/base64url.ts'
import { describeKind } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { memoizeLast } from '../encoding/memoize-last.ts'
import { attempt, refuse } from '../encoding/problem.ts'
import { type Der, readDer } from './der.ts'
import {
  hasTag,
  readBitString,
  readBoolean,
  readExplicit,
  readInteger,
  readNumber,
  readOctetString,
  readOid,
  readParts,
  readTime,
  requirePart,
} from './der-value.ts'

/** One certificate, read strictly. */
export interface Certificate extends Fields {
  readonly der: Buffer
  readonly x509: X509Certificate
}

interface Fields {
  readonly serial: bigint
  /** Names as received: two names are one name if their octets are the same. */
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly notBefore: Date
  readonly notAfter: Date
  readonly extensions: readonly Extension[]
  /** Basic constraints, if there are any. */
  readonly constraints?: Constraints
  /** Key usage, if it is restricted. */
  readonly keyUsage?: readonly KeyUsage[]
}

export interface Extension {
  readonly id: string
  readonly critical: boolean
  readonly value: Buffer
}

export interface Constraints {
  readonly ca: boolean
  /** How many certificate authorities may be below this one. */
  readonly pathLength?: number
}

/** What a key may be used for, in the order of the bits (RFC 5280 section 4.2.1.3). */
export const keyUsages = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const
export type KeyUsage = (typeof keyUsages)[number]

export const extensionIds = { keyUsage: '2.5.29.15', basicConstraints: '2.5.29.19' } as const

/** Exactly one certificate in DER. */
export function readCertificate(der: Buffer): Certificate {
  const fields = attempt(() => readFields(readDer(der)))
  if ('problem' in fields) return refuse('certificate', `not one DER certificate: ${fields.problem.message}`)
  const x509 = parse(der)
  // Node looks for PEM first, anywhere in the octets: a certificate inside a certificate would be read instead.
  if (!x509.raw.equals(der)) refuse('certificate', 'another certificate is hidden inside')
  return { der, x509, ...fields.value }
}

function parse(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch {
    return refuse('certificate', 'not an X.509 certificate')
  }
}

function readFields(certificate: Der): Fields {
  const signed = readParts(requirePart(readParts(certificate), 0))
  const parts = hasTag(signed[0], 0) ? signed.slice(1) : signed // the first version has no number
  const [notBefore, notAfter] = [0, 1].map((i) => readTime(requirePart(readParts(requirePart(parts, 3)), i)))
  const wrapped = parts.slice(6).find((part) => hasTag(part, 3))
  requireBoundedKey(requirePart(parts, 5))
  const extensions = wrapped ? readParts(readExplicit(wrapped)).map(readExtension) : []
  if (new Set(extensions.map(({ id }) => id)).size < extensions.length) refuse('der', 'an extension is repeated')
  return {
    serial: readInteger(requirePart(parts, 0)),
    issuer: requirePart(parts, 2).octets,
    notBefore: notBefore ?? refuse('der', 'no validity'),
    notAfter: notAfter ?? refuse('der', 'no validity'),
    subject: requirePart(parts, 4).octets,
    extensions,
    ...readConstraints(extensions),
    ...readKeyUsage(extensions),
  }
}

/** The public key of a certificate holds a modulus and an exponent at most. It is measured before OpenSSL sees it. */
function requireBoundedKey(keyInfo: Der): void {
  const bits = 8 * readBitString(requirePart(readParts(keyInfo), 1)).length
  if (bits > 2 * limits.modulusBits) refuse('der', `a public key of more than ${2 * limits.modulusBits} bits`)
}

function readExtension(extension: Der): Extension {
  const [id, ...rest] = readParts(extension)
  const [critical, value] = rest.length > 1 ? rest : [undefined, ...rest]
  if (!id || !value || rest.length > 2) return refuse('der', 'an extension has a wrong number of parts')
  return { id: readOid(id), critical: critical !== undefined && readBoolean(critical), value: readOctetString(value) }
}

function readConstraints(extensions: readonly Extension[]): Pick<Fields, 'constraints'> {
  const extension = extensions.find(({ id }) => id === extensionIds.basicConstraints)
  if (!extension) return {}
  const parts = readParts(readDer(extension.value))
  const [ca, pathLength] = parts[0]?.tag === 2 ? [undefined, parts[0]] : parts
  return {
    constraints: { ca: ca !== undefined && readBoolean(ca), ...(pathLength && { pathLength: readNumber(pathLength) }) },
  }
}

function readKeyUsage(extensions: readonly Extension[]): Pick<Fields, 'keyUsage'> {
  const extension = extensions.find(({ id }) => id === extensionIds.keyUsage)
  if (!extension) return {}
  const bits = readBitString(readDer(extension.value))
  return { keyUsage: keyUsages.filter((_, i) => ((bits[i >> 3] ?? 0) & (0x80 >> (i & 7))) !== 0) }
}

/** The value of one extension of a certificate, or nothing. */
export const findExtension = ({ extensions }: Certificate, wanted: string): Buffer | undefined =>
  extensions.find(({ id }) => id === wanted)?.value

/** The certificates of `x5c` (RFC 7515 section 4.1.6), in the order received. Whether they are a chain is not looked at. */
export function readChain(x5c: unknown): readonly Certificate[] {
  if (!Array.isArray(x5c)) return refuse('certificate', `x5c: expected an array, got ${describeKind(x5c)}`)
  if (x5c.length === 0) refuse('certificate', 'x5c: no certificate')
  if (x5c.length > limits.certificates) refuse('too-many', `x5c: more than ${limits.certificates} certificates`)
  return x5c.map((element, i) => {
    const certificate = attempt(() => readElement(element))
    return 'value' in certificate
      ? certificate.value
      : refuse(certificate.problem.code, `x5c[${i}]: ${certificate.problem.message}`)
  })
}

const readElement = (element: unknown): Certificate =>
  typeof element === 'string'
    ? readText(element)
    : refuse('certificate', `expected a string, got ${describeKind(element)}`)

/** The upper certificates are the same in one chain after the other. */
const readText = memoizeLast((text: string): Certificate => readCertificate(decodeElement(text)))

function decodeElement(element: string): Buffer {
  if (element === '') refuse('certificate', 'empty')
  if (element.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  if (element.includes('-----BEGIN')) refuse('base64', 'PEM armour around the base64')
  if (/^[\w-]+$/.test(element) && /[-_]/.test(element)) refuse('base64', 'base64url instead of base64')
  return decodeBase64(element)
}
