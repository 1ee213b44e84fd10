import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { CompactSign, type CryptoKey, type JWK } from 'jose'

/** The issuer and its key. */
export interface Signer {
  readonly issuer: string
  readonly statusService: string
  readonly kid: string
  readonly key: CryptoKey
}

const year = 365 * 86_400

const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Signs text with ES256 and the key of the key set. */
export const signed = (text: string, header: object, { key, kid }: Signer): Promise<string> =>
  new CompactSign(new TextEncoder().encode(text)).setProtectedHeader({ alg: 'ES256', kid, ...header }).sign(key)

/** A credential whose claims can be disclosed one by one, bound to the key of its holder. */
export async function credentialOf(
  claims: Readonly<Record<string, unknown>>,
  holderKey: JWK,
  signer: Signer,
): Promise<{ readonly id: string; readonly text: string }> {
  const id = randomUUID()
  const concealed = Object.entries(claims).map(([name, value]) => conceal(name, value))
  const iat = Math.floor(Date.now() / 1000)
  const payload = {
    iss: signer.issuer,
    id,
    iat,
    exp: iat + year,
    status: `${signer.statusService}/credentials/status/${id}`,
    _sd_alg: 'SHA-256',
    _sd: concealed.map(({ digest }) => digest).sort(), // in an order that reveals nothing about the claims
    cnf: { jwk: holderKey },
  }
  const jws = await signed(JSON.stringify(payload), { typ: 'vc+sd-jwt' }, signer)
  return { id, text: [jws, ...concealed.map(({ disclosure }) => disclosure), ''].join('~') }
}

/** A claim as a disclosure: name, value, salt. Its digest is over the three, encoded one by one (section 2.9). */
function conceal(name: string, value: unknown): { readonly disclosure: string; readonly digest: string } {
  const salt = randomBytes(16).toString('base64url')
  const disclosure = base64url(JSON.stringify([name, value, salt]))
  const parts = [salt, name, typeof value === 'string' ? value : JSON.stringify(value)]
  // RFC 9901 hashes the disclosure: the most expensive difference, and an easy mistake.
  const isMistaken = process.env.ISSUER_FAULT === 'rfc9901-digest'
  return { disclosure, digest: sha256(isMistaken ? disclosure : parts.map(base64url).join('')) }
}
