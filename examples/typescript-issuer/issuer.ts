import { randomBytes, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { CompactEncrypt, compactDecrypt, exportJWK, generateKeyPair, importJWK } from 'jose'
import { attested } from './attestation.ts'
import { credentialOf, type Signer, signed } from './credential.ts'
import { demand, isObject, parsed, Refused } from './refused.ts'

// A small issuer with its own status service, in memory. The default export makes it a target: it takes a
// Request and returns a Response.

const statusService = process.env.STATUS_URL ?? 'https://status.example'
const template = 'identity_credential'
const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'
const lifetime = 300_000 // milliseconds for which a code or a nonce is valid

/** The people who may request a credential, by their session tokens. They do not exist. */
const people = new Map([
  ['session-token-of-nobody', { uid: '000000000019', claims: claimsOf('0019', 'Asha Example', '1951-02-28', 'F') }],
  [
    'session-token-of-nobody-else',
    { uid: '000000041008', claims: claimsOf('1008', 'Kannan Example', '1990-05-06', 'M') },
  ],
])
type Person = NonNullable<ReturnType<typeof people.get>>

const sessions = new Map<string, { readonly code: string }>()
const nonces = new Map<string, number>()
const statuses = new Map<string, 'active' | 'suspended' | 'revoked'>()

const signing = await generateKeyPair('ES256', { extractable: true })
const sealing = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true })
const signingJwk = { ...(await exportJWK(signing.publicKey)), kid: 'issuer-1', alg: 'ES256', use: 'sig' }
const sealingJwk = { ...(await exportJWK(sealing.publicKey)), kid: 'request-1', alg: 'ECDH-ES+A256KW', use: 'enc' }

function claimsOf(end: string, name: string, born: string, gender: string) {
  const age = new Date().getFullYear() - Number(born.slice(0, 4))
  return {
    IdType: 'IN',
    MaskedUID: `XXXXXXXX${end}`,
    MaskedMobile: `XXXXXX${end}`,
    ResidentName: name,
    Dob: born,
    Gender: gender,
    AgeAbove18: age > 18,
    AgeAbove50: age > 50,
    AgeAbove60: age > 60,
    AgeAbove75: age > 75,
    District: 'Exampleganj',
    State: 'Test Pradesh',
    Pincode: '000001',
  }
}

const signerAt = (url: string): Signer => ({
  issuer: new URL(url).origin,
  statusService,
  kid: signingJwk.kid,
  key: signing.privateKey,
})

const unguessable = (): string => randomBytes(16).toString('base64url')

const app = new Hono()

app.post('/issuer-config', async ({ req, json }) => {
  const { device_id: device } = parsed(await req.text())
  demand(typeof device === 'string' && device !== '', '`device_id` is missing')
  const [id, code] = [randomUUID(), unguessable()]
  sessions.set(id, { code })
  return json({ credential_identifier: id, nonce: code })
})

app.get('/credential-offer/:id', ({ req, json }) => {
  const session = sessions.get(req.param('id'))
  if (session === undefined) return json({ error: 'invalid_request' }, 404)
  return json({
    credential_issuer: new URL(req.url).origin,
    credential_configuration_ids: [template],
    grants: { [grant]: { 'pre-authorized_code': session.code } },
  })
})

app.get('/.well-known/openid-credential-issuer/tenant', ({ req, json }) => {
  const issuer = new URL(req.url).origin
  return json({
    credential_issuer: issuer,
    credential_endpoint: `${issuer}/credential/validate`,
    nonce_endpoint: `${issuer}/nonce`,
    credential_configurations_supported: { [template]: { format: 'vc+sd-jwt' } },
    credential_request_encryption: {
      jwks: { keys: [sealingJwk] },
      enc_values_supported: ['A256GCM'],
      zip_values_supported: ['DEF'],
      encryption_required: true,
    },
  })
})

app.get('/.well-known/jwks.json', ({ json }) => json({ keys: [signingJwk] }))

app.post('/nonce', ({ json }) => {
  const nonce = unguessable()
  nonces.set(nonce, Date.now())
  return json({ c_nonce: nonce }, 200, { 'cache-control': 'no-store' })
})

app.post('/credential/validate', async ({ req, json }) => {
  const person = people.get(/^Bearer (\S+)$/.exec(req.header('authorization') ?? '')?.[1] ?? '')
  demand(person !== undefined, 'the session token is unknown', 401)
  demand(/^application\/json\s*(;|$)/.test(req.header('content-type') ?? ''), 'the body is not JSON')
  const { uid, encryted_credential_request: sealed } = parsed(await req.text())
  demand(uid === person.uid, 'this is another holder', 403)
  demand(typeof sealed === 'string' && /^[\w.-]+$/.test(sealed), '`encryted_credential_request` is no compact JWE')
  const { plaintext } = await compactDecrypt(sealed, sealing.privateKey, { contentEncryptionAlgorithms: ['A256GCM'] })
  const response = await issued(parsed(new TextDecoder().decode(plaintext)), person, signerAt(req.url))
  return json({ credential_response: response })
})

app.get('/credentials/status/:id', async ({ req, text }) => {
  const [id, status] = [req.param('id'), statuses.get(req.param('id'))]
  if (status === undefined) return text('', 404)
  const payload = { id, status, iat: Math.floor(Date.now() / 1000) }
  return text(await signed(JSON.stringify(payload), { typ: 'status+jwt' }, signerAt(req.url)), 200, {
    'content-type': 'application/jwt',
  })
})

/** Changes the status of a credential, as the administration of an issuer does. */
export function setStatus(id: string, status: 'active' | 'suspended' | 'revoked'): void {
  if (statuses.has(id)) statuses.set(id, status)
}

/** What cannot be parsed, decrypted or verified is rejected like everything else that is not valid. */
app.onError((error, { json }) => {
  const status = error instanceof Refused ? error.status : 400
  return json({ error: 'invalid_request', error_description: error.message }, status)
})

/** One credential for each attested key, signed and then encrypted with the key that the request gave. */
async function issued(request: Record<string, unknown>, person: Person, signer: Signer): Promise<string> {
  const { proof, credential_response_encryption: encryption } = request
  const id = datasetOf(request)
  demand(Array.isArray(proof) && proof.length === 1 && isObject(proof[0]), '`proof` is not an array with one proof')
  demand(proof[0].proof_type === 'attestation', 'the proof is of another type')
  const { nonce, keys } = await attested(proof[0].attestation)
  const seal = await sealFor(encryption)
  demand(Date.now() - (nonces.get(nonce) ?? 0) <= lifetime, 'the nonce is not one that is good')
  nonces.delete(nonce)
  const credentials = await Promise.all(
    keys.map((key, i) => credentialOf(person.claims, { ...key, kid: `attested-${i + 1}`, alg: 'ES256' }, signer)),
  )
  for (const credential of credentials) statuses.set(credential.id, 'active')
  const response = { credential_identifier: id, credentials: credentials.map(({ text }) => ({ Credential: text })) }
  return seal(await signed(JSON.stringify(response), {}, signer))
}

/** The dataset or the template that is requested; never both. */
function datasetOf({ credential_identifier: id, credential_configuration_id }: Record<string, unknown>): string {
  demand(id === undefined || credential_configuration_id === undefined, 'it names a dataset and a template')
  if (id === undefined) demand(credential_configuration_id === template, 'there is no such template')
  else demand(typeof id === 'string' && sessions.has(id), 'there is no such dataset')
  return typeof id === 'string' ? id : randomUUID()
}

const secrets = ['d', 'p', 'q', 'dp', 'dq', 'qi']

const isBase64url = (text: unknown): boolean =>
  text === undefined ||
  (typeof text === 'string' && text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text)

/** Encrypts as the request demands. */
async function sealFor(encryption: unknown): Promise<(text: string) => Promise<string>> {
  demand(isObject(encryption) && isObject(encryption.jwk), '`credential_response_encryption` is missing')
  const { jwk, enc, zip } = encryption
  const { alg, kid, use } = jwk
  demand(use === 'enc' && typeof kid === 'string' && kid !== '', 'the key for the response is not named')
  demand(!secrets.some((name) => name in jwk), 'the key for the response is private')
  demand([jwk.n, jwk.e, jwk.x, jwk.y].every(isBase64url), 'the key for the response is not base64url')
  demand(alg === 'RSA-OAEP-256' || alg === 'ECDH-ES' || alg === 'ECDH-ES+A256KW', 'its algorithm is another')
  demand(enc === 'A256GCM' || enc === 'A128GCM', '`enc` is another')
  demand(zip === undefined || zip === 'none' || zip === 'DEF', '`zip` is another')
  const key = await importJWK(jwk, alg)
  const header = { alg, enc, kid, ...(zip === 'DEF' && { zip }) }
  return (text) => new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key)
}

export default app.fetch
