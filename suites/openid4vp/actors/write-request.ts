import { createHash } from 'node:crypto'
import { type JsonObject, type JsonValue, writeJson } from '../../../protocol/encoding/json.ts'
import { writeDid } from '../../../protocol/jose/did-jwk.ts'
import { writeWebDid } from '../../../protocol/jose/did-web.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { decodeObject, writeJws } from '../../../protocol/jose/jws.ts'
import { type DcRequestType, nameDcProtocol } from '../../../protocol/openid4vp/dc-request.ts'
import type { VpSession, VpVerifierOptions } from './options.ts'
import { isDcDelivery, type VpLinkDelivery } from './verifier-steps.ts'

/** What the usual request asks for. */
export const membershipType = 'https://types.example/membership'

const usualQuery: JsonObject = {
  credentials: [
    {
      id: 'member',
      format: 'dc+sd-jwt',
      meta: { vct_values: [membershipType] },
      claims: [{ path: ['given_name'] }, { path: ['address', 'city'] }],
    },
  ],
}

/** The name of the client. */
function nameClient(verifier: VpVerifierOptions, address: string): string {
  const { base, steps, certificates } = verifier
  const [own = Buffer.alloc(0)] = certificates
  const names = {
    redirect_uri: () => address,
    x509_san_dns: () => new URL(base).hostname,
    x509_hash: () => hashCertificate(own),
    decentralized_identifier: () => nameDid(verifier),
    verifier_attestation: () => new URL(base).hostname,
  } satisfies Record<typeof steps.prefix, () => string>
  return `${steps.prefix}:${names[steps.prefix]()}`
}

const hashCertificate = (certificate: Buffer): string => createHash('sha256').update(certificate).digest('base64url')

const nameDid = ({ base, steps, keys: { signing } }: VpVerifierOptions): string =>
  steps.didMethod === 'web' ? writeWebDid(base) : writeDid(showPublic(signing))

/** The document of a DID of the method `web`. */
export function writeDidDocument(verifier: VpVerifierOptions): JsonObject {
  const id = nameDid(verifier)
  const publicKeyJwk = showPublic(verifier.keys.signing)
  const method = { id: `${id}#0`, type: 'JsonWebKey2020', controller: id, publicKeyJwk }
  const context = ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1']
  return verifier.steps.didDocument({
    '@context': context,
    id,
    verificationMethod: [method],
    assertionMethod: [`${id}#0`],
  })
}

/** How a request object says which key signed it. */
function nameKey(verifier: VpVerifierOptions): JsonObject {
  const { steps, certificates } = verifier
  if (steps.prefix === 'decentralized_identifier') return { kid: `${nameDid(verifier)}#0` }
  if (steps.prefix === 'verifier_attestation') return { jwt: attest(verifier) }
  return { x5c: showCertificates(certificates) }
}

const showCertificates = (all: readonly Buffer[]): string[] => all.map((each) => each.toString('base64'))

/** The attestation of a verifier: its name, and the key by which it signs requests. */
function attest({ base, steps, keys, attester, now }: VpVerifierOptions): string {
  const header = { typ: 'verifier-attestation+jwt', alg: 'ES256', x5c: showCertificates(attester.certificates) }
  const claims = {
    iss: 'https://attester.example',
    sub: new URL(base).hostname,
    iat: now() - 60,
    exp: now() + 86_400,
    cnf: { jwk: showPublic(keys.signing) },
  }
  return steps.finishAttestation(writeJws(header, steps.attestation(claims), attester.key))
}

const showPublic = ({ kty = '', crv = '', x = '', y = '' }: Jwk): JsonObject => ({ kty, crv, x, y })

/** The parameters of a request. */
export function writeRequest(verifier: VpVerifierOptions, { id, nonce, key }: VpSession): JsonObject {
  const { base, steps, random } = verifier
  const address = `${base}/response/${id}`
  const parameters = {
    response_type: 'vp_token',
    ...(isDcDelivery(steps.delivery)
      ? { response_mode: 'dc_api', ...(steps.delivery !== 'unsigned' && nameDcClient(verifier)), nonce }
      : {
          response_mode: 'direct_post',
          client_id: nameClient(verifier, address),
          response_uri: address,
          nonce,
          state: random(18).toString('base64url'),
        }),
    dcql_query: usualQuery,
    client_metadata: { vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } } },
  }
  return steps.request(parameters, key)
}

/** Who makes a signed request to the Digital Credentials API, and where. */
const nameDcClient = (verifier: VpVerifierOptions): JsonObject => ({
  client_id: nameClient(verifier, ''),
  expected_origins: [nameOrigin(verifier)],
})

/** The origin of the page of a verifier: such a page has TLS. */
export const nameOrigin = ({ base }: VpVerifierOptions): string => new URL(base).origin.replace(/^http:/, 'https:')

export const writeRequestObject = (verifier: VpVerifierOptions, session: VpSession, more: JsonObject = {}): string =>
  signRequest(verifier, nameKey(verifier), { ...session.parameters, ...more })

function signRequest({ steps, keys, now }: VpVerifierOptions, header: JsonObject, parameters: JsonObject): string {
  const claims = { aud: 'https://self-issued.me/v2', iat: now(), ...parameters }
  return steps.finish(writeJws(steps.header({ ...ofObject, ...header }), steps.object(claims), keys.signing))
}

const ofObject: JsonObject = { typ: 'oauth-authz-req+jwt', alg: 'ES256' }

/** A request that two clients of the verifier have signed, of which a wallet knows the first. */
function signTwice(verifier: VpVerifierOptions, { parameters }: VpSession): JsonObject {
  const { client_id: client = '', ...others } = parameters
  const { key, certificate } = verifier.otherClient
  const own = signRequest(verifier, { ...nameKey(verifier), client_id: client }, others)
  const other = { x5c: showCertificates([certificate]), client_id: `x509_hash:${hashCertificate(certificate)}` }
  const [, payload = ''] = own.split('.')
  return {
    payload,
    signatures: [own, writeJws({ ...ofObject, ...other }, decodeObject(payload), key)].map(showSignature),
  }
}

function showSignature(jws: string): JsonObject {
  const [head = '', , signature = ''] = jws.split('.')
  return { protected: head, signature }
}

/** What the page of the verifier puts to the Digital Credentials API. */
export function writeDcRequest(verifier: VpVerifierOptions, session: VpSession, type: DcRequestType): JsonObject {
  const forms = {
    unsigned: () => session.parameters,
    signed: () => ({ request: writeRequestObject(verifier, session) }),
    multisigned: () => ({ request: signTwice(verifier, session) }),
  } satisfies Record<DcRequestType, () => JsonObject>
  return verifier.steps.dcRequest({ protocol: nameDcProtocol(type), data: forms[type]() })
}

export const writeValue = (value: JsonValue): string => (typeof value === 'string' ? value : writeJson(value))

/** The link by which a wallet is invoked. */
export function writeLink(verifier: VpVerifierOptions, session: VpSession, delivery: VpLinkDelivery): string {
  const { steps, base } = verifier
  const { client_id: client = '' } = session.parameters
  const uri = `${base}/request/${session.id}`
  const forms = {
    value: () => session.parameters,
    object: () => ({ client_id: client, request: writeRequestObject(verifier, session) }),
    get: () => ({ client_id: client, request_uri: uri }),
    post: () => ({ client_id: client, request_uri: uri, request_uri_method: 'post' }),
  } satisfies Record<VpLinkDelivery, () => JsonObject>
  const form = Object.entries(steps.link(forms[delivery]()))
  return `${steps.scheme}://?${form.map(([name, value]) => `${name}=${encodeURIComponent(writeValue(value))}`).join('&')}`
}
