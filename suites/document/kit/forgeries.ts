import { createHmac, createPublicKey } from 'node:crypto'
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, parseJsonObject, writeJson } from '../../../protocol/encoding/json.ts'
import { once } from '../../../protocol/encoding/once.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { readSigned, signCompact } from '../../../protocol/jose/jws.ts'
import { writeCertificate } from '../../../protocol/x509/certificate-write.ts'
import { unrelatedKey } from '../../kit/unrelated-keys.ts'
import { signAgain } from './compact-text.ts'
import { drop, put } from './edits.ts'

// Signatures of an attacker without the private key of the signer. Each takes a compact JWS and returns another.

/** Removes the signature, and names `none` as the algorithm. */
export const removeSignature =
  (none: string) =>
  (text: string): string => {
    const { header, body } = readSigned(text)
    return [encodeBase64url(JSON.stringify({ ...header, alg: none })), encodeBase64url(body), ''].join('.')
  }

/** Spellings of `none` that a list of forbidden algorithms may lack. */
export const spellingsOfNone = ['none', 'None', 'NONE', 'nOnE'] as const

const authenticate =
  (secret: string | Buffer, kid?: string) =>
  (text: string): string => {
    const { header, body } = readSigned(text)
    const parts = [JSON.stringify({ ...header, alg: 'HS256', ...(kid !== undefined && { kid }) }), body]
    const input = parts.map((part) => encodeBase64url(part)).join('.')
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
  }

/** The public key of a signer, in the forms in which a library may take it for the secret of HS256. */
const publicSecrets = {
  'the PEM text of the public key': (key) => exportPem(key),
  'the PEM text of the public key without its last line break': (key) => exportPem(key).trimEnd(),
  'the DER octets of the public key': (key) => exportDer(key),
  'the uncompressed point': (key) => exportDer(key).subarray(-65),
  'the JWK of the public key': (key) => JSON.stringify(selectPoint(key)),
  'the coordinate `x`': (key) => Buffer.from(String(key.x), 'base64url'),
} as const satisfies Readonly<Record<string, (key: Jwk) => string | Buffer>>

const selectPoint = ({ kty, crv, x, y }: Jwk): JsonObject => ({
  kty: kty ?? '',
  crv: crv ?? '',
  x: x ?? '',
  y: y ?? '',
})

const importPublic = (key: Jwk) => createPublicKey({ key: selectPoint(key), format: 'jwk' })
const exportPem = (key: Jwk): string => String(importPublic(key).export({ format: 'pem', type: 'spki' }))
const exportDer = (key: Jwk): Buffer => importPublic(key).export({ format: 'der', type: 'spki' })

export type SecretForm = keyof typeof publicSecrets

export const listForms = (): readonly SecretForm[] => Object.keys(publicSecrets) as SecretForm[]

/** Authenticates with HS256 and the public key of the signer as the secret. */
export const signWithSecret =
  (form: SecretForm, signer: Jwk = keys.issuer) =>
  (text: string): string =>
    authenticate(publicSecrets[form](signer))(text)

/** Authenticates with HS256 and an empty secret, which a key ID that is the path of an empty file makes valid. */
export const authenticateWithEmptyFile = authenticate('', '../../../../../../dev/null')

const publicPart = (kid: string): Jwk => ({
  kty: 'EC',
  crv: 'P-256',
  x: unrelatedKey.x ?? '',
  y: unrelatedKey.y ?? '',
  kid,
})

const toDataUrl = (type: string, content: string): string =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`

const writeKeySet = (kid: string): string =>
  toDataUrl('application/json', JSON.stringify({ keys: [{ ...publicPart(kid), use: 'sig' }] }))

const certify = once(() =>
  writeCertificate({
    subject: 'issuer',
    issuer: 'issuer',
    publicKey: publicPart('issuer'),
    issuerKey: unrelatedKey,
    serial: 1,
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2049-01-01T00:00:00Z'),
  }).toString('base64'),
)

const writePem = (): string => `-----BEGIN CERTIFICATE-----\n${certify()}\n-----END CERTIFICATE-----\n`

/** The header parameters by which a JWS brings its own key (RFC 7515, sections 4.1.2 to 4.1.6). */
const ownKeys = {
  jwk: publicPart,
  jku: writeKeySet,
  x5c: () => [certify()],
  x5u: () => toDataUrl('application/x-pem-file', writePem()),
} as const

/** Signs with the key that a header parameter brings along. The key ID stays that of the issuer. */
export const signWithOwnKey = (parameter: keyof typeof ownKeys) => (text: string) =>
  signAgain(unrelatedKey, put(`/${parameter}`, ownKeys[parameter](String(keys.issuer.kid))))(text)

/** Signs with the key that `jwk` brings along, without a key ID. */
export const signWithoutKeyId = signAgain(unrelatedKey, (header) =>
  drop('/kid')(put('/jwk', publicPart('attacker'))(header)),
)

/** Binds the text to a key, and signs with it. */
export const signWithBoundKey = (text: string): string => {
  const { header, body } = readSigned(text)
  const { cnf, ...payload } = parseJsonObject(body)
  const jwk = { ...(isObject(cnf) && isObject(cnf.jwk) && cnf.jwk), ...publicPart('attacker') }
  return signCompact(header, writeJson({ ...payload, cnf: { jwk } }), unrelatedKey)
}

/** Signs with a key that the key ID, a URL, brings along. */
export const signWithKeyAtUrl = (text: string): string => {
  const { header, body } = readSigned(text)
  return signCompact({ ...header, kid: writeKeySet('attacker') }, body, unrelatedKey)
}
