// What the adapters share: loading a library from its folder, keys, and a server on this machine.

import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [, , folder = '', ...settings] = process.argv
console.log = console.error // libraries log, and answers are lines on standard output

/** What the table names beside the folder, such as the file of trusted keys. */
export const given = settings

/** Loads a package that is installed in the folder of the library. */
export function load(name) {
  const { resolve } = createRequire(join(folder, 'package.json'))
  return import(pathToFileURL(resolve(name)).href)
}

export const drawText = () => randomBytes(24).toString('base64url')
export { randomBytes, randomUUID }

export const now = () => Math.floor(Date.now() / 1000)

/** A key pair on P-256, as JWKs. */
export function makeKey(kid) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [privateJwk, publicJwk] = [pair.privateKey, pair.publicKey].map((key) => key.export({ format: 'jwk' }))
  return { privateJwk: { ...privateJwk, kid, alg: 'ES256' }, publicJwk: { ...publicJwk, kid, alg: 'ES256' } }
}

export const hash = (data, name) =>
  new Uint8Array(createHash(name.toLowerCase().replace('sha-', 'sha')).update(data).digest())

const respond = ({ status = 200, headers = {}, json, text = '' }, response) => {
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { 'cache-control': 'no-store', ...type, ...headers })
  response.end(json === undefined ? text : JSON.stringify(json))
}

async function readBody(request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** Serves the calls that `open` answers on a free port of this machine, until standard input ends, and prints where. */
export const serve = (open) => openServer(async (origin) => ({ answer: await open(origin), has: () => true }))

/** The same, beside a library that handles every other request itself. */
export async function openServer(open) {
  let service
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', origin)
    if (!service.has(url.pathname)) return service.handle(request, response)
    const { method, headers } = request
    const call = { method, url, path: url.pathname, headers, body: await readBody(request) }
    const result = await Promise.resolve(service.answer(call)).catch(describeError)
    respond(result ?? { status: 404 }, response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  service = await open(origin)
  process.stdout.write(`${origin}\n`)
  process.stdin.on('end', () => process.exit(0)).resume()
}

/** An error of a library: with the OAuth error that it carries, if it has one. */
export function describeError(error) {
  if (process.env.LEAGUE_DEBUG) console.error(error)
  if (error?.wwwAuthenticateHeaders) return describeUnauthorized(error)
  const json = error?.errorResponse ?? { error: 'invalid_request', error_description: String(error?.message ?? error) }
  return { status: 400, json }
}

const describeUnauthorized = ({ wwwAuthenticateHeaders }) => ({
  status: 401,
  headers: {
    'www-authenticate': wwwAuthenticateHeaders
      .map(({ scheme, error }) => (error ? `${scheme} error="${error}"` : scheme))
      .join(', '),
  },
})

/** The callbacks that the libraries of @openid4vc ask of an application, by jose. */
export function makeCallbacks(jose, { keys = [], fetch: send } = {}) {
  const findPrivate = (jwk) => keys.find(({ privateJwk }) => privateJwk.x === jwk.x)?.privateJwk
  return {
    ...(send && { fetch: send }),
    hash,
    generateRandom: (length) => new Uint8Array(randomBytes(length)),
    signJwt: async (signer, { header, payload }) => {
      const [{ privateJwk, publicJwk }] = signer.publicJwk
        ? keys.filter((key) => key.publicJwk.x === signer.publicJwk.x)
        : keys
      const jwt = await new jose.SignJWT(payload)
        .setProtectedHeader(header)
        .sign(await jose.importJWK(privateJwk, 'ES256'))
      return { jwt, signerJwk: publicJwk }
    },
    verifyJwt: async (signer, { compact }) => {
      const jwk = await findSigner(jose, signer)
      const key = await jose.importJWK(jwk, signer.alg)
      const isRight = await jose.compactVerify(compact, key).then(Boolean, () => false)
      return isRight ? { verified: true, signerJwk: jwk } : { verified: false }
    },
    encryptJwe: async ({ publicJwk, alg = 'ECDH-ES', enc = 'A128GCM' }, data) => {
      const header = { alg, enc, ...(publicJwk.kid && { kid: publicJwk.kid }) }
      const key = await jose.importJWK(publicJwk, alg)
      const jwe = await new jose.CompactEncrypt(Buffer.from(data)).setProtectedHeader(header).encrypt(key)
      return { jwe, encryptionJwk: publicJwk }
    },
    decryptJwe: async (jwe, options) => {
      const privateJwk = options?.jwk ? findPrivate(options.jwk) : keys.at(-1)?.privateJwk
      if (!privateJwk) return { decrypted: false }
      const key = await jose.importJWK(privateJwk, 'ECDH-ES')
      return jose.compactDecrypt(jwe, key).then(
        ({ plaintext }) => ({ decrypted: true, decryptionJwk: privateJwk, payload: Buffer.from(plaintext).toString() }),
        () => ({ decrypted: false }),
      )
    },
    clientAuthentication: () => {},
  }
}

async function findSigner(jose, signer) {
  if (signer.publicJwk) return signer.publicJwk
  if (signer.x5c)
    return jose.exportJWK(
      await jose.importX509(`-----BEGIN CERTIFICATE-----\n${signer.x5c[0]}\n-----END CERTIFICATE-----`, signer.alg, {
        extractable: true,
      }),
    )
  throw new Error('a signer that is not known')
}

/** Lets a wallet take offers or requests that come as lines, and says of each whether it went through. */
export async function takeLines(take) {
  for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line)
    const end = await take(command).then(
      () => ({ accepted: true }),
      (error) => {
        if (process.env.LEAGUE_DEBUG) console.error(command, error)
        return {
          accepted: false,
          refused: String(error?.message ?? error)
            .split('\n')[0]
            .slice(0, 300),
        }
      },
    )
    process.stdout.write(`${JSON.stringify({ id: command.id, ...end })}\n`)
  }
}

/** Answers the questions to a holder, which come as lines. What is thrown rejects the SD-JWT. */
export async function presentSelected(present) {
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = await present(JSON.parse(line)).then(
      (presentation) => ({ presentation }),
      (error) => ({ rejected: String(error?.message ?? error).slice(0, 200) }),
    )
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  }
}

/** The certified key of a verifier, from its file: it signs, and names the verifier by the hash of the certificate. */
export async function openSigner(jose, file) {
  const { x5c, ...jwk } = JSON.parse(readFileSync(file, 'utf8'))
  const key = await jose.importJWK(jwk, 'ES256')
  const hashed = createHash('sha256').update(Buffer.from(x5c[0], 'base64')).digest('base64url')
  const sign = (header, payload) => new jose.SignJWT(payload).setProtectedHeader(header).sign(key)
  return { x5c, clientId: `x509_hash:${hashed}`, sign }
}
