import assert from 'node:assert/strict'
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { CompactEncrypt, CompactSign, compactDecrypt, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { grant, type Json, type Reading } from './readings.ts'

// An issuer with its status service as a team would write it in an afternoon.

const template = 'identity_credential'
const draw = (): string => randomBytes(16).toString('base64url')
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')
const encode = (text: string): string => Buffer.from(text).toString('base64url')

/** A coordinate of a point on P-256, of the full size. */
const isCoordinate = (text: string): boolean => Buffer.from(text, 'base64url').length === 32

/** What an issuer is told: its address, its people by their session tokens, the root of devices, and the time. */
export interface IssuerOptions {
  readonly issuer: string
  readonly statusService: string
  readonly people: ReadonlyMap<string, string>
  readonly root: Json
  readonly now: number
}

export function startIssuer({ issuer, statusService, people, root, now }: IssuerOptions, reading: Reading) {
  const { isStandard, isVc, isVci } = reading
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sealing = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signingJwk = { ...signing.publicKey.export({ format: 'jwk' }), kid: 'issuer-1', use: 'sig', alg: 'ES256' }
  const sealingJwk = {
    ...sealing.publicKey.export({ format: 'jwk' }),
    kid: 'request-1',
    use: 'enc',
    alg: 'RSA-OAEP-256',
  }
  const [datasets, nonces, ids] = [new Map<string, string>(), new Set<string>(), new Set<string>()]

  const sign = (payload: object, typ?: string): Promise<string> =>
    new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'ES256', kid: 'issuer-1', ...(typ && { typ }) })
      .sign(signing.privateKey)

  function issue(jwk: Json, uid: string): Promise<string> {
    const id = randomUUID()
    ids.add(id)
    const MaskedUID = `XXXXXXXX${uid.slice(-4)}`
    const claims = { MaskedUID, ResidentName: 'Asha Example', Dob: '1951-02-28', AgeAbove18: true }
    const concealed = Object.entries(claims).map(([name, value]) => {
      const salt = draw()
      const disclosure = encode(JSON.stringify(isStandard ? [salt, name, value] : [name, value, salt]))
      return [disclosure, hash(isStandard ? disclosure : [salt, name, String(value)].map(encode).join(''))] as const
    })
    const status = isVc
      ? { status_list: { idx: ids.size, uri: `${statusService}/list` } }
      : `${statusService}/credentials/status/${id}`
    const _sd = concealed.map(([, digest]) => digest).sort()
    const times = { iat: now, exp: now + 86_400 * 365 }
    const key = { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y, kid: hash(jwk.x + jwk.y), alg: 'ES256' }
    const payload = {
      iss: issuer,
      id,
      ...times,
      status,
      ...(isVc && { vct: `${issuer}/identity` }),
      cnf: { jwk: key },
      _sd_alg: isStandard ? 'sha-256' : 'SHA-256',
      _sd,
    }
    const text = sign(payload, isVc ? 'dc+sd-jwt' : 'vc+sd-jwt')
    return text.then((jws) => [jws, ...concealed.map(([disclosure]) => disclosure), ''].join('~'))
  }

  async function readAttestation(text: string): Promise<Json> {
    const { typ, x5c = [] } = decodeProtectedHeader(text)
    assert.equal(typ, isVci ? 'key-attestation+jwt' : 'keyattestation+jwt')
    const chain = x5c.map((each: string) => new X509Certificate(Buffer.from(each, 'base64')))
    const anchor = createPublicKey({ key: root, format: 'jwk' })
    for (const [i, each] of chain.entries()) {
      assert(each.verify(chain[i + 1]?.publicKey ?? anchor) && (i === 0 || each.ca))
      assert(new Date(each.validFrom).getTime() <= now * 1000 && now * 1000 <= new Date(each.validTo).getTime())
    }
    const { payload } = await compactVerify(text, (chain[0] as X509Certificate).publicKey, { algorithms: ['ES256'] })
    const { nonce, iat, exp = now, attested_keys: keys } = JSON.parse(Buffer.from(payload).toString())
    assert(nonces.delete(nonce) && Math.abs(now - iat) <= 300 && exp >= now && keys.length > 0)
    for (const key of keys) {
      assert(key.crv === 'P-256' && [key.x, key.y].every(isCoordinate))
      createPublicKey({ key, format: 'jwk' }) // fails unless the point is on the curve
    }
    return keys
  }

  /** The members of a public key: what else is in it is ignored. */
  function readResponseKey({ jwk: { kty, n, e, crv, x, y, alg } }: Json) {
    assert(['RSA-OAEP-256', 'ECDH-ES', 'ECDH-ES+A256KW'].includes(alg))
    return importJWK(kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }, alg)
  }

  async function validate(request: Request): Promise<Response> {
    const uid = people.get(request.headers.get('authorization')?.replace('Bearer ', '') ?? '')
    if (uid === undefined) return new Response(null, { status: 401 })
    const body: Json = await request.json()
    assert.equal(body.uid, uid)
    assert.match(body.encryted_credential_request, /^[\w.-]+$/)
    const { plaintext } = await compactDecrypt(body.encryted_credential_request, sealing.privateKey)
    const wanted = JSON.parse(Buffer.from(plaintext).toString())
    const { credential_identifier: id, credential_configuration_id: asked, credential_response_encryption: to } = wanted
    assert(id === undefined ? asked === template : datasets.has(id) && asked === undefined)
    const text = isVci ? wanted.proofs.attestation[0] : wanted.proof[0].attestation
    assert(isVci || (wanted.proof.length === 1 && wanted.proof[0].proof_type === 'attestation'))
    const key = await readResponseKey(to)
    const { alg, kid } = to.jwk
    const credentials = await Promise.all((await readAttestation(text)).map((each: Json) => issue(each, uid)))
    const member = isVci ? 'credential' : 'Credential'
    const response = {
      ...(!isVci && { credential_identifier: id ?? randomUUID() }),
      credentials: credentials.map((each) => ({ [member]: each })),
    }
    const signed = isVci ? JSON.stringify(response) : await sign(response)
    const header = { alg, enc: to.enc, ...(kid && { kid }), ...(to.zip === 'DEF' && { zip: 'DEF' }) }
    return Response.json({
      credential_response: await new CompactEncrypt(Buffer.from(signed)).setProtectedHeader(header).encrypt(key),
    })
  }

  const metadata = {
    credential_issuer: issuer,
    credential_endpoint: `${issuer}/credential/validate`,
    nonce_endpoint: `${issuer}/nonce`,
    credential_configurations_supported: {
      [template]: { format: isVc ? 'dc+sd-jwt' : 'vc+sd-jwt', ...(isVc && { vct: `${issuer}/identity` }) },
    },
    credential_request_encryption: {
      jwks: { keys: [sealingJwk] },
      enc_values_supported: ['A256GCM'],
      encryption_required: true,
    },
    credential_response_encryption: {
      alg_values_supported: ['RSA-OAEP-256', 'ECDH-ES'],
      enc_values_supported: ['A256GCM'],
      encryption_required: true,
    },
  }

  async function openSession(request: Request): Promise<Response> {
    const { device_id: device }: Json = await request.json()
    assert(typeof device === 'string' && device !== '')
    const [id, code] = [randomUUID(), draw()]
    datasets.set(id, code)
    return Response.json({ credential_identifier: id, nonce: code })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const last = pathname.split('/').at(-1) ?? ''
    const code = datasets.get(last)
    if (pathname.includes('/openid-credential-issuer')) return Response.json(metadata)
    if (pathname === '/.well-known/jwks.json') return Response.json({ keys: [signingJwk] })
    if (pathname === '/issuer-config') return openSession(request)
    if (pathname === '/credential/validate') return validate(request)
    if (pathname === '/nonce') {
      const nonce = draw()
      nonces.add(nonce)
      return Response.json({ c_nonce: nonce }, { headers: { 'cache-control': 'no-store' } })
    }
    if (pathname.startsWith('/credential-offer/') && code)
      return Response.json({
        credential_issuer: issuer,
        credential_configuration_ids: [template],
        grants: { [grant]: { 'pre-authorized_code': code } },
      })
    if (pathname.startsWith('/credentials/status/') && ids.has(last))
      return new Response(await sign({ id: last, status: 'active', iat: now }), {
        headers: { 'content-type': 'application/jwt' },
      })
    return new Response(null, { status: 404 })
  }

  return (request: Request): Promise<Response> =>
    answer(request).catch((error: Error) =>
      Response.json({ error: 'invalid_request', error_description: error.message }, { status: 400 }),
    )
}
