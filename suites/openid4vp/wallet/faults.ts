import { createHash, X509Certificate } from 'node:crypto'
import type { Requirement } from '../../../model/requirement.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  readText,
  writeJson,
} from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readDidKey } from '../../../protocol/jose/did-jwk.ts'
import { type Jws, readJws } from '../../../protocol/jose/jws.ts'
import { verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { readClientId } from '../../../protocol/openid4vp/client-id.ts'
import { readChain } from '../../../protocol/x509/certificate.ts'
import { type ChainFault, findChainFaults, isAnchored, readHeaderKey } from '../../../protocol/x509/chain.ts'
import { keepEphemeralKey, repeatEphemeralKeys } from '../../jose/ephemeral-changes.ts'
import { isNullSignature } from '../../jose/signature-forms.ts'
import {
  type ActorFault,
  type ActorVariant,
  type Mutation,
  makeActorChanges,
  makeActorFault,
} from '../../kit/actor-changes.ts'
import { setMembers as put } from '../../kit/samples.ts'
import { KBJWT } from '../../sd-jwt/requirements.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { chooseMethod, findMethod, paymentType } from '../actors/wallet/steps.ts'
import type { VpSignedRequest, VpWalletFacts, VpWalletSteps, VpWalletValidationName } from '../actors/wallet-steps.ts'
import { drop } from '../changes.ts'
import { VPERR, VPJWE, VPRESP, VPSEND, VPSIGN } from '../response-requirements.ts'
import { listClientKeys } from '../values.ts'
import { VPWALLET } from './requirements.ts'

export type PresenterMutation = Mutation<VpWalletSteps>
export type PresenterFault = ActorFault<VpWalletSteps>
export type PresenterVariant = ActorVariant<VpWalletSteps>

const fault = makeActorFault<VpWalletSteps>({ subject: 'a wallet ' })
const changes = makeActorChanges<VpWalletSteps, VpWalletValidationName, VpWalletFacts>()
export const { set, combine, look } = changes
const { skip, skipWhere } = changes

/** Encrypts to another key than the usual one, where the request has it. */
export const chooseOtherKey =
  (isPreferred: (key: JsonObject) => boolean): PresenterMutation =>
  (steps) => ({ ...steps, chooseKey: (all) => all.find(isPreferred) ?? steps.chooseKey(all) })

/** Encrypts all responses to the key of the first request. */
const keepKey: PresenterMutation = (steps) => {
  let first: JsonObject | undefined
  return {
    ...steps,
    chooseKey: (all) => {
      first ??= steps.chooseKey(all)
      return first
    },
  }
}

/** Keeps the nonces of all requests, and takes any of them. */
const takeEarlierNonce: PresenterMutation = (steps) => {
  const sent = new Set<unknown>()
  return skipWhere('wallet-nonce-same', ({ request }) => sent.has(request.wallet_nonce))({
    ...steps,
    fetchForm: (form) => {
      const usual = steps.fetchForm(form)
      sent.add(usual.wallet_nonce)
      return usual
    },
  })
}

/** The transaction data of a request. */
const listTransactions = ({ request: { transaction_data: texts } }: VpWalletFacts): readonly JsonObject[] =>
  (Array.isArray(texts) ? texts : []).map((each) =>
    parseJsonObject(Buffer.from(readText(each), 'base64url').toString()),
  )

const hashDecoded = (text: string): string => createHash('sha256').update(text, 'base64url').digest('base64url')

/** Requires that an object has no members but these. */
const limit = (
  name: VpWalletValidationName,
  choose: (request: JsonObject) => unknown,
  ...known: readonly string[]
): PresenterMutation =>
  look(name, (usual, facts) => {
    const found = choose(facts.request)
    const names = Object.keys(Object(found))
    return usual(facts) && names.every((each) => known.includes(each))
  })

/** Changes what is sent to `response_uri`. */
export const changeResponse = (change: (request: HttpRequest) => HttpRequest): PresenterMutation => {
  const isResponse = ({ body = '' }: HttpRequest): boolean => /(?:^|&)(?:vp_token|response)=/.test(body)
  return (steps) => ({
    ...steps,
    send: (request, facts) => {
      const sent = steps.send(request, facts)
      return isResponse(sent) ? change(sent) : sent
    },
  })
}

const requestMembers = [
  ...['response_type', 'response_mode', 'client_id', 'response_uri', 'redirect_uri', 'nonce', 'state', 'dcql_query'],
  ...[
    'expected_origins',
    'client_metadata',
    'transaction_data',
    'aud',
    'iat',
    'wallet_nonce',
    'request_uri_method',
    'verifier_info',
  ],
]
const metadataMembers = ['vp_formats_supported', 'jwks', 'encrypted_response_enc_values_supported']
const credentialMembers = [
  ...['id', 'format', 'meta', 'claims', 'claim_sets', 'multiple', 'trusted_authorities'],
  'require_cryptographic_holder_binding',
]

const readQuery = ({ dcql_query: query }: JsonObject): JsonObject => (isObject(query) ? query : {})

const readFirst = (request: JsonObject): unknown => {
  const { credentials } = readQuery(request)
  return Array.isArray(credentials) ? credentials[0] : undefined
}

const listOrigins = ({ request: { expected_origins: all } }: VpWalletFacts): readonly string[] =>
  Array.isArray(all) ? all.map(readText) : []

/** Whether one of the origins that a request expects is like that of the page. */
const expectsSome =
  (isAlike: (each: string, own: string) => boolean) =>
  (facts: VpWalletFacts): boolean =>
    listOrigins(facts).some((each) => isAlike(each, readText(facts.origin)))

const isMultisigned = ({ signatures = [] }: VpWalletFacts): boolean => signatures.length > 1

const isHashed = ({ request }: VpWalletFacts): boolean => readText(request.client_id).startsWith('x509_hash:')

export const hasPrefix =
  (prefix: string) =>
  ({ request }: VpWalletFacts): boolean =>
    readText(request.client_id).startsWith(prefix)

const isInLink = ({ object }: VpWalletFacts): boolean => object === undefined

/** Takes a request without a request object for one that is signed. */
const takeUnsigned = combine(
  skipWhere('object-signed', isInLink),
  skipWhere('chain-trusted', isInLink),
  skipWhere('client-certified', isInLink),
)

/** Takes the certificates as they come. */
const takeUntrusted = (isTaken: (facts: VpWalletFacts) => boolean): PresenterMutation =>
  skipWhere('chain-trusted', isTaken)

/** Whether a chain ends at a root, and has no faults but these. */
const isTrustedBut =
  (...ignored: readonly ChainFault['fault'][]) =>
  ({ object, anchors }: VpWalletFacts): boolean => {
    const read = attempt(() => readChain(object?.header.x5c))
    const chain = 'value' in read ? read.value : []
    return isAnchored(chain, anchors) && findChainFaults(chain).every(({ fault: kind }) => ignored.includes(kind))
  }

const readExpiry = (facts: VpWalletFacts): boolean => readLeaf(facts).includes('250601000000Z')

/** The first certificate of a request object. */
function readLeaf({ object }: VpWalletFacts): Buffer {
  const [own] = Array.isArray(object?.header.x5c) ? object.header.x5c : []
  return Buffer.from(readText(own), 'base64')
}

/** The hosts in the first certificate of a request object. */
const listHosts = (facts: VpWalletFacts): readonly string[] =>
  [...(new X509Certificate(readLeaf(facts)).subjectAltName ?? '').matchAll(/DNS:([^,]+)/g)].map(([, host = '']) => host)

/** Whether a certificate has the host of a client, as whatever name. */
const includesHost = (facts: VpWalletFacts): boolean =>
  hasPrefix('x509_san_dns:')(facts) && readLeaf(facts).includes(readClientId(readText(facts.request.client_id)).name)

/** Presents whatever is asked for, with what it has. */
const matchWhere = (isMatch: (query: JsonObject) => boolean): PresenterMutation =>
  set({ matches: (query, isUsual) => isUsual || isMatch(query) })

const asksNothing = (claim: unknown): boolean => JSON.stringify(claim).includes('x-claim-of-nothing')

const listClaims = (claims: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(claims) ? claims.filter(isObject) : []

const listSets = ({ claim_sets: sets }: JsonObject): readonly JsonValue[] => (Array.isArray(sets) ? sets : [])

/** Whether a set of claims has one that no credential has. */
const hasNothing =
  ({ claims }: JsonObject) =>
  (set: JsonValue): boolean => {
    return listClaims(claims).some((claim) => asksNothing(claim) && Array.isArray(set) && set.includes(claim.id ?? ''))
  }

const algorithms = 'request_object_signing_alg_values_supported'

/** Changes what a wallet says of itself where it fetches a request. */
const changeMetadata = (change: (metadata: JsonObject) => JsonObject): PresenterMutation =>
  set({
    fetchForm: ({ wallet_metadata: metadata = '{}', ...form }) => ({
      ...form,
      wallet_metadata: writeJson(change(parseJsonObject(metadata))),
    }),
  })

const changeSent = (change: (request: HttpRequest) => HttpRequest): PresenterMutation => {
  return (steps) => ({ ...steps, send: (request, facts) => change(steps.send(request, facts)) })
}

/** Leaves out the query of what it asks for by GET at these addresses. */
const dropQuery = (place: string): PresenterMutation =>
  changeSent((request) =>
    request.method === 'GET' && request.url.includes(`/${place}`)
      ? { ...request, url: request.url.replace(/\?.*/, '') }
      : request,
  )

const isSignedBy = (object: VpSignedRequest | undefined, key: JsonValue | undefined): boolean =>
  object !== undefined &&
  isObject(key ?? null) &&
  verifySignature('ES256', key as JsonObject, object.signingInput, object.signature).isValid

const isSignedByMetadata = ({ object, request: { client_metadata: metadata } }: VpWalletFacts): boolean =>
  listClientKeys(metadata).some(([, key]) => isSignedBy(object, key))

const isWithoutCertificate = (facts: VpWalletFacts): boolean =>
  facts.object?.header.x5c === undefined && isSignedByMetadata(facts)

const takeWithoutCertificate = combine(
  skipWhere('object-signed', isWithoutCertificate),
  skipWhere('chain-trusted', isWithoutCertificate),
  skipWhere('client-certified', isWithoutCertificate),
)

const ofAttestation = [
  'attestation-given',
  'attestation-trusted',
  'attestation-current',
  'attestation-own',
  'attestation-proved',
  'place-own',
] as const

function readAttestation(object: VpSignedRequest | undefined): Jws | undefined {
  const read = attempt(() => readJws(readText(object?.header.jwt)))
  return 'value' in read ? read.value : undefined
}

function listPlaces(object: VpSignedRequest | undefined): readonly string[] {
  const places = readAttestation(object)?.payload.redirect_uris
  return Array.isArray(places) ? places.map(readText) : []
}

/** Whether the key in the certificate of an attestation has signed it. */
function isAttestedBySelf(object: VpSignedRequest | undefined): boolean {
  const jwt = readAttestation(object)
  return jwt !== undefined && isSignedBy(jwt, readHeaderKey({ x5c: jwt.header.x5c ?? [] }))
}

function hasDuplicates(credential: unknown): boolean {
  const { claims } = Object(credential)
  const paths = Array.isArray(claims) ? claims.map(({ path }) => JSON.stringify(path)) : []
  return new Set(paths).size < paths.length
}

const isUnknownType = ({ id, format, meta }: JsonObject): boolean =>
  format === 'dc+sd-jwt' && id !== 'nothing' && JSON.stringify(meta ?? {}).includes('of-nothing')

/** Answers no request after a session that ended so. */
const endAfter =
  (isLast: boolean): PresenterMutation =>
  (steps) => {
    let isOver = false
    const { validations } = steps
    return {
      ...steps,
      validations: { ...validations, 'parameters-known': (facts) => !isOver && validations['parameters-known'](facts) },
      end: (end) => {
        isOver ||= end.accepted === isLast
        return steps.end(end)
      },
    }
  }

type Alike = 'start' | 'case'

/** How values are compared carelessly. */
const careless: Readonly<Record<Alike, readonly [how: string, isAlike: (one: string, other: string) => boolean]>> = {
  start: ['compares the beginning of', (one, other) => one.startsWith(other) || other.startsWith(one)],
  case: ['compares without regard to capital letters', (one, other) => one.toLowerCase() === other.toLowerCase()],
}

/** A value of a request that is compared with another, and the validation that does so. */
type Compared = readonly [
  row: Requirement,
  what: string,
  name: VpWalletValidationName,
  read: (facts: VpWalletFacts) => readonly (readonly [given: unknown, own: string])[],
  ...alike: readonly Alike[],
]

const readClientName = ({ request }: VpWalletFacts): string => readClientId(readText(request.client_id)).name

const ofPrefix = (prefix: string, facts: VpWalletFacts): readonly [string] | readonly [] =>
  hasPrefix(`${prefix}:`)(facts) ? [readClientName(facts)] : []

// biome-ignore format: a table, one row a line.
const compared: readonly Compared[] = [
  [VPWALLET['REFUSES-TYPE'], 'the types of request objects', 'object-typed', ({ object }) => [[object?.header.typ, 'oauth-authz-req+jwt']], 'start'],
  [VPWALLET['REFUSES-CLIENT'], 'hashes of certificates', 'client-certified', (facts) => ofPrefix('x509_hash', facts).map((name) => [name, createHash('sha256').update(readLeaf(facts)).digest('base64url')]), 'start', 'case'],
  [VPWALLET['REFUSES-CLIENT'], 'hosts of certificates', 'client-certified', (facts) => ofPrefix('x509_san_dns', facts).flatMap((name) => listHosts(facts).map((host) => [host, name] as const)), 'start'],
  [VPWALLET['REFUSES-ATTESTED-NAME'], 'the names in attestations', 'attestation-own', (facts) => [[readAttestation(facts.object)?.payload.sub, readClientName(facts)]], 'start', 'case'],
  [VPWALLET['REFUSES-MISMATCH'], 'the client of the link', 'client-same', ({ link, request }) => [[link.client_id, readText(request.client_id)]], 'start', 'case'],
  [VPWALLET['REFUSES-NONCE'], 'its nonce', 'wallet-nonce-same', ({ request, walletNonce = '' }) => [[request.wallet_nonce, walletNonce]], 'start', 'case'],
  [VPWALLET['REFUSES-AUDIENCE'], 'audiences', 'audience-own', ({ request }) => [[request.aud, 'https://self-issued.me/v2']], 'start', 'case'],
  [VPWALLET['REFUSES-ADDRESS'], 'addresses of responses', 'address-own', (facts) => [[readClientName(facts), readText(facts.request.response_uri)]], 'start', 'case'],
  [VPWALLET['REFUSES-PLACE'], 'addresses in attestations', 'place-own', ({ object, request }) => listPlaces(object).map((place) => [place, readText(request.response_uri)]), 'start', 'case'],
  [VPWALLET['REFUSES-RESPONSE-TYPE'], '`response_type`', 'response-type-known', ({ request }) => [[request.response_type, 'vp_token']], 'start', 'case'],
  [VPWALLET['REFUSES-TRANSACTION'], 'types of transactions', 'transaction-known', (facts) => listTransactions(facts).map(({ type }) => [type, paymentType]), 'start', 'case'],
  [VPWALLET['REFUSES-ORIGIN'], 'origins', 'origin-expected', (facts) => listOrigins(facts).map((each) => [each, readText(facts.origin)]), 'start', 'case'],
]

const isOther = (given: string, own: string): boolean => given !== '' && own !== '' && given !== own

const carelessFaults = compared.flatMap(([row, what, name, read, ...alike]) =>
  alike.map((each) => {
    const [how, isAlike] = careless[each]
    const isTaken = (facts: VpWalletFacts): boolean =>
      read(facts).some(([given, own]) => typeof given === 'string' && isOther(given, own) && isAlike(given, own))
    return fault(row, `${how} ${what}`, skipWhere(name, isTaken))
  }),
)

// biome-ignore format: a table, one row a line.
export const presenterFaults: readonly PresenterFault[] = [
  fault(VPWALLET.FETCH, 'posts to every `request_uri`', set({ chooseMethod: () => 'POST', fetchForm: drop('wallet_nonce') as never }), [VPWALLET.PLAIN]),
  fault(VPWALLET.FETCH, 'puts to every `request_uri`', set({ chooseMethod: () => 'PUT' })),
  fault(VPWALLET.FETCH, 'leaves the query of `request_uri` out', dropQuery('request')),
  fault(VPWALLET['ONLY-OBJECT'], 'prefers the parameters of the link', set({ parameters: (object, link) => ({ ...object, ...drop('client_id', 'request_uri', 'request_uri_method', 'request')(link) }) }), [KBJWT.TRANSACTION]),
  fault(VPWALLET['REFUSES-TYPE'], 'takes request objects of any type', skip('object-typed')),
  fault(VPWALLET['REFUSES-TYPE'], 'takes request objects without a type', skipWhere('object-typed', ({ object }) => object?.header.typ === undefined)),
  fault(VPWALLET['REFUSES-SIGNATURE'], 'does not verify request objects', skip('object-signed'), [VPWALLET['REFUSES-METADATA-KEY']]),
  fault(VPWALLET['REFUSES-SIGNATURE'], 'takes request objects without a signature', skipWhere('object-signed', ({ object }) => object?.header.alg === 'none')),
  fault(VPWALLET['REFUSES-SIGNATURE'], 'verifies request objects as their header says', skipWhere('object-signed', ({ object }) => object?.header.alg === 'HS256')),
  fault(VPWALLET['REFUSES-SIGNATURE'], 'takes zeros for a signature', skipWhere('object-signed', ({ object }) => object !== undefined && isNullSignature(object) && object.signature.length > 0)),
  fault(VPWALLET['REFUSES-SIGNATURE'], 'believes the key in the header of a request object', skipWhere('object-signed', ({ object }) => isSignedBy(object, object?.header.jwk))),
  fault(VPWALLET['REFUSES-METADATA-KEY'], 'believes the keys in the metadata of a request', skipWhere('object-signed', isSignedByMetadata)),
  fault(VPWALLET['REFUSES-METADATA-KEY'], 'believes the keys in the metadata of a request without certificates', takeWithoutCertificate),
  fault(VPWALLET['REFUSES-TIMES'], 'takes request objects that have expired', skipWhere('object-current', ({ request }) => request.exp !== undefined)),
  fault(VPWALLET['REFUSES-TIMES'], 'takes request objects that are not valid yet', skipWhere('object-current', ({ request }) => request.nbf !== undefined)),
  fault(VPWALLET['REFUSES-CRIT'], 'does not look at `crit`', skip('object-understood')),
  fault(VPWALLET['REFUSES-CHAIN'], 'takes certificates of any authority', takeUntrusted(({ object }) => object !== undefined)),
  fault(VPWALLET['REFUSES-CHAIN'], 'looks at the last certificate of a chain alone', takeUntrusted(({ object }) => Array.isArray(object?.header.x5c) && object.header.x5c.length > 1)),
  fault(VPWALLET['REFUSES-CHAIN'], 'does not look at critical extensions of certificates', skipWhere('chain-trusted', isTrustedBut('critical'))),
  fault(VPWALLET['REFUSES-CHAIN'], 'takes every certificate for one of an authority', skipWhere('chain-trusted', isTrustedBut('ca', 'key-usage'))),
  fault(VPWALLET['REFUSES-CHAIN'], 'takes certificates that have expired', takeUntrusted(readExpiry)),
  fault(VPWALLET['REFUSES-CLIENT'], 'does not compare the hash of a certificate', skipWhere('client-certified', (facts) => isHashed(facts) && !isInLink(facts))),
  fault(VPWALLET['REFUSES-CLIENT'], 'does not compare the host of a certificate', skipWhere('client-certified', (facts) => hasPrefix('x509_san_dns:')(facts) && !isInLink(facts) && !isHashed(facts)), []),
  fault(VPWALLET['REFUSES-CLIENT'], 'looks for the host anywhere in a certificate', skipWhere('client-certified', includesHost)),
  fault(VPWALLET['REFUSES-CLIENT'], 'takes the common name of a certificate without other names', skipWhere('client-certified', (facts) => includesHost(facts) && !readLeaf(facts).includes('551d11', 'hex'))),
  fault(VPWALLET['REFUSES-CLIENT'], 'takes origins for clients', skipWhere('client-known', hasPrefix('origin:'))),
  fault(VPWALLET['REFUSES-DID'], 'does not verify requests of DIDs', skip('did-signed')),
  fault(VPWALLET['REFUSES-DID'], 'takes requests of DIDs without a signature', skipWhere('did-signed', ({ object }) => object?.header.alg === 'none')),
  fault(VPWALLET['REFUSES-DID'], 'believes the DID that a request names as its key', skipWhere('did-signed', ({ object }) => isSignedBy(object, readDidKey(readText(object?.header.kid))))),
  fault(VPWALLET['REFUSES-DID'], 'does not verify requests of DIDs whose documents it fetches', skipWhere('did-signed', ({ didDocument }) => didDocument !== undefined)),
  fault(VPWALLET['REFUSES-DID'], 'takes the document of another DID', skipWhere('did-signed', ({ object, didDocument }) => didDocument !== undefined && isSignedBy(object, findMethod(didDocument, readText(object?.header.kid))))),
  fault(VPWALLET['REFUSES-DID'], 'takes the first key of a document', skipWhere('did-signed', ({ object, didDocument, request }) => didDocument?.id === readClientId(readText(request.client_id)).name && isSignedBy(object, findMethod(didDocument, `${didDocument.id}#0`)))),
  fault(VPWALLET['REFUSES-ATTESTER'], 'does not verify attestations', skip('attestation-trusted')),
  fault(VPWALLET['REFUSES-ATTESTER'], 'takes attestations without a signature', skipWhere('attestation-trusted', ({ object }) => readAttestation(object)?.header.alg === 'none')),
  fault(VPWALLET['REFUSES-ATTESTER'], 'believes the certificate in an attestation', skipWhere('attestation-trusted', ({ object }) => isAttestedBySelf(object))),
  fault(VPWALLET['REFUSES-ATTESTER'], 'does without an attestation', combine(...ofAttestation.map((name) => skipWhere(name, ({ object }) => object?.header.jwt === undefined)))),
  fault(VPWALLET['REFUSES-ATTESTED-TIMES'], 'does not look at the times of an attestation', skip('attestation-current')),
  fault(VPWALLET['REFUSES-ATTESTED-TIMES'], 'does not look at `nbf` of an attestation', skipWhere('attestation-current', ({ object }) => readAttestation(object)?.payload.nbf !== undefined)),
  fault(VPWALLET['REFUSES-ATTESTED-NAME'], 'takes the attestation of another verifier', skip('attestation-own')),
  fault(VPWALLET['REFUSES-PROOF'], 'takes a request that the key in its attestation has not signed', skip('attestation-proved')),
  fault(VPWALLET['REFUSES-PROOF'], 'takes a request without a signature beside an attestation', skipWhere('attestation-proved', ({ object }) => object?.header.alg === 'none')),
  fault(VPWALLET.IGNORES, 'refuses an attestation with a claim that it does not know', look('attestation-own', (usual, facts) => usual(facts) && readAttestation(facts.object)?.payload['x-note'] === undefined)),
  fault(VPWALLET['REFUSES-UNKNOWN'], 'takes clients without a prefix', skipWhere('client-known', ({ request }) => !readText(request.client_id).includes(':'))),
  fault(VPWALLET['REFUSES-UNKNOWN'], 'takes clients with any prefix', skipWhere('client-known', hasPrefix('x-prefix:'))),
  fault(VPWALLET['REFUSES-UNSIGNED'], 'takes requests of certified clients without a signature', takeUnsigned),
  fault(VPWALLET['REFUSES-MISMATCH'], 'does not compare the client of the link', skip('client-same')),
  fault(VPWALLET['REFUSES-NONCE'], 'does not look for its nonce', skip('wallet-nonce-same')),
  fault(VPWALLET['REFUSES-NONCE'], 'takes the nonce of any of its requests', takeEarlierNonce),
  fault(VPWALLET['REFUSES-NONCE'], 'does without its nonce', skipWhere('wallet-nonce-same', ({ request }) => request.wallet_nonce === undefined)),
  fault(VPWALLET['REFUSES-ERROR'], 'does not look at status codes', skip('object-given')),
  fault(VPWALLET['REFUSES-ERROR'], 'takes errors of servers for answers', skipWhere('object-given', ({ status }) => status >= 500)),
  fault(VPWALLET['REFUSES-AUDIENCE'], 'takes request objects for others', skip('audience-own')),
  fault(VPWALLET['REFUSES-TLS'], 'trusts any certificate', set({ trusts: () => true })),
  fault(VPWALLET['REFUSES-TLS'], 'trusts certificates that have expired', set({ trusts: (certificate) => certificate === 'expired' })),
  fault(VPWALLET.PLAIN, 'posts to addresses without TLS', set({ chooseMethod })),
  fault(VPWALLET['REFUSES-ADDRESS'], 'sends responses to any address', skip('address-own')),
  fault(VPWALLET['REFUSES-PLACE'], 'does not compare its address with the attestation', skip('place-own')),
  fault(VPWALLET['REFUSES-HOST'], 'does not compare the host of the response', skip('host-own')),
  fault(VPWALLET['REFUSES-HOST'], 'takes hosts of responses that are not the own one, and no others', look('host-own', (usual, facts) => usual(facts) !== hasPrefix('x509_san_dns:')(facts))),
  fault(VPWALLET['REFUSES-ORIGIN'], 'does not look at `expected_origins`', skip('origin-expected')),
  fault(VPWALLET['REFUSES-ORIGIN'], 'looks for an origin at the start of another', skipWhere('origin-expected', expectsSome((each, own) => each.startsWith(own)))),
  fault(VPWALLET['REFUSES-ORIGIN'], 'compares origins as URLs', skipWhere('origin-expected', expectsSome((each, own) => URL.parse(each)?.origin === own))),
  fault(VPWALLET['REFUSES-ORIGIN'], 'does not look at `expected_origins` beside two signatures', skipWhere('origin-expected', isMultisigned)),
  fault(VPWALLET.ORIGINS, 'compares the first of several origins', look('origin-expected', (usual, facts) => usual(facts) && (facts.object === undefined || listOrigins(facts)[0] === facts.origin || facts.origin === undefined))),
  fault(VPWALLET['IGNORES-CLIENT'], 'looks for the client of an unsigned request', set({ dcParameters: drop('expected_origins') })),
  fault(VPWALLET['IGNORES-ORIGINS'], 'looks at `expected_origins` in an unsigned request', set({ dcParameters: drop('client_id') })),
  fault(VPWALLET.IGNORES, 'refuses `state` over the Digital Credentials API', look('parameters-known', (usual, facts) => usual(facts) && !(facts.origin !== undefined && facts.request.state !== undefined))),
  fault(VPWALLET['REFUSES-REDIRECT'], 'does not look at `redirect_uri`', skip('redirect-absent')),
  fault(VPWALLET['REFUSES-TRANSACTION'], 'presents without the transaction', skipWhere('transaction-known', (facts) => listTransactions(facts).some(({ type }) => readText(type).includes('x-transaction')))),
  fault(VPWALLET['REFUSES-TRANSACTION'], 'presents a transaction for any credential', skipWhere('transaction-known', (facts) => listTransactions(facts).some(({ credential_ids: ids }) => JSON.stringify(ids)?.includes('x-credential')))),
  fault(VPWALLET['REFUSES-TRANSACTION'], 'presents a transaction for no credential', skipWhere('transaction-known', (facts) => listTransactions(facts).some(({ credential_ids: ids }) => ids === undefined))),
  fault(VPWALLET['REFUSES-UNBOUND'], 'presents a transaction without holder binding', skipWhere('transaction-known', ({ request }) => JSON.stringify(request.dcql_query ?? {}).includes('"require_cryptographic_holder_binding":false'))),
  fault(VPWALLET['TRANSACTION-HASH'], 'refuses transactions with a hash function', look('transaction-known', (usual, facts) => usual(facts) && !listTransactions(facts).some((each) => each.transaction_data_hashes_alg !== undefined))),
  fault(VPSIGN.HASH, 'hashes transactions after they were decoded', set({ hashTransaction: hashDecoded }), [VPSIGN.ALL]),
  fault(VPSIGN.ALL, 'signs no transactions', set({ bindingClaims: drop('transaction_data_hashes', 'transaction_data_hashes_alg') })),
  fault(VPSIGN.ALL, 'signs the first of several transactions', set({ bindingClaims: ({ transaction_data_hashes: all, ...claims }) => ({ ...claims, ...(Array.isArray(all) && { transaction_data_hashes: all.slice(0, 1) }) }) })),
  fault(VPSIGN.ALG, 'does not name the hash function of transactions', set({ bindingClaims: drop('transaction_data_hashes_alg') })),
  fault(VPWALLET['REFUSES-NO-NONCE'], 'presents without a nonce', skip('nonce-present')),
  fault(VPWALLET['REFUSES-RESPONSE-TYPE'], 'presents for any `response_type`', skipWhere('response-type-known', ({ request }) => request.response_type !== undefined)),
  fault(VPWALLET['REFUSES-RESPONSE-TYPE'], 'presents without a `response_type`', skipWhere('response-type-known', ({ request }) => request.response_type === undefined)),
  fault(VPWALLET.UNMATCHED, 'presents another type', matchWhere(isUnknownType)),
  fault(VPWALLET.UNMATCHED, 'compares the beginning of types', matchWhere(({ meta }) => JSON.stringify(meta ?? {}).includes('/membership-'))),
  fault(VPWALLET.UNMATCHED, 'compares types without regard to capital letters', matchWhere(({ meta }) => JSON.stringify(meta ?? {}).includes('/MEMBERSHIP"'))),
  fault(VPWALLET.UNMATCHED, 'presents without a claim', matchWhere(({ claims }) => asksNothing(claims ?? []))),
  fault(VPWALLET.UNMATCHED, 'presents what it has of sets of claims', matchWhere((query) => listSets(query).length > 0 && listSets(query).every(hasNothing(query)))),
  fault(VPWALLET.UNMATCHED, 'takes a text for a list of itself', matchWhere(({ claims }) => listClaims(claims).some(({ path }) => Array.isArray(path) && path.at(-1) === null))),
  fault(VPWALLET.UNMATCHED, 'takes the letters of a text for its elements', matchWhere(({ claims }) => listClaims(claims).some(({ path }) => Array.isArray(path) && typeof path.at(-1) === 'number'))),
  fault(VPWALLET.UNMATCHED, 'presents in another format', matchWhere(({ format }) => format === 'x-format')),
  fault(VPWALLET.AUTHORITIES, 'does not look at authorities', matchWhere(({ trusted_authorities: wanted }) => wanted !== undefined)),
  fault(VPWALLET.AUTHORITIES, 'does not look at authorities of a type that it does not know', matchWhere(({ trusted_authorities: wanted }) => JSON.stringify(wanted)?.includes('x-type') === true)),
  fault(VPWALLET['REFUSES-UNKNOWN'], 'takes signed requests of any client', skipWhere('client-known', ({ object, request }) => object !== undefined && readClientId(readText(request.client_id)).prefix === undefined)),
  fault(VPWALLET.VALUES, 'does not compare values', matchWhere(({ claims }) => JSON.stringify(claims ?? []).includes('x-value-of-nothing'))),
  ...Object.values(careless).map(([how, isAlike]) => fault(VPWALLET.VALUES, `${how} values`, matchWhere(({ claims }) => listClaims(claims).some(({ values }) => Array.isArray(values) && values.some((each) => each !== 'Sample Town' && isAlike(readText(each), 'Sample Town')))))),
  fault(VPWALLET.INFO, 'refuses `verifier_info` that it does not know', look('parameters-known', (usual, facts) => usual(facts) && facts.request.verifier_info === undefined)),
  fault(VPWALLET.DUPLICATES, 'refuses a query with one claim twice', look('query-known', (usual, facts) => usual(facts) && !hasDuplicates(readFirst(facts.request)))),
  fault(VPWALLET.PREFERRED, 'presents the smallest set of claims', set({ choose: (choices) => choices?.map((each) => ({ ...each, claims: Array.isArray(each.query.claim_sets) ? each.claims.slice(0, 1) : each.claims })) })),
  fault(VPWALLET.PREFERRED, 'looks at the first set of claims alone', set({ matches: (query, isUsual) => isUsual && !listSets(query).slice(0, 1).some(hasNothing(query)) })),
  fault(VPWALLET.RETURN, 'does not send its user back', set({ opensReturn: false })),
  fault(VPWALLET.RETURN, 'sends its user back without the query of the address', dropQuery('done')),
  fault(VPWALLET.RETURN, 'posts to the address to which its user is sent', changeSent((request) => (request.method === 'GET' && /\/done\b/.test(request.url) ? { ...request, method: 'POST' } : request))),
  fault(VPWALLET['NO-CLAIMS'], 'says where its user is in a header field', changeSent((request) => ({ ...request, headers: { ...request.headers, 'x-place': 'Sample Town, XX' } }))),
  fault(VPWALLET['NO-CLAIMS'], 'says where its user is when it fetches a request', changeSent((request) => (request.method === 'GET' ? { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}near=Sample+Town` } : request))),
  fault(VPWALLET['NO-SOFTWARE'], 'names its version to verifiers', changeSent((request) => ({ ...request, headers: { ...request.headers, 'user-agent': 'Wallet/1.0 okhttp/5.1' } }))),
  fault(VPWALLET['SIGNING-ALGS'], 'names no algorithms for request objects', changeMetadata(drop(algorithms))),
  fault(VPWALLET['NO-SIGNING-ALGS'], 'names algorithms for request objects to every client', changeMetadata(put({ [algorithms]: ['ES256'] }))),
  fault(VPWALLET.UTF8, 'posts its responses in another encoding', changeResponse((request) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' } }))),
  fault(VPWALLET.UTF8, 'posts a note in another encoding', changeSent((request) => (request.body?.includes('wallet_metadata') ? { ...request, body: `${request.body}&x-note=%E9` } : request))),
  fault(VPWALLET.AGAIN, 'answers one request', endAfter(true)),
  fault(VPWALLET.AGAIN, 'answers no more requests after it has refused one', endAfter(false)),
  fault(VPWALLET.OPTIONS, 'has to have all credentials', set({ choose: (choices, request) => (choices?.length === Object(readQuery(request).credentials).length ? choices : undefined) })),
  fault(VPWALLET.OPTIONS, 'does not know sets of credentials', look('query-known', (usual, facts) => usual(facts) && readQuery(facts.request).credential_sets === undefined)),
  fault(VPWALLET.IGNORES, 'refuses parameters that it does not know', limit('parameters-known', (request) => request, ...requestMembers)),
  fault(VPWALLET.IGNORES, 'refuses metadata that it does not know', limit('metadata-known', ({ client_metadata: metadata }) => metadata, ...metadataMembers)),
  fault(VPWALLET.IGNORES, 'refuses header parameters that it does not know', look('object-typed', (usual, facts) => usual(facts) && facts.object?.header['x-note'] === undefined)),
  fault(VPWALLET.IGNORES, 'refuses properties of queries that it does not know', limit('query-known', readQuery, 'credentials', 'credential_sets')),
  fault(VPWALLET.IGNORES, 'refuses properties of a credential that it does not know', limit('query-known', readFirst, ...credentialMembers)),
  fault(VPWALLET['NO-REDIRECTS'], 'follows redirects', set({ followsRedirects: true })),
  fault(VPWALLET['ERROR-CODE'], 'has one error for everything', set({ response: (content) => (content.error === undefined ? content : { ...content, error: 'server_error' }) })),

  ...carelessFaults,

  fault(VPSEND.ADDRESS, 'leaves the query of addresses out', changeResponse((request) => ({ ...request, url: request.url.replace(/\?.*/, '') }))),
  fault(VPSEND.POST, 'responds by GET', changeResponse((request) => ({ method: 'GET', url: `${request.url}?${request.body}`, headers: {} }))),
  fault(VPSEND.POST, 'responds in the body of a JSON request', changeResponse((request) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(new URLSearchParams(request.body))) }))),
  fault(VPSEND.POST, 'responds in JSON', changeResponse((request) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/json' } }))),
  fault(VPWALLET['OWN-NONCE'], 'sends one nonce for all requests', set({ fetchForm: (form) => ({ ...form, wallet_nonce: 'n-of-the-wallet-0S6_WzA2' }) })),
  fault(VPWALLET.KEY, 'encrypts to the key of an earlier request', keepKey, [VPJWE.KID]),
  fault(VPWALLET.KEY, 'looks at the first key for responses alone', set({ encryptionKeys: (all) => all.slice(0, 1) })),
  fault(VPWALLET.KEY, 'has no use for keys that do not say `enc`', set({ encryptionKeys: (all) => all.filter(({ use }) => use === 'enc') })),
  fault(VPWALLET.KEY, 'gives up at a key of a type that it does not know', set({ encryptionKeys: (all) => (all.some(({ kty }) => kty !== 'EC' && kty !== 'RSA') ? [] : all) })),
  fault(VPWALLET.KEY, 'looks at the first content encryption alone', set({ chooseEncryption: ([first]) => (first === 'A128GCM' || first === 'A256GCM' ? first : undefined) })),
  fault(VPSEND.ENCRYPTED, 'does not encrypt where it knows none of the keys', set({ encrypts: ({ response_mode: mode, client_metadata: metadata }) => readText(mode).endsWith('.jwt') && !JSON.stringify(metadata).includes('x-kty') })),
  fault(VPSEND.ENCRYPTED, 'never encrypts', set({ encrypts: () => false })),
  fault(VPSEND.ENCRYPTED, 'does not encrypt over the Digital Credentials API', set({ encrypts: ({ response_mode: mode }) => mode === 'direct_post.jwt' })),
  fault(VPERR.ALONE, 'explains its errors over the Digital Credentials API', set({ response: (content, { origin }) => (content.error === undefined || origin === undefined ? content : { ...content, error_description: 'Not today.' }) })),
  fault(KBJWT.AUDIENCE, 'has the client as its audience over the Digital Credentials API', set({ bindingClaims: (claims, { request: { client_id: client }, origin }) => (origin === undefined || client === undefined ? claims : { ...claims, aud: client }) }), [VPRESP.ORIGIN]),
  fault(KBJWT.AUDIENCE, 'has the bare origin as its audience', set({ bindingClaims: (claims, { origin }) => (origin === undefined ? claims : { ...claims, aud: origin }) }), [VPRESP.ORIGIN]),
  fault(VPRESP.STATE, 'forgets the state', set({ response: drop('state') })),
  fault(VPRESP.OBJECT, 'has a presentation outside of an array', set({ token: (token) => Object.fromEntries(Object.entries(token).map(([id, list]) => [id, Object(list)[0]])) }), [VPRESP.SATISFIED, VPSIGN.ALL]),
  fault(VPRESP.MORE, 'shows all claims', set({ show: (_, all) => all })),
  fault(VPRESP.BOUND, 'presents without holder binding', set({ presentation: (text) => text.replace(/[^~]*$/, '') })),
  fault(KBJWT.TRANSACTION, 'prefers the nonce of the link', set({ parameters: (object, { nonce }) => ({ ...object, ...(nonce !== undefined && { nonce }) }) })),
  fault(KBJWT.TRANSACTION, 'has a nonce of its own', set({ bindingClaims: put({ nonce: 'n-of-the-wallet-0S6_WzA2' }) })),
  fault(KBJWT.AUDIENCE, 'has the address of the response as its audience', set({ bindingClaims: (claims, { request, origin }) => ({ ...claims, ...(origin === undefined && { aud: readText(request.response_uri) }) }) })),
  fault(KBJWT.FRESH, 'has the time of yesterday in its bindings', set({ bindingClaims: (claims) => ({ ...claims, iat: Number(claims.iat) - 86_400 }) })),
  fault(KBJWT.FRESH, 'has the time of tomorrow in its bindings', set({ bindingClaims: (claims) => ({ ...claims, iat: Number(claims.iat) + 86_400 }) })),
  fault(KBJWT.IAT, 'has a text as the time in its bindings', set({ bindingClaims: (claims) => ({ ...claims, iat: new Date(1000 * Number(claims.iat)).toISOString() }) })),
  fault(KBJWT.SIGNED, 'signs by a key that the credential does not name', set({ bindingKey: () => keys.other })),
  fault(VPJWE.ALG, 'encrypts by ECDH-ES whatever the key says', combine(chooseOtherKey(({ crv }) => crv === 'P-521'), set({ encryptionHeader: put({ alg: 'ECDH-ES' }) }))),
  fault(VPJWE.ALG, 'wraps keys whatever the key says', combine(chooseOtherKey(({ crv }) => crv === 'P-384'), set({ encryptionHeader: put({ alg: 'ECDH-ES+A128KW' }) }))),
  fault(VPJWE.EPHEMERAL, 'has one ephemeral key for all responses', keepEphemeralKey),
  fault(VPJWE.EPHEMERAL, 'has each ephemeral key twice', repeatEphemeralKeys),
  fault(VPJWE.KID, 'does not name the key to which it encrypts', set({ encryptionHeader: drop('kid') })),
]
