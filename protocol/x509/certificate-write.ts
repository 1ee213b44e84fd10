import { createPublicKey } from 'node:crypto'
import { memoizeLast } from '../encoding/memoize-last.ts'
import { signEs256, toDer } from '../jose/es256.ts'
import type { Jwk } from '../jose/jwk.ts'
import { type Constraints, type Extension, extensionIds, type KeyUsage, keyUsages } from './certificate.ts'
import { readDer } from './der.ts'
import { readParts, requirePart } from './der-value.ts'
import * as der from './der-write.ts'

/** A certificate before it is signed. Names are common names. */
export interface CertificateDraft {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: Jwk
  /** Private key on P-256. Nothing makes it fit the issuer's name. */
  readonly issuerKey: Jwk
  readonly serial: bigint | number
  readonly notBefore: Date
  readonly notAfter: Date
  /** Basic constraints are written if this is given, true or false. */
  readonly ca?: boolean
  readonly pathLength?: number
  readonly keyUsage?: readonly KeyUsage[]
  readonly extensions?: readonly Extension[]
}

const ecdsaWithSha256 = der.sequence(der.oid('1.2.840.10045.4.3.2'))

/** A certificate in DER, signed with ES256: the same draft always gives the same octets. */
export function writeCertificate(draft: CertificateDraft): Buffer {
  const extensions = listExtensions(draft)
  const content = der.sequence(
    der.explicit(0, der.integer(2)),
    der.integer(draft.serial),
    ecdsaWithSha256,
    writeName(draft.issuer),
    der.sequence(der.time(draft.notBefore), der.time(draft.notAfter)),
    writeName(draft.subject),
    writeKey(draft.publicKey),
    ...(extensions.length > 0 ? [der.explicit(3, der.sequence(...extensions.map(writeExtension)))] : []),
  )
  return sign(content, draft.issuerKey)
}

function sign(content: Buffer, key: Jwk): Buffer {
  const signature = signContent(JSON.stringify({ content: content.toString('base64'), key }))
  return der.sequence(content, ecdsaWithSha256, der.bitString(signature))
}

/** Where a certificate of version 3 has its algorithm and its key (RFC 5280, section 4.1). */
const [algorithmPlace, keyPlace] = [2, 6]

/** A certificate with another key on P-256, which signs it itself: all names are those that were given. */
export function replaceCertificateKey(certificate: Buffer, publicKey: Jwk, key: Jwk): Buffer {
  const parts = readParts(requirePart(readParts(readDer(certificate)), 0)).map(({ octets }) => octets)
  return sign(der.sequence(...parts.with(algorithmPlace, ecdsaWithSha256).with(keyPlace, writeKey(publicKey))), key)
}

/** A reference actor has the same certificates in each session. */
const signContent = memoizeLast((draft: string): Buffer => {
  const { content, key } = JSON.parse(draft)
  return toDer(signEs256(Buffer.from(content, 'base64'), key))
})

const commonName = der.oid('2.5.4.3')

const writeName = (name: string): Buffer => der.sequence(der.set(der.sequence(commonName, der.utf8String(name))))

/** Any public key that Node knows, so that a draft can have the wrong one. */
const writeKey = (jwk: Jwk): Buffer => exportKey(JSON.stringify(jwk))

const exportKey = memoizeLast(
  (jwk: string): Buffer =>
    createPublicKey({ key: JSON.parse(jwk), format: 'jwk' }).export({ type: 'spki', format: 'der' }),
)

function listExtensions({ ca, pathLength, keyUsage, extensions = [] }: CertificateDraft): readonly Extension[] {
  const constraints =
    ca === undefined ? [] : [writeConstraints({ ca, ...(pathLength !== undefined && { pathLength }) })]
  return [...constraints, ...(keyUsage ? [writeKeyUsage(keyUsage)] : []), ...extensions]
}

function writeConstraints({ ca, pathLength }: Constraints): Extension {
  const parts = [...(ca ? [der.boolean(true)] : []), ...(pathLength === undefined ? [] : [der.integer(pathLength)])]
  return { id: extensionIds.basicConstraints, critical: true, value: der.sequence(...parts) }
}

/** The bits up to the last that is set, because named bits have no trailing zeros in DER. */
function writeKeyUsage(usage: readonly KeyUsage[]): Extension {
  const bits = keyUsages
    .map((name) => (usage.includes(name) ? '1' : '0'))
    .join('')
    .replace(/0+$/, '')
  const octets = bits.match(/.{1,8}/g)?.map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)) ?? []
  const value = der.bitString(Buffer.from(octets), octets.length * 8 - bits.length)
  return { id: extensionIds.keyUsage, critical: true, value }
}

/** `critical` is left out when false: DER does not write what is the default. */
const writeExtension = ({ id, critical, value }: Extension): Buffer =>
  der.sequence(der.oid(id), ...(critical ? [der.boolean(true)] : []), der.octetString(value))
