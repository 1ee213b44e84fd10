import { createHash } from 'node:crypto'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  readText,
} from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { readDidKey } from '../../../../protocol/jose/did-jwk.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import { type Jws, readJws } from '../../../../protocol/jose/jws.ts'
import { isSignatureAlgorithm, verifySignature } from '../../../../protocol/jose/signature-algorithms.ts'
import { type ClientId, readClientId } from '../../../../protocol/openid4vp/client-id.ts'
import { findAddress } from '../../../../protocol/openid4vp/parameters.ts'
import { type Certificate, readChain } from '../../../../protocol/x509/certificate.ts'
import { exportKey, isTrustedAt } from '../../../../protocol/x509/chain.ts'
import type { VpSignedRequest, VpWalletFacts, VpWalletSteps } from '../wallet-steps.ts'

type Chain = readonly Certificate[]

const readClient = ({ request }: VpWalletFacts): ClientId => readClientId(readText(request.client_id))

const isCertified = ({ prefix }: ClientId): boolean => prefix === 'x509_hash' || prefix === 'x509_san_dns'

/** The certificates of the verifier, its own first; none, if they cannot be read. */
function readCertificates({ object }: VpWalletFacts): Chain {
  const read = attempt(() => readChain(object?.header.x5c))
  return 'value' in read ? read.value : []
}

/** A look at the certificates of a client that is named by one. */
const checkCertified =
  (isGood: (chain: Chain, facts: VpWalletFacts, client: ClientId) => boolean) =>
  (facts: VpWalletFacts): boolean => {
    const client = readClient(facts)
    return !isCertified(client) || isGood(readCertificates(facts), facts, client)
  }

export const hashCertificate = ({ der }: Certificate): string => createHash('sha256').update(der).digest('base64url')

const hasName = ({ x509 }: Certificate, name: string): boolean =>
  x509.checkHost(name, { subject: 'never' }) !== undefined

const isTrusted = (chain: Chain, { anchors, now }: VpWalletFacts): boolean => isTrustedAt(chain, anchors, now)

const isSigned = (object: VpSignedRequest | undefined, [own]: Chain): boolean =>
  isSignedBy(object, own && exportKey(own))

function isSignedBy(object: VpSignedRequest | undefined, key: Jwk | undefined): boolean {
  if (!object || !key) return false
  const { header, signingInput, signature } = object
  const { alg } = header
  return (
    typeof alg === 'string' && isSignatureAlgorithm(alg) && verifySignature(alg, key, signingInput, signature).isValid
  )
}

const otherPrefixes: ReadonlySet<ClientId['prefix']> = new Set(['decentralized_identifier', 'verifier_attestation'])

/** A look at the attestation of a client that is named by one. */
const checkAttestation =
  (isGood: (jwt: Jws, facts: VpWalletFacts, client: ClientId) => boolean) =>
  (facts: VpWalletFacts): boolean => {
    const client = readClient(facts)
    if (client.prefix !== 'verifier_attestation') return true
    const read = attempt(() => readJws(readText(facts.object?.header.jwt)))
    return 'value' in read && isGood(read.value, facts, client)
  }

/** The key that a document of a DID has under a name. */
export function findMethod({ verificationMethod: methods }: JsonObject, kid: string): Jwk | undefined {
  const all = Array.isArray(methods) ? methods.filter(isObject) : []
  const key = all.find(({ id }) => id === kid)?.publicKeyJwk
  return isObject(key) ? key : undefined
}

const hasMembers = (value: unknown): boolean => isObject(value as never) && Object.keys(value as object).length > 0

/** The type of transactions that the reference wallet knows. */
export const paymentType = 'https://types.example/payment'

/** Whether it knows the type of all transactions, and can sign them. */
function canSign({ request: { transaction_data: texts, dcql_query: query } }: VpWalletFacts): boolean {
  if (texts === undefined) return true
  const all = (Array.isArray(texts) ? texts : []).map((each) => attempt(() => readTransaction(readText(each))))
  const credentials = isObject(query) && Array.isArray(query.credentials) ? query.credentials.filter(isObject) : []
  const isBound = credentials.every((each) => each.require_cryptographic_holder_binding !== false)
  const isOfQuery = (ids: JsonValue | undefined): boolean =>
    Array.isArray(ids) && ids.every((id) => credentials.some((each) => each.id === id))
  return (
    isBound &&
    all.every((read) => 'value' in read && read.value.type === paymentType && isOfQuery(read.value.credential_ids))
  )
}

const readTransaction = (text: string): JsonObject => parseJsonObject(Buffer.from(text, 'base64url').toString())

/** What the reference wallet demands. Members that it does not know are ignored. */
const validations: VpWalletSteps['validations'] = {
  'object-given': ({ status }) => status >= 200 && status <= 299,
  'object-typed': ({ object }) => object === undefined || object.header.typ === 'oauth-authz-req+jwt',
  'object-current': ({ object, request: { exp, nbf }, now }) =>
    object === undefined || ((typeof exp !== 'number' || now < exp) && (typeof nbf !== 'number' || now >= nbf)),
  'object-understood': ({ object }) => object?.header.crit === undefined,
  'origin-expected': ({ origin, object, request: { expected_origins: expected } }) =>
    origin === undefined ||
    (object === undefined && expected === undefined) ||
    (Array.isArray(expected) && expected.includes(origin)),
  'client-same': ({ link, request, origin }) => origin !== undefined || link.client_id === request.client_id,
  'client-known': (facts) => {
    const client = readClient(facts)
    if (facts.origin !== undefined && facts.object === undefined) return facts.request.client_id === undefined
    if (client.prefix === 'redirect_uri') return facts.object === undefined
    return isCertified(client) || (facts.object !== undefined && otherPrefixes.has(client.prefix))
  },
  'client-certified': checkCertified(([own], _, { prefix, name }) => {
    if (!own) return false
    return prefix === 'x509_hash' ? hashCertificate(own) === name : hasName(own, name)
  }),
  'chain-trusted': checkCertified(isTrusted),
  'object-signed': checkCertified((chain, { object }) => isSigned(object, chain)),
  'did-signed': (facts) => {
    const { prefix, name } = readClient(facts)
    if (prefix !== 'decentralized_identifier') return true
    const kid = readText(facts.object?.header.kid)
    const key = readDidKey(name) ?? (facts.didDocument?.id === name ? findMethod(facts.didDocument, kid) : undefined)
    return kid.split('#')[0] === name && isSignedBy(facts.object, key)
  },
  'attestation-given': checkAttestation(({ header }) => header.typ === 'verifier-attestation+jwt'),
  'attestation-trusted': checkAttestation((jwt, { anchors, now }) => {
    const read = attempt(() => readChain(jwt.header.x5c))
    const chain = 'value' in read ? read.value : []
    return isTrustedAt(chain, anchors, now) && isSigned(jwt, chain)
  }),
  'attestation-current': checkAttestation(
    ({ payload: { exp, nbf } }, { now }) =>
      typeof exp === 'number' && now < exp && (typeof nbf !== 'number' || now >= nbf),
  ),
  'attestation-own': checkAttestation(({ payload }, _, { name }) => payload.sub === name),
  'attestation-proved': checkAttestation(({ payload: { cnf } }, { object }) =>
    isSignedBy(object, isObject(cnf) && isObject(cnf.jwk) ? cnf.jwk : undefined),
  ),
  'audience-own': ({ object, request: { aud } }) =>
    object === undefined || aud === undefined || aud === 'https://self-issued.me/v2',
  'wallet-nonce-same': ({ walletNonce, request }) => walletNonce === undefined || request.wallet_nonce === walletNonce,
  'address-own': (facts) => {
    const { prefix, name } = readClient(facts)
    return prefix !== 'redirect_uri' || findAddress(facts.request) === name
  },
  'place-own': checkAttestation(({ payload: { redirect_uris: places } }, { request, origin }) => {
    const address = findAddress(request)
    const isOwn = Array.isArray(places) && address !== undefined && places.includes(address)
    return origin !== undefined || places === undefined || isOwn
  }),
  'host-own': (facts) => {
    const { prefix, name } = readClient(facts)
    return (
      facts.origin !== undefined ||
      prefix !== 'x509_san_dns' ||
      URL.parse(readText(findAddress(facts.request)))?.hostname === name
    )
  },
  'redirect-absent': ({ request }) => request.redirect_uri === undefined,
  'nonce-present': ({ request }) => typeof request.nonce === 'string' && request.nonce !== '',
  // The Digital Credentials API has its own way to say what is asked for.
  'response-type-known': ({ origin, request }) => origin !== undefined || request.response_type === 'vp_token',
  'transaction-known': canSign,
  'parameters-known': () => true,
  'metadata-known': () => true,
  'query-known': ({ request }) => hasMembers(request.dcql_query),
}

const keep = <T>(value: T): T => value

/** The method that a verifier wants, whatever the address is. */
export const chooseMethod: VpWalletSteps['chooseMethod'] = ({ request_uri_method: method }) =>
  method === 'post' ? 'POST' : 'GET'

/** The steps of the reference wallet: everything is right. */
export const usualVpWalletSteps: VpWalletSteps = {
  credentialHeader: keep,
  credentialClaims: keep,
  validations,
  chooseMethod: (link) => (readText(link.request_uri).startsWith('https:') ? chooseMethod(link) : 'GET'),
  fetchForm: keep,
  dcParameters: ({ client_id: _, expected_origins: __, ...all }) => all,
  parameters: keep,
  followsRedirects: false,
  matches: (_, isMatch) => isMatch,
  choose: keep,
  show: keep,
  binds: ({ require_cryptographic_holder_binding: isRequired }) => isRequired !== false,
  bindingHeader: keep,
  bindingClaims: keep,
  bindingKey: keep,
  hashTransaction: (text) => createHash('sha256').update(text).digest('base64url'),
  presentation: keep,
  token: keep,
  response: keep,
  encrypts: ({ response_mode: mode }) => readText(mode).endsWith('.jwt'),
  encryptionKeys: (all) => all.filter(({ use }) => use === undefined || use === 'enc'),
  chooseKey: (all) => all.find(({ alg, crv }) => alg === 'ECDH-ES' && crv === 'P-256'),
  chooseEncryption: (names) => names.find((each) => each === 'A128GCM' || each === 'A256GCM'),
  encryptionHeader: keep,
  encryptionRandom: keep,
  address: (request) => readText(findAddress(request)),
  sendsErrors: true,
  opensReturn: true,
  trusts: () => false,
  send: keep,
  end: keep,
}
