import { createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { demand, parsed } from './refused.ts'

/** The root of device certificates. A real issuer trusts manufacturers, and never a published test key. */
const { root } = JSON.parse(readFileSync(new URL(import.meta.resolve('assay/fixtures/keys.json')), 'utf8'))
const anchor = createPublicKey({ key: { ...root, d: undefined }, format: 'jwk' })

/** Seconds for which an attestation is valid. */
const lifetime = 300

/** The nonce and the keys of a valid key attestation. */
export async function attested(text: unknown): Promise<{ readonly nonce: string; readonly keys: readonly JWK[] }> {
  demand(typeof text === 'string' && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text), 'the attestation is not a compact JWS')
  const { alg, typ, x5c, ...others } = decodeProtectedHeader(text)
  demand(alg === 'ES256' && typ === 'keyattestation+jwt', 'it is an attestation of another kind')
  demand(
    !['jwk', 'jku', 'x5u', 'crit', 'b64'].some((name) => name in others),
    'its header has a parameter that is not allowed',
  )
  const { payload } = await compactVerify(text, keyOf(x5c), { algorithms: ['ES256'] })
  const { nonce, iat, exp, attested_keys: keys } = parsed(new TextDecoder().decode(payload))
  const now = Date.now() / 1000
  demand(typeof nonce === 'string', 'it attests no nonce')
  demand(typeof iat === 'number' && Math.abs(now - iat) <= lifetime, 'it was not made just now')
  demand(exp === undefined || (typeof exp === 'number' && exp > now), 'it has expired')
  demand(Array.isArray(keys) && keys.length > 0, 'it attests no key')
  for (const key of keys) await checkKey(key)
  return { nonce, keys }
}

/** The key of the device: the first of a chain of certificates that ends at the anchor. */
function keyOf(x5c: unknown) {
  demand(Array.isArray(x5c) && x5c.length > 0, 'it has no chain')
  const chain = x5c.map((text) => {
    const certificate = new X509Certificate(Buffer.from(String(text), 'base64'))
    demand(certificate.raw.toString('base64') === text, 'a certificate is not padded base64 of DER')
    return certificate
  })
  const [leaf, ...authorities] = chain
  for (const [i, authority] of authorities.entries()) {
    demand(authority.ca && isValid(authority), 'a certificate of its chain is not a CA, or has expired')
    demand(chain[i]?.verify(authority.publicKey) ?? false, 'a certificate is not signed by the next one of its chain')
  }
  demand(chain.at(-1)?.publicKey.equals(anchor) ?? false, 'its chain ends at an unknown root')
  demand(leaf !== undefined, 'it has no chain')
  return leaf.publicKey
}

const isValid = ({ validFrom, validTo }: X509Certificate): boolean =>
  new Date(validFrom).getTime() <= Date.now() && Date.now() <= new Date(validTo).getTime()

const is32Octets = (text: unknown): boolean => typeof text === 'string' && /^[\w-]{42}[AEIMQUYcgkosw048]$/.test(text)

/** Checks a public key on P-256: importing it fails if the point is not on the curve. */
async function checkKey(key: JWK): Promise<void> {
  demand(key.kty === 'EC' && key.crv === 'P-256' && !('d' in key), 'an attested key is of another kind')
  demand(is32Octets(key.x) && is32Octets(key.y), 'an attested key has no coordinates')
  await importJWK({ kty: 'EC', crv: 'P-256', x: key.x ?? '', y: key.y ?? '' }, 'ES256')
}
