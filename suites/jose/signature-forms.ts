import { createHmac, createPublicKey, verify } from 'node:crypto'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { integer, sequence } from '../../protocol/x509/der-write.ts'

// A signature of JOSE by an elliptic curve is two numbers of a fixed length (RFC 7518, section 3.4). Libraries for other formats read and write others.

const changeSignature =
  (change: (signature: Buffer) => Uint8Array) =>
  (jwt: string): string => {
    const [head = '', payload = '', signature = ''] = jwt.split('.')
    return [head, payload, encodeBase64url(change(Buffer.from(signature, 'base64url')))].join('.')
  }

const readNumber = (octets: Uint8Array): bigint => BigInt(`0x0${Buffer.from(octets).toString('hex')}`)

/** Writes the signature of a JWT as certificates have it. */
export const writeAsn1Signature = changeSignature((signature) => {
  const half = signature.length >> 1
  return sequence(integer(readNumber(signature.subarray(0, half))), integer(readNumber(signature.subarray(half))))
})

/** Has zeros for a signature: without a look at its range, it verifies for any text and key. */
export const clearSignature = changeSignature((signature) => Buffer.alloc(signature.length))

const setAlgorithm = (jwt: string, alg: string): string => {
  const [head = '', payload = ''] = jwt.split('.')
  const header = parseJsonObject(Buffer.from(head, 'base64url').toString())
  return `${encodeBase64url(JSON.stringify({ ...header, alg }))}.${payload}`
}

/** Says that there is no signature, and leaves it out. */
export const removeJwtSignature = (jwt: string): string => `${setAlgorithm(jwt, 'none')}.`

/** Has a MAC with the public key of its signer, as PEM: who verifies by the `alg` of a header takes it for a signature. */
export function signByPublicKey(jwt: string, key: Jwk): string {
  const input = setAlgorithm(jwt, 'HS256')
  const secret = createPublicKey({ key: { ...key }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

/** A text, and what is given as its signature. */
interface Signed {
  readonly signingInput: string
  readonly signature: Uint8Array
}

/** Whether a signature is good, and in ASN.1. */
export function isAsn1Signed({ signingInput, signature }: Signed, key: Jwk): boolean {
  const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' })
  return verify('sha256', Buffer.from(signingInput, 'latin1'), { key: publicKey, dsaEncoding: 'der' }, signature)
}

export const isNullSignature = ({ signature }: Signed): boolean => signature.every((octet) => octet === 0)
