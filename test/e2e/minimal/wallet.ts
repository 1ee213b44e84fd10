import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { CompactEncrypt, CompactSign, importJWK } from 'jose'
import { grant, type Json, type Reading, readJson, type Send } from './readings.ts'

// A wallet as a team would write it in an afternoon. The key store of the device makes its chain.

/** What a wallet finds around it. */
export interface Phone {
  readonly send: Send
  /** Certifies the public key of the device, as base64 of DER. */
  readonly certify: (spki: Buffer) => Promise<readonly string[]>
  readonly now: number
}

const metadataPath = '/.well-known/openid-credential-issuer'

/** Takes an offer and returns the deeplink that it opens. */
export async function takeOffer({ offer: pushed, issuer, redirectUri }: Json, phone: Phone, { isVci }: Reading) {
  const offer = await readOffer(pushed, phone.send)
  assert.equal(offer.credential_issuer, issuer)
  const code: unknown = offer.grants[grant]['pre-authorized_code']
  assert(typeof code === 'string' && code !== '')
  const { origin, pathname } = new URL(issuer)
  const place = isVci ? `${origin}${metadataPath}${pathname.replace(/\/$/, '')}` : `${issuer}${metadataPath}/tenant`
  const metadata = await readJson(await phone.send(place))
  assert.equal(metadata.credential_issuer, issuer)
  const [template] = offer.credential_configuration_ids
  assert(Object.hasOwn(metadata.credential_configurations_supported, template))
  const { c_nonce: nonce } = await readJson(await phone.send(`${issuer}/nonce`, { method: 'POST' }))
  assert(typeof nonce === 'string' && nonce !== '')
  const attestation = await attest(nonce, phone, isVci)
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'enc', alg: 'ECDH-ES' }
  const request = {
    credential_configuration_id: template,
    ...(isVci ? { proofs: { attestation: [attestation] } } : { proof: [{ proof_type: 'attestation', attestation }] }),
    credential_response_encryption: { jwk, enc: 'A256GCM' },
  }
  const { jwks, enc_values_supported: encs } = metadata.credential_request_encryption
  const [key] = jwks.keys
  assert(key.use === 'enc' && typeof key.kid === 'string' && !Object.hasOwn(key, 'd') && encs.includes('A256GCM'))
  const header = { alg: key.alg, enc: 'A256GCM', kid: key.kid }
  const sealed = await new CompactEncrypt(Buffer.from(JSON.stringify(request)))
    .setProtectedHeader(header)
    .encrypt(await importJWK(key))
  return `${redirectUri}?credential_request=${sealed}`
}

/** An offer comes as it is, or as a link that holds it or leads to it. */
async function readOffer(pushed: string, send: Send): Promise<Json> {
  if (pushed.startsWith('{')) return JSON.parse(pushed)
  const query = new URL(pushed).searchParams
  const there = query.get('credential_offer_uri')
  if (there === null) return JSON.parse(query.get('credential_offer') ?? '')
  const response = await send(there)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json\b/)
  return readJson(response)
}

async function attest(nonce: string, { certify, now }: Phone, isVci: boolean): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const x5c = await certify(publicKey.export({ format: 'der', type: 'spki' }))
  const typ = isVci ? 'key-attestation+jwt' : 'keyattestation+jwt'
  const payload = { nonce, iat: now, attested_keys: [publicKey.export({ format: 'jwk' })] }
  return new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'ES256', typ, x5c: [...x5c] })
    .sign(privateKey)
}
