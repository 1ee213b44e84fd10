import { createHmac, X509Certificate } from 'node:crypto'
import { coseLabels, nameCoseAlgorithm } from '../../../protocol/cbor/cose.ts'
import { type CborMap, isCborMap } from '../../../protocol/cbor/decode.ts'
import { type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { toPem } from '../../../protocol/jose/jwk.ts'
import { verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import {
  findCertifiedKey,
  hasDigests,
  isSignedBy,
  isSignedInTime,
  listShown,
  readIssuedMdoc,
} from '../../../protocol/mdoc/issued-mdoc.ts'
import { readIssuerAuth } from '../../../protocol/mdoc/issuer-signed.ts'
import { readMdoc } from '../../../protocol/mdoc/recognise.ts'
import { readSdJwtText } from '../../../protocol/openid4vp/presentations.ts'
import { type AnySdJwt, type IssuerSignature, readAnySdJwt } from '../../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../../protocol/sd-jwt/processing.ts'
import { readHeaderKey } from '../../../protocol/x509/chain.ts'
import { hasCompactDisclosures } from '../../sd-jwt/sample.ts'
import { readDocuments } from '../mdoc-presented.ts'

// Verifiers with faults believe what is signed by the key that it names itself.

type SignedPart = Pick<IssuerSignature, 'header' | 'signingInput' | 'signature'>

function readPresented(value: JsonValue): AnySdJwt | undefined {
  const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? ''))
  return 'value' in read ? read.value : undefined
}

/** What the issuer of an SD-JWT signed. */
export const readIssuer = (value: JsonValue): SignedPart | undefined => readPresented(value)?.signatures[0]

/** The Key Binding JWT of an SD-JWT. */
export function readBinding(value: JsonValue) {
  const { keyBinding } = readPresented(value) ?? {}
  return keyBinding && 'jws' in keyBinding ? keyBinding.jws : undefined
}

/** What the issuer of an SD-JWT says of its holder for all to see. */
export const readConfirmation = (value: JsonValue): JsonValue | undefined => readPresented(value)?.payload.cnf

/** Whether the key in a header has signed what the header is of. */
export function isSignedByHeader(signed: SignedPart | undefined, member: 'jwk' | 'x5c'): boolean {
  const named = signed?.header[member]
  const key = named === undefined ? undefined : readHeaderKey({ [member]: named })
  return (
    signed !== undefined &&
    key !== undefined &&
    verifySignature('ES256', key, signed.signingInput, signed.signature).isValid
  )
}

/** Whether a key has signed by ES256, whatever algorithm the header names. */
export const isSignedByUsual = (signed: SignedPart | undefined, key: Jwk): boolean =>
  signed !== undefined && verifySignature('ES256', key, signed.signingInput, signed.signature).isValid

/** The same for an mdoc, whose issuer one of these roots certifies. */
export function isCertifiedAsUsual(value: JsonValue, anchors: readonly string[]): boolean {
  const read = attempt(() => {
    const issuerSigned = readIssuerSigned(value)
    const mdoc = issuerSigned && readIssuedMdoc(issuerSigned)
    const usual = new Map([[coseLabels.alg, -7]])
    return mdoc !== undefined && isSignedBy({ ...mdoc.auth, protected: usual }, findCertifiedKey(mdoc, anchors))
  })
  return 'value' in read && read.value
}

/** What the issuer of the first mdoc signed. */
function readIssuerSigned(value: JsonValue): CborMap | undefined {
  const documents = readMdoc(readText(value)).get('documents')
  const [document] = Array.isArray(documents) ? documents : []
  const issuerSigned = isCborMap(document) ? document.get('issuerSigned') : undefined
  return isCborMap(issuerSigned) ? issuerSigned : undefined
}

/** Whether as many certificates in a header lead to an authority, whatever they say of themselves. */
export function isSignedByChain(signed: SignedPart | undefined, authority: Buffer, length: number): boolean {
  const x5c = Array.isArray(signed?.header.x5c) ? signed.header.x5c : []
  const read = attempt(() => x5c.map((each) => new X509Certificate(Buffer.from(readText(each), 'base64'))))
  if (!('value' in read) || read.value.length !== length || !isSignedByHeader(signed, 'x5c')) return false
  const others = [...read.value.slice(1), new X509Certificate(authority)]
  return read.value.every((each, i) => others[i] !== undefined && each.verify(others[i].publicKey))
}

/** Whether the elements of an mdoc have digests in any name space. */
export function hasDigestsAnywhere(value: JsonValue): boolean {
  const read = attempt(() => {
    const issuerSigned = readIssuerSigned(value)
    const mdoc = issuerSigned && readIssuedMdoc(issuerSigned)
    const digests = mdoc?.object.get('valueDigests')
    const own = isCborMap(digests) ? [...digests.values()].filter(isCborMap) : []
    const all: CborMap = new Map(own.flatMap((each) => [...each]))
    const spaces: CborMap = new Map(mdoc && listShown(mdoc).map(({ nameSpace }) => [nameSpace, all]))
    return mdoc !== undefined && hasDigests({ ...mdoc, object: new Map([...mdoc.object, ['valueDigests', spaces]]) })
  })
  return 'value' in read && read.value
}

/** Whether the certificate in a header names an authority as its issuer. */
export function isNamedAfter(signed: SignedPart | undefined, authority: Buffer): boolean {
  const x5c = signed?.header.x5c
  const leaf = Buffer.from(readText(Array.isArray(x5c) ? x5c[0] : undefined), 'base64')
  return new X509Certificate(leaf).issuer === new X509Certificate(authority).subject
}

/** Whether an mdoc is signed by the key of its own certificate. */
export function isSignedByItsCertificate(value: JsonValue): boolean {
  const read = attempt(() => {
    const issuerSigned = readIssuerSigned(value)
    if (!issuerSigned) return false
    const { protected: header, unprotected, input, signature } = readIssuerAuth(issuerSigned)
    const [alg, certificate] = [nameCoseAlgorithm(header.get(coseLabels.alg)), unprotected.get(coseLabels.x5chain)]
    const key = Buffer.isBuffer(certificate) ? readHeaderKey({ x5c: [certificate.toString('base64')] }) : undefined
    return key !== undefined && verifySignature(`${alg}`, key, input.toString('latin1'), signature).isValid
  })
  return 'value' in read && read.value
}

/** Whether the text of a public key is the secret of an HMAC. */
export function isMac(signed: SignedPart | undefined, key: Jwk): boolean {
  if (signed?.header.alg !== 'HS256') return false
  const mac = createHmac('sha256', toPem(key)).update(signed.signingInput, 'latin1').digest()
  return mac.equals(signed.signature)
}

/** Whether all disclosures of an SD-JWT have a digest in it. */
export function hasKnownDisclosures(value: JsonValue): boolean {
  const sdJwt = readPresented(value)
  return sdJwt !== undefined && applyDisclosures(sdJwt)?.places.size === sdJwt.disclosures.length
}

/** Whether the disclosures of a presentation have no white space. */
export function isCompact(value: JsonValue): boolean {
  const sdJwt = readPresented(value)
  return sdJwt === undefined || hasCompactDisclosures(sdJwt)
}

/** Whether the digests of an SD-JWT are no more than its disclosures. */
export function isWhole(value: JsonValue): boolean {
  const sdJwt = readPresented(value)
  const digests = sdJwt?.payload._sd
  return !Array.isArray(digests) || digests.length <= (sdJwt?.disclosures.length ?? 0)
}

/** Whether an mdoc says that it is of a type. */
export const isMdocOf = (value: JsonValue, type: string): boolean =>
  readDocuments(value)?.every(({ docType }) => docType === type) ?? false

/** Whether the issuer of an mdoc signed it when its certificate was not valid. */
export function isSignedEarly(value: JsonValue): boolean {
  const read = attempt(() => readIssuerSigned(value))
  return 'value' in read && read.value !== undefined && !isSignedInTime(readIssuedMdoc(read.value))
}
