import { createHash } from 'node:crypto'
import { type CoseMessage, coseLabels, nameCoseAlgorithm } from '../cbor/cose.ts'
import { type CborMap, type CborValue, isCborMap } from '../cbor/decode.ts'
import type { Jwk } from '../jose/jwk.ts'
import { verifySignature } from '../jose/signature-algorithms.ts'
import { type Certificate, readChain } from '../x509/certificate.ts'
import { exportKey, isAnchored } from '../x509/chain.ts'
import { readTime } from './device-signed.ts'
import { digestAlgorithms, listItems, readIssuerAuth, readItem, readSecurityObject } from './issuer-signed.ts'

/** What an issuer signed, with the elements that are shown. */
export interface IssuedMdoc {
  readonly issuerSigned: CborMap
  readonly auth: CoseMessage
  readonly object: CborMap
}

export function readIssuedMdoc(issuerSigned: CborMap): IssuedMdoc {
  const auth = readIssuerAuth(issuerSigned)
  return { issuerSigned, auth, object: readSecurityObject(auth) }
}

/** Whether a key signed a COSE message. */
export const isSignedBy = (message: CoseMessage, key: Jwk | undefined): boolean => {
  const alg = nameCoseAlgorithm(message.protected.get(coseLabels.alg))
  if (typeof alg !== 'string' || !key) return false
  return verifySignature(alg, key, message.input.toString('latin1'), message.signature).isValid
}

function readIssuers({ auth }: IssuedMdoc): readonly Certificate[] {
  const certificate = auth.unprotected.get(coseLabels.x5chain)
  return readChain([Buffer.isBuffer(certificate) ? certificate.toString('base64') : ''])
}

/** The key in the certificate of the issuer, if one of these roots certifies it. */
export function findCertifiedKey(mdoc: IssuedMdoc, anchors: readonly string[]): Jwk | undefined {
  const chain = readIssuers(mdoc)
  return isAnchored(chain, anchors) && chain[0] ? exportKey(chain[0]) : undefined
}

/** An element that is shown. */
export interface ShownElement {
  readonly nameSpace: string
  readonly name: string
  readonly value: CborValue | undefined
  readonly number: CborValue | undefined
  readonly whole: Buffer | undefined
}

export const listShown = ({ issuerSigned }: IssuedMdoc): readonly ShownElement[] =>
  listItems(issuerSigned).map(({ nameSpace, encoded }) => {
    const item: CborMap = encoded ? readItem(encoded.content) : new Map()
    const [name, value] = [`${item.get('elementIdentifier')}`, item.get('elementValue')]
    return { nameSpace, name, value, number: item.get('digestID'), whole: encoded?.whole }
  })

/** Whether the issuer signed the digest of each element that is shown. */
export function hasDigests(mdoc: IssuedMdoc): boolean {
  const { object } = mdoc
  const hash = digestAlgorithms.get(object.get('digestAlgorithm'))
  const all = object.get('valueDigests')
  return listShown(mdoc).every(({ nameSpace, number, whole }) => {
    const own = isCborMap(all) ? all.get(nameSpace) : undefined
    const digest = isCborMap(own) && typeof number === 'number' ? own.get(number) : undefined
    if (!hash || !whole || !Buffer.isBuffer(digest)) return false
    return createHash(hash.name).update(whole).digest().equals(digest)
  })
}

/** Seconds since 1970; not a number, if there is no such time. */
function readMoment({ object }: IssuedMdoc, name: string): number {
  const validity = object.get('validityInfo')
  return Date.parse((isCborMap(validity) && readTime(validity.get(name))) || '') / 1000
}

export const hasBegun = (mdoc: IssuedMdoc, now: number): boolean => now >= readMoment(mdoc, 'validFrom')

export const isUnexpired = (mdoc: IssuedMdoc, now: number): boolean => now < readMoment(mdoc, 'validUntil')

/** Whether it was signed while the certificate of its issuer was valid. */
export function isSignedInTime(mdoc: IssuedMdoc): boolean {
  const [issuer] = readIssuers(mdoc)
  const signed = 1000 * readMoment(mdoc, 'signed')
  return issuer !== undefined && signed >= issuer.notBefore.getTime() && signed <= issuer.notAfter.getTime()
}
