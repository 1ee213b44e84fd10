// @sphereon/did-auth-siop as a wallet: node sphereon-presenter.mjs FOLDER ROOT-FILE CREDENTIAL-FILE KEY-FILE
// The library reads requests and sends responses. Signatures, encryption, the choice of a credential and the credential are left to the application.

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { given, hash, load, randomUUID, takeLines } from '../kit.mjs'
import { openHolding, openReturn, verifyChain } from '../present.mjs'

const [{ default: siop }, jose] = await Promise.all(['@sphereon/did-auth-siop', 'jose'].map(load))
const { OP, ResponseMode, SupportedVersion } = siop
const [rootFile, credentialFile, holderFile] = given
const root = readFileSync(rootFile, 'utf8')
const answerQuery = await openHolding(credentialFile, holderFile)

/** The library asks whether the signature is right: by which certificate that is, is looked at here as well. */
async function verifyRequest({ method, x5c }, { raw, payload }) {
  if (method !== 'x5c') throw new Error(`a request that is signed by ${method}`)
  verifyChain(x5c, root)
  const der = Buffer.from(x5c[0], 'base64')
  const names = new X509Certificate(der).subjectAltName?.split(', ') ?? []
  const own = names.filter((each) => each.startsWith('DNS:')).map((each) => `x509_san_dns:${each.slice(4)}`)
  const hashed = `x509_hash:${Buffer.from(hash(der, 'sha-256')).toString('base64url')}`
  if (![hashed, ...own].includes(payload.client_id)) throw new Error('the certificate is of another client')
  const pem = `-----BEGIN CERTIFICATE-----\n${x5c[0]}\n-----END CERTIFICATE-----`
  await jose.compactVerify(raw, await jose.importX509(pem, 'ES256'))
  return true
}

/** Encrypts a response to the first key of the request that is for that. */
async function encrypt({ authorizationResponsePayload, clientMetadata }) {
  const { jwks, encrypted_response_enc_values_supported: [enc] = ['A128GCM'] } = clientMetadata
  const jwk = jwks.keys.find(({ use }) => use !== 'sig')
  const header = { alg: 'ECDH-ES', enc, kid: jwk.kid }
  const text = Buffer.from(JSON.stringify(authorizationResponsePayload))
  const key = await jose.importJWK(jwk, 'ECDH-ES')
  return { response: await new jose.CompactEncrypt(text).setProtectedHeader(header).encrypt(key) }
}

const wallet = OP.builder()
  .withSupportedVersions([SupportedVersion.OID4VP_v1])
  .withResponseMode(ResponseMode.DIRECT_POST)
  .withHasher(hash)
  .withCreateJwtCallback(() => Promise.reject(new Error('no ID token is made')))
  .withIssuer('https://self-issued.me/v2')
  .withVerifyJwtCallback(verifyRequest)
  .build()

// What the library does not await would end Node.
process.on('unhandledRejection', (error) => console.error(error))

await takeLines(async ({ link }) => {
  const correlationId = randomUUID()
  const request = await wallet.verifyAuthorizationRequest(link, { correlationId, verification: {} })
  const payload = request.authorizationRequest.mergedPayloads()
  if (payload.transaction_data) throw new Error('transaction data of an unknown type')
  const { client_id: audience, nonce } = payload
  const dcqlPresentation = await answerQuery(request.dcqlQuery, { audience, nonce })
  const response = await wallet.createAuthorizationResponse(request, {
    correlationId,
    dcqlResponse: { dcqlPresentation },
  })
  const answer = await wallet.submitAuthorizationResponse(response, encrypt)
  if (!answer.ok) throw new Error(`the verifier answers by ${answer.status}`)
  await openReturn(await answer.json())
})
