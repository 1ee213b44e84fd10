import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { listInstances } from '../../model/foundation/facet.ts'
import type { HttpResponse } from '../../model/wire.ts'
import { coseLabels } from '../../protocol/cbor/cose.ts'
import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import { isObject, type JsonObject, readText } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readJwe, writeJwe } from '../../protocol/jose/jwe.ts'
import { computeThumbprint, type Jwk } from '../../protocol/jose/jwk.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { verifySignature } from '../../protocol/jose/signature-algorithms.ts'
import { writeCoseKey } from '../../protocol/mdoc/cose-key.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { carelessOpenings, jweAlterationNames, jweAlterations, openWithoutParties } from '../jose/altered-jwe.ts'
import { keepEphemeralKey, repeatEphemeralKeys } from '../jose/ephemeral-changes.ts'
import { type JweChange, jweFaultsOfExchange } from '../jose/jwe-changes.ts'
import { isAsn1Signed, isNullSignature } from '../jose/signature-forms.ts'
import { dropMembers as drop, setMembers } from '../kit/samples.ts'
import { unrelatedEcKey } from '../kit/unrelated-keys.ts'
import { MDAUTH, MDOC, MSO } from '../mdoc/requirements.ts'
import { type Members, setEntries, setLabel } from '../mdoc/sample.ts'
import { VCIAUTH, VCISERVER } from '../oauth/requirements.ts'
import { SDJWT } from '../sd-jwt/requirements.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost, writeDraft } from '../sd-jwt/test-authority.ts'
import { SDVC, VCISSUER, VCTYPE } from '../sd-jwt-vc/requirements.ts'
import { TSAGG, TSHTTP, TSL, TSREF } from '../token-status-list/requirements.ts'
import type { ListChange } from '../token-status-list/sample.ts'
import { proofValidations, type VciNamed, type VciRequestFacts, type VciValidationName } from './actors/issuer-steps.ts'
import { preAuthorizedGrant } from './actors/names.ts'
import { describeMdoc, issueMdocs, writeMdocTime } from './issued-mdoc.ts'
import { addStatusList, changeListClaims } from './issued-status.ts'
import { serveTypes } from './issued-types.ts'
import {
  addCredential,
  askTxCode,
  bindTokens,
  changeBody,
  changeConfigurations,
  changeErrors,
  changeMetadata,
  changeResponse,
  changeServer,
  combine,
  countSalts,
  defer,
  validateMore as demand,
  makeIssuerFault as fault,
  type IssuerFault,
  type IssuerMutation,
  limitCodes,
  look,
  needAttestation,
  renameError,
  replaceValidation,
  requireEncryption,
  serveKeys,
  setSteps as set,
  setCodeGrant,
  setHeaders,
  setStatus,
  skipValidations as skip,
  skipValidationsAt as skipAt,
  skipWhere,
} from './issuer-changes.ts'
import { keepLastCode, oauthFaults } from './oauth-faults.ts'
import {
  keysOf,
  VCIENC,
  VCIERROR,
  VCIHTTP,
  VCIMETA,
  VCINONCE,
  VCIOFFER,
  VCIRESPONSE,
  VCISIGNED,
  VCITOKEN,
  VCIUSE,
} from './requirements.ts'

/** The configuration of the reference issuer. */
const configurationId = 'membership'

/** Changes credential responses that are encrypted. */
const changeSealed = (change: JweChange): IssuerMutation =>
  changeResponse('credential', (response) =>
    isJson(response) ? response : { ...response, body: change(response.body) },
  )

const encrypted = requireEncryption('credential_response_encryption')
const foreignKey: Jwk = toPublic(keys.other)

const knowsOnly =
  (...names: readonly string[]) =>
  (request: JsonObject): boolean =>
    Object.keys(request).every((name) => names.includes(name))

const aggregated: ListChange = { structure: (all) => ({ ...all, aggregation_uri: 'https://status.example/all' }) }

const keyThumbprint = computeThumbprint(toPublic(keys.issuer)) ?? ''

/** Has the thumbprint of its key as the identifier of this key. */
const nameKeyByThumbprint: IssuerMutation = combine(
  set({ credentialHeader: setMembers({ kid: keyThumbprint }) }),
  changeResponse('keys', (response) => ({
    ...response,
    body: response.body.replaceAll('issuer-key', keyThumbprint),
  })),
)

/** Enough claims to tell their order from a random one. */
const severalClaims = ['given_name', 'member_since', 'city', 'level', 'club'].map((name) => [name, 'a value'] as const)

const counted = (prefix: string): IssuerMutation => set({ makeNonce: (count) => `${prefix}${1000 + count}` })

/** Has a claim that differs between credentials. */
const addCount =
  (name: string): IssuerMutation =>
  (steps) => {
    let count = 0
    return { ...steps, credentialClaims: (claims) => ({ ...steps.credentialClaims(claims), [name]: `${count++}` }) }
  }

const day = 86_400

/** Issues mdocs with other times, in seconds from the beginning of this hour on. */
const issueMdocsAt = (signed: number, begins: number, ends: number): IssuerMutation =>
  issueMdocs(({ now }) => {
    const at = (seconds: number): WritableCbor => writeMdocTime(now - (now % 3600) + seconds)
    return { validity: setEntries({ signed: at(signed), validFrom: at(begins), validUntil: at(ends) }) }
  })

/** Issues mdocs with another certificate of the issuer. */
const certifyMdocs = (change: Partial<CertificateDraft>): IssuerMutation =>
  issueMdocs({
    auth: {
      unprotected: setLabel(
        coseLabels.x5chain,
        writeCertificate({ ...writeDraft('issuer.example', toPublic(keys.issuer)), ...change }),
      ),
    },
  })

const p384Mdocs = issueMdocs({
  auth: {
    alg: 'ES384',
    unprotected: setLabel(coseLabels.x5chain, certifyHost('issuer.example', toPublic(keys.p384))),
  },
})

const placeMdoc = (idx: number, uri: string): Members =>
  new Map([
    [
      'status_list',
      new Map<string, WritableCbor>([
        ['idx', idx],
        ['uri', uri],
      ]),
    ],
  ])

const status = placeMdoc(7, 'https://status.example/lists/1')

const foreignDevice: Members = new Map([['deviceKey', writeCoseKey(foreignKey)]])

/** Ways to find a name that was not given, by one that was. */
const carelessFinds: Readonly<Record<string, (given: string, sent: string) => boolean>> = {
  'by their first half': (given, sent) => sent.startsWith(given.slice(0, given.length / 2)),
  'without regard to capital letters': (given, sent) => given.toLowerCase() === sent.toLowerCase(),
  'by as much of them as it gets': (given, sent) => sent !== '' && given.startsWith(sent),
  'by as many characters as it keeps': (given, sent) => sent.startsWith(given),
}

const findCarelessly =
  (kind: VciNamed, isFound: (given: string, sent: string) => boolean): IssuerMutation =>
  (steps) => ({
    ...steps,
    find: (own, all, name) => {
      const found = kind === own && [...all.keys()].find((given) => isFound(given, name))
      return steps.find(own, all, found || name)
    },
  })

const findNonces = (isFound: (given: string, sent: string) => boolean): IssuerMutation =>
  replaceValidation('proof-nonce-known', ({ proofs, nonces }) =>
    proofs.every((each) => [...nonces].some((given) => isFound(given, readText(each?.jws.payload.nonce)))),
  )

/** Has one place for the keys of all who wait. */
const bindLast: IssuerMutation = (steps) => {
  let last: Jwk | undefined
  return {
    ...steps,
    bind: (holders) => {
      last = holders.at(-1)
      return steps.bind(holders)
    },
    confirm: (confirmation) => steps.confirm(last ? { jwk: last } : confirmation),
  }
}

/** Encrypts errors as credentials are to be. */
const sealErrors: IssuerMutation = (steps) => {
  let wanted: JsonObject | undefined
  let count = 0
  const random = (size: number): Buffer => Buffer.alloc(size, createHash('sha256').update(`${++count}`).digest())
  const notice = look('authorized', (usual, facts) => {
    const { credential_response_encryption: given } = facts.request
    wanted = isObject(given) ? given : undefined
    return usual(facts)
  })
  const seal = changeResponse('credential', (response) => {
    const { jwk, enc = '' } = wanted ?? {}
    if (response.status !== 400 || !isObject(jwk)) return response
    const header = { alg: jwk.alg ?? '', enc, kid: jwk.kid ?? '' }
    const sealed = attempt(() => writeJwe({ plaintext: response.body, header, key: jwk, random }))
    return 'value' in sealed
      ? setHeaders({ 'content-type': 'application/jwt' })({ ...response, body: sealed.value })
      : response
  })
  return combine(notice, seal)(steps)
}

/** Asks for no transaction code where one was wrong. */
const forgetCode: IssuerMutation = (steps) => {
  const tried = new Set<string>()
  return combine(
    look(
      'tx-code-present',
      (usual, facts) => tried.has(readText(facts.request['pre-authorized_code'])) || usual(facts),
    ),
    look('tx-code-right', (usual, facts) => {
      const { 'pre-authorized_code': code, tx_code: given } = facts.request
      if (tried.has(readText(code)) && given === undefined) return true
      const isRight = usual(facts)
      if (!isRight && given !== undefined) tried.add(readText(code))
      return isRight
    }),
  )(steps)
}

/** Refuses proofs without a nonce, whatever the metadata say. */
const wantNonce = replaceValidation('proof-nonce-known', ({ proofs }) =>
  proofs.every((each) => each?.jws.payload.nonce !== undefined),
)

/** Signs its metadata for those who ask for it. */
const signMetadata = set({ metadataHeader: { kid: 'issuer-key' } })

/** Does not look at something in proofs by a key that it has accepted before. */
const skipKnownKey =
  (name: VciValidationName): IssuerMutation =>
  (steps) => {
    const known = new Set<string>()
    return look(name, (usual, facts) => {
      const keys = JSON.stringify(facts.proofs.map((each) => each?.jws.header.jwk ?? null))
      const isGood = known.has(keys) || usual(facts)
      if (isGood) known.add(keys)
      return isGood
    })(steps)
  }

const severalAlgorithms = changeConfigurations(
  setMembers({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256', 'ES384', 'Ed25519'] } } }),
)

const attestationAlone = changeConfigurations(
  setMembers({ proof_types_supported: { attestation: { proof_signing_alg_values_supported: ['ES256'] } } }),
)

function signBody(response: HttpResponse): HttpResponse {
  const content: JsonObject = JSON.parse(response.body)
  const claims = { ...content, sub: readText(content.credential_issuer), iat: sampleTime }
  const body = writeJws({ typ: 'openidvci-issuer-metadata+jwt', alg: 'ES256', kid: 'issuer-key' }, claims, keys.issuer)
  return { ...response, headers: { ...response.headers, 'content-type': 'application/jwt' }, body }
}

/** Announces a key for requests that is a point on no curve. */
const announceNoPoint = changeMetadata((metadata) => ({
  ...metadata,
  credential_request_encryption: {
    ...(isObject(metadata.credential_request_encryption) && metadata.credential_request_encryption),
    jwks: { keys: [{ ...unrelatedEcKey, y: `${unrelatedEcKey.x}`, kid: '1', alg: 'ECDH-ES' }] },
  },
}))

/** Takes each transaction code that it gave with an offer. */
const takeAnyTxCode: IssuerMutation = (steps) => {
  const given = new Set<unknown>()
  const nameTxCode = (drawn: string): string => {
    const code = steps.nameTxCode?.(drawn) ?? ''
    given.add(code)
    return code
  }
  return combine(
    set({ nameTxCode }),
    replaceValidation('tx-code-right', ({ txCode, request }) => txCode === undefined || given.has(request.tx_code)),
  )(steps)
}

// biome-ignore format: a table, one row a line.
export const issuerFaults: readonly IssuerFault[] = [
  ...listInstances(keysOf.metadata, 'KEY-VALID').map((row) => fault(row, 'announces a key for requests that is a point on no curve', announceNoPoint)),
  fault(VCIUSE['WELL-KNOWN'], 'publishes its metadata below its path', set({ wellKnown: (id, name) => `${new URL(id).pathname}/.well-known/${name}` })),
  fault(VCIUSE['WELL-KNOWN'], 'publishes its metadata at the root of its host', set({ wellKnown: (_, name) => `/.well-known/${name}` })),
  fault(VCIOFFER.SERVER, 'offers by an authorization server that its metadata does not have', set({ offer: (offer) => ({ ...offer, grants: { [preAuthorizedGrant]: { ...Object(offer.grants)[preAuthorizedGrant], authorization_server: 'https://login.example' } } }) })),
  fault(VCIUSE.SERVER, 'has the metadata of another authorization server', (steps) => ({ ...steps, serverMetadata: (server) => ({ ...steps.serverMetadata(server), issuer: 'https://other.example' }) })),
  fault(VCIUSE.SERVER, 'has its metadata of the authorization server with the status code 201', changeResponse('serverMetadata', setStatus(201))),
  fault(VCIUSE.NONCE, 'wants an access token for a nonce', changeResponse('nonce', () => ({ status: 401, headers: {}, body: '' }))),
  fault(VCINONCE.FRESH, 'hashes a counter as its nonce', set({ makeNonce: (count) => createHash('sha256').update(`${count}`).digest('base64url') })),
  fault(VCINONCE.FRESH, 'has the first characters of a hash of a counter as its nonce', set({ makeNonce: (count) => createHash('md5').update(`${100 + count}`).digest('hex').slice(0, 24) })),
  fault(VCINONCE.FRESH, 'has a clock in digits and letters as its nonce', set({ makeNonce: (count) => (1_760_000_000_000 + 37 * count).toString(36) })),
  fault(SDVC['STATUS-JWT'], 'has a status list that is a CWT', addStatusList({ format: 'cwt' })),
  fault(SDVC['STATUS-JWT'], 'has a status list that is JSON without a signature', addStatusList({ format: 'jwt', write: () => '{"status_list":{"bits":1,"lst":"eNrbuRgAAhcBXQ"}}' }), [TSL.JWT]),
  fault(TSL.CURRENT, 'has a status list that has expired', addStatusList(changeListClaims({ iat: sampleTime - 90_000, exp: sampleTime - 3600 }))),
  fault(TSL.CURRENT, 'has a status list that has expired as a CWT alone', addStatusList((format) => (format === 'cwt' ? changeListClaims({ exp: sampleTime - 3600 }) : {}))),
  fault(TSL.SUB, 'has a status list with another `sub`', addStatusList(changeListClaims({ sub: 'https://issuer.example/vci/lists/2' })), [TSREF.SUB]),
  fault(TSL.SIGNED, 'has a status list with the signature of another key', addStatusList({ key: keys.other })),
  fault(TSL.SIGNED, 'has a status list that was changed after it was signed', addStatusList({ signature: (signature) => Buffer.from(signature.map((octet, i) => (i === 9 ? octet ^ 1 : octet))) })),
  fault(TSL.SIGNED, 'has a status list with the thumbprint of its key, and the signature of another', combine(nameKeyByThumbprint, addStatusList((format) => (format === 'jwt' ? { key: keys.other, header: (all) => ({ ...all, kid: keyThumbprint }) } : {})))),
  fault(TSL.BITS, 'has a status list with three bits for each status', addStatusList({ structure: (all) => ({ ...all, bits: 3 }) })),
  fault(TSL.ZLIB, 'has a status list without its checksum', addStatusList({ compress: (octets) => deflateSync(octets, { level: 9 }).subarray(0, -4) })),
  fault(TSREF.BOUNDS, 'has a status list that ends before the indices of its credentials', addStatusList({ length: 800 })),
  fault(TSREF.BOUNDS, 'issues mdocs with an index beyond the end of their status list', combine(addStatusList(), issueMdocs((_, count) => ({ object: setEntries({ status: placeMdoc(4096 + 7 * count, 'https://issuer.example/vci/lists/1') }) })))),
  fault(TSREF.SUB, 'has the name of its host in the `sub` of its status list with capitals', addStatusList({ claims: ({ sub, ...claims }) => ({ ...claims, sub: `${sub}`.replace('issuer', 'Issuer') }) })),
  fault(TSHTTP.GIVEN, 'has no status list at the address in its credentials', addStatusList({ response: () => ({ status: 404, headers: {}, body: '' }) })),
  fault(TSHTTP.TYPE, 'serves its status list as any JWT', addStatusList((format) => (format === 'jwt' ? { response: setHeaders({ 'content-type': 'application/jwt' }) } : {}))),
  fault(TSHTTP.CORS, 'does not let pages read its status list', addStatusList({ response: setHeaders({ 'access-control-allow-origin': 'https://issuer.example' }) })),
  fault(TSAGG.ANNOUNCED, 'does not announce the aggregation of its lists', addStatusList(aggregated)),
  fault(TSAGG.ANNOUNCED, 'announces the aggregation of its lists under another name', combine(addStatusList(aggregated), changeServer(setMembers({ status_list_aggregation_uri: 'https://status.example/all' })))),
  fault(SDJWT['SALT-ONCE'], 'has the salts of a credential again in every third one', countSalts((_, name, count) => createHash('sha256').update(`secret ${name} ${count % 3}`).digest('base64url'))),
  fault(SDJWT['SALT-RANDOM'], 'counts its salts as UUIDs do', countSalts((all) => `0e2f6c1a-58d3-4b7e-9c40-${all.toString(16).padStart(12, '0')}`)),
  fault(SDJWT.SHUFFLED, 'leaves the digests of its claims in the order of the claims', set({ hiddenClaims: severalClaims, orderDigests: (digests) => digests })),
  fault(SDJWT['SALT-RANDOM'], 'has digests of numbers as salts', countSalts((count) => createHash('sha256').update(`${count}`).digest('base64url'))),
  fault(SDJWT['SALT-RANDOM'], 'counts the salts of all credentials', countSalts((count) => `${1_000_000 + count}`.padStart(32, '0'))),
  fault(VCISSUER['MEDIA-TYPE'], 'serves the metadata of its credentials as text', changeResponse('keys', (response) => ({ ...response, headers: { ...response.headers, 'content-type': 'text/plain' } }))),
  fault(VCISSUER.PUBLIC, 'publishes its private key', changeResponse('keys', (response) => ({ ...response, body: response.body.replace('"kty"', `"d":"${keys.other.d}","kty"`) }))),
  fault(SDJWT.SHUFFLED, 'reverses the order of the claims', set({ hiddenClaims: severalClaims, orderDigests: (digests) => digests.toReversed() })),
  fault(VCIUSE.UNBOUND, 'binds credentials without saying that it does', combine(changeConfigurations(drop('proof_types_supported', 'cryptographic_binding_methods_supported')), set({ bind: () => [foreignKey] }))),
  fault(VCIUSE.UNBOUND, 'binds credentials to a key of its own where it wants no proofs', combine(changeConfigurations(drop('proof_types_supported', 'cryptographic_binding_methods_supported')), set({ bind: () => [toPublic(keys.holder)] }))),
  fault(VCIUSE['ATTESTED-NEEDED'], 'looks at the key attestation of the first of several proofs', combine(needAttestation, look('attestation-good', (usual, facts) => usual({ ...facts, proofs: facts.proofs.slice(0, 1) })))),
  fault(VCIUSE['ATTESTED-NEEDED'], 'looks at the key attestation of the last of several proofs', combine(needAttestation, look('attestation-good', (usual, facts) => usual({ ...facts, proofs: facts.proofs.slice(-1) })))),
  fault(VCIUSE.BOUND, 'defers, and issues all credentials of a batch for the first key', combine(defer, set({ bind: (keys) => keys.map((each) => keys[0] ?? each) }))),
  fault(VCIUSE['ATTESTED-COUNT'], 'issues one credential for all attested keys', combine(needAttestation, set({ bind: (holders) => [...new Map(holders.map((each) => [each.x, each])).values()].slice(0, 1) }))),
  fault(VCIUSE['ATTESTED-COUNT'], 'issues a credential for the key of the proof alone', combine(needAttestation, set({ chooseAttested: () => [] }))),
  fault(VCIUSE['OFFERED-ALONE'], 'issues what was not offered', combine(addCredential, skip('configuration-granted'))),
  fault(VCIUSE['OFFERED-ALONE'], 'gives tokens for all that it has', combine(addCredential, set({ grant: () => ['membership', 'seniority'] }))),
  fault(VCIUSE['OFFER-ADDRESS'], 'gives all offers at one address', combine(set({ isOfferReferred: true, nameOffer: () => 'current' }), changeResponse('offer', setHeaders({ 'cache-control': 'max-age=60' })))),
  fault(VCIUSE['OFFER-ADDRESS'], 'gives all offers at one address, and does not say that they change', combine(set({ isOfferReferred: true, nameOffer: () => 'current' }), changeResponse('offer', ({ headers: { 'cache-control': _, ...headers }, ...response }) => ({ ...response, headers })))),
  fault(VCIUSE.REFUSES, 'takes proofs of last year, and has no nonces', combine(changeMetadata(drop('nonce_endpoint')), skip('proof-fresh'))),
  fault(VCINONCE.FRESH, 'counts its nonces', counted('nonce-')),
  fault(VCINONCE.FRESH, 'counts its nonces in hexadecimal digits', set({ makeNonce: (count) => (0xab00 + count).toString(16).padStart(32, '0') })),
  fault(VCINONCE.FRESH, 'encodes a counter as its nonce', set({ makeNonce: (count) => Buffer.from(`${1_000_000 + count}`).toString('base64url') })),
  fault(VCIUSE.COUNT, 'issues two credentials for one key', set({ bind: (all) => [...all, ...all] }), [VCIUSE.BOUND]),
  fault(VCIUSE.BOUND, 'binds its credentials to a key of its own', set({ bind: (all) => all.map(() => foreignKey) })),
  fault(VCIUSE.BOUND, 'binds its credentials to no key', set({ confirm: () => undefined })),
  fault(VCIUSE.FORMAT, 'encodes its credential once more', set({ credential: (content) => encodeAgain(content) })),
  fault(VCIUSE.VCT, 'issues another type than its metadata has', set({ credentialClaims: setMembers({ vct: 'https://types.example/another' }) })),
  fault(VCIUSE['SIGNING-ALG'], 'signs by an algorithm that its metadata does not have', changeConfigurations(setMembers({ credential_signing_alg_values_supported: ['ES384'] }))),
  fault(VCIUSE.UNSIGNED, 'has signed metadata alone', changeResponse('issuerMetadata', signBody)),
  fault(VCIUSE.UNSIGNED, 'has no metadata for wallets that accept JSON alone', combine(signMetadata, changeResponse('issuerMetadata', (response) => (response.headers['content-type'] === 'application/jwt' ? response : { status: 406, headers: {}, body: '' })))),
  fault(VCIUSE.CHALLENGE, 'does not say how an access token is shown', changeResponse('credential', ({ headers: { 'www-authenticate': _, ...headers }, ...response }) => ({ ...response, headers }))),
  fault(VCIUSE.PENDING, 'has the error of a draft for a credential that is not ready', combine(defer, set({ deferrals: 3 }), changeResponse('deferred', (response) => (response.status === 202 ? { ...response, status: 400, body: JSON.stringify({ error: 'issuance_pending' }) } : response)))),
  fault(VCIUSE.SAME, 'changes the transaction with every answer', combine(set({ deferrals: 3 }), set({ transaction: (id) => `${id}x` }))),
  fault(VCIUSE.NOTIFIED, 'takes notifications of credentials that were accepted alone', demand('notification-known', ({ event }) => event === undefined || event === 'credential_accepted')),
  fault(VCIUSE.NOTIFIED, 'does not know its own notifications', changeResponse('notification', () => ({ status: 500, headers: {}, body: '' })), [VCIUSE['NOTIFICATION-ID']]),
  fault(VCIUSE.CODE, 'takes any code', skip('code-known')),
  fault(VCIUSE['CODE-ONCE'], 'takes a code twice', skip('code-unused')),
  fault(VCIUSE['CODE-ONCE'], 'remembers only the last code that was used', keepLastCode),
  fault(VCIUSE['CODE-ONCE'], 'notes too late that a code is used', set({ takeNote: setImmediate })),
  fault(VCIUSE['CODE-ONCE'], 'has the same code in all offers', set({ nameCode: () => 'the-code-of-every-offer' })),
  fault(VCIUSE['TX-CODE'], 'takes any transaction code', combine(askTxCode, skip('tx-code-right'))),
  fault(VCIUSE['TX-CODE'], 'compares the beginning of a transaction code', combine(askTxCode, replaceValidation('tx-code-right', ({ txCode = '', request }) => txCode.startsWith(readText(request.tx_code))))),
  fault(VCIUSE['TX-CODE'], 'takes the transaction code of any offer', combine(askTxCode, takeAnyTxCode)),
  fault(VCIUSE['TX-CODE'], 'compares transaction codes as numbers', combine(askTxCode, replaceValidation('tx-code-right', ({ txCode, request }) => txCode === undefined || (request.tx_code !== '' && Number(request.tx_code) === Number(txCode))))),
  fault(VCIUSE['TX-CODE'], 'takes a request without transaction code', combine(askTxCode, skip('tx-code-present'), (steps) => ({ ...steps, validations: { ...steps.validations, 'tx-code-right': ({ request, txCode }) => request.tx_code === undefined || request.tx_code === txCode } }))),
  fault(VCIUSE['TOKEN-ERROR-CODE'], 'has an error of its own for a wrong code', changeResponse('token', renameError('invalid_grant', 'wrong_code'))),
  fault(VCIUSE['TOKEN-ERROR-TEXT'], 'describes a wrong code with quotation marks', changeResponse('token', changeErrors(changeBody(setMembers({ error_description: 'The "code" is wrong' }))))),
  fault(VCIUSE['TOKEN-ERROR-TEXT'], 'has blanks in `error_uri`', changeResponse('token', changeErrors(changeBody(setMembers({ error_uri: 'https://issuer.example/an error' }))))),
  fault(VCIUSE['TOKEN-ERROR'], 'says 403 for a wrong code', changeResponse('token', changeErrors(setStatus(403)))),
  fault(VCIUSE['TOKEN-ERROR'], 'says 500 for a wrong code', changeResponse('token', changeErrors(setStatus(500)))),
  fault(VCIUSE['TOKEN-ERROR'], 'has no `error` for a wrong code', changeResponse('token', changeErrors(changeBody(() => ({ message: 'no' }))))),
  fault(VCIUSE.DETAILS, 'returns no details where they are requested', set({ token: drop('authorization_details') })),
  fault(VCIUSE.AUTHORIZED, 'takes any access token', skip('authorized')),
  fault(VCIUSE.AUTHORIZED, 'takes any access token with encrypted requests', skipWhere('authorized', ({ isEncrypted }) => isEncrypted)),
  fault(VCIUSE.REFUSES, 'does not look at the type of a proof', skip('proof-typ')),
  fault(VCIUSE.REFUSES, 'takes proofs by any algorithm, signed or not', skip('proof-alg', 'proof-signed')),
  fault(VCIUSE.REFUSES, 'does not look at the algorithm of a proof', combine(skip('proof-alg'), look('proof-signed', (_, { proofs }) => proofs.every((each) => each?.key && verifySignature('ES256', each.key, each.jws.signingInput, each.jws.signature).isValid)))),
  fault(VCIUSE.REFUSES, 'does not verify proofs', skip('proof-signed')),
  fault(VCIUSE['TX-CODE'], 'takes a transaction code for the beginning of another', combine(askTxCode, look('tx-code-right', (usual, facts) => usual({ ...facts, request: { ...facts.request, tx_code: readText(facts.request.tx_code).slice(0, facts.txCode?.length) } })))),
  fault(VCIUSE.REFUSES, 'verifies the first proof of each key alone', skipKnownKey('proof-signed')),
  fault(VCIUSE.REFUSES, 'looks at the nonce in the first proof of each key alone', skipKnownKey('proof-nonce-known')),
  fault(VCIUSE.REFUSES, 'verifies proofs by ES256 alone', combine(severalAlgorithms, look('proof-signed', (usual, facts) => usual({ ...facts, proofs: facts.proofs.filter((each) => each?.jws.header.alg === 'ES256') })))),
  fault(VCIUSE.ALGORITHMS, 'takes proofs by ES256 alone', combine(severalAlgorithms, replaceValidation('proof-alg', ({ proofs }) => proofs.every((each) => each?.jws.header.alg === 'ES256')))),
  fault(VCIUSE.REFUSES, 'does not verify the proofs of requests that it defers', combine(defer, skip('proof-signed'))),
  fault(VCIUSE.REFUSES, 'reads signatures of proofs in ASN.1', look('proof-signed', (usual, facts) => usual(facts) || facts.proofs.every((each) => each?.key && isAsn1Signed(each.jws, each.key)))),
  fault(VCIUSE.REFUSES, 'takes proofs with signatures of zeros', look('proof-signed', (usual, facts) => usual(facts) || facts.proofs.every((each) => each && isNullSignature(each.jws)))),
  fault(VCIUSE.REFUSES, 'takes private keys', skip('proof-public')),
  fault(VCIUSE.REFUSES, 'takes proofs for other issuers', skip('proof-aud')),
  fault(VCIUSE.REFUSES, 'takes proofs without a time', skip('proof-iat', 'proof-fresh')),
  fault(VCIUSE.REFUSES, 'takes proofs without a nonce', (steps) => ({ ...steps, validations: { ...steps.validations, 'proof-nonce-present': () => true, 'proof-nonce-known': (facts) => facts.proofs.every((each) => each?.jws.payload.nonce === undefined) || steps.validations['proof-nonce-known'](facts) } })),
  fault(VCIUSE.REFUSES, 'takes any nonce', skip('proof-nonce-known')),
  fault(VCIUSE.REFUSES, 'does not look at proofs in encrypted requests', combine(...proofValidations.map((name) => skipWhere(name, ({ isEncrypted }) => isEncrypted)))),
  fault(VCIUSE.REFUSES, 'does not verify signatures in encrypted requests', skipWhere('proof-signed', ({ isEncrypted }) => isEncrypted)),
  fault(VCIUSE.REFUSES, 'verifies the first of several proofs alone', look('proof-signed', (usual, facts) => usual({ ...facts, proofs: facts.proofs.slice(0, 1) }))),
  fault(VCIUSE.REFUSES, 'looks at the last of several proofs alone', (steps) => ({ ...steps, validations: { ...steps.validations, ...Object.fromEntries(proofValidations.filter((name) => name.startsWith('proof-')).map((name) => [name, (facts: VciRequestFacts) => steps.validations[name]({ ...facts, proofs: facts.proofs.slice(-1) })])) } })),
  fault(VCIUSE.REFUSES, 'looks at the nonce of the first of several proofs alone', look('proof-nonce-known', (usual, facts) => usual({ ...facts, proofs: facts.proofs.slice(0, 1) }))),
  fault(VCIUSE.REFUSES, 'takes proofs for issuers whose name begins with its own', replaceValidation('proof-aud', ({ proofs, base }) => proofs.every((each) => readText(each?.jws.payload.aud).startsWith(base)))),
  fault(VCIUSE.REFUSES, 'takes any JWT with a type of its own as a proof', replaceValidation('proof-typ', ({ proofs }) => proofs.every((each) => readText(each?.jws.header.typ).endsWith('+jwt')))),
  fault(VCIUSE.REFUSES, 'does not look at `crit` of proofs', skip('proof-understood')),
  fault(VCIUSE.REFUSES, 'takes key attestations that expired', combine(attestationAlone, look('attestation-good', (usual, facts) => usual({ ...facts, now: 0 })))),
  ...Object.entries(carelessFinds).flatMap(([how, isFound]) => [
    fault(VCIUSE.AUTHORIZED, `finds access tokens ${how}`, findCarelessly('token', isFound)),
    fault(VCIUSE.CODE, `finds pre-authorized codes ${how}`, findCarelessly('code', isFound)),
    fault(VCIAUTH.INVENTED, `finds authorization codes ${how}`, combine(setCodeGrant, findCarelessly('code', isFound))),
    fault(VCIAUTH['REFRESH-KNOWN'], `finds refresh tokens ${how}`, combine(set({ refreshes: 'same' }), findCarelessly('refresh token', isFound))),
    fault(VCIUSE.TRANSACTION, `finds transactions ${how}`, combine(defer, findCarelessly('transaction', isFound))),
    fault(VCIUSE['NOTIFICATION-ID'], `finds notifications ${how}`, findCarelessly('notification', isFound)),
    fault(VCIUSE.REFUSES, `finds nonces ${how}`, findNonces(isFound)),
  ]),
  fault(VCIUSE.AUTHORIZED, 'takes any access token at the endpoint for deferred credentials', combine(defer, skipAt('/deferred', 'authorized'))),
  fault(VCIUSE.AUTHORIZED, 'takes any access token with a notification', skipAt('/notification', 'authorized')),
  fault(VCIUSE.BOUND, 'binds deferred credentials to the keys of the last request', combine(defer, bindLast)),
  fault(VCIUSE['TX-CODE'], 'compares the beginning of a transaction code, and takes no code after two that were wrong', combine(askTxCode, replaceValidation('tx-code-right', ({ txCode = '', request }) => txCode.startsWith(readText(request.tx_code))), limitCodes)),
  fault(VCIUSE['TX-CODE'], 'wants no transaction code after one that was wrong', combine(askTxCode, forgetCode)),
  fault(VCIUSE.REFUSES, 'takes any JWT as a key attestation', combine(attestationAlone, skip('attestation-good'))),
  fault(VCIUSE.REFUSES, 'issues for the keys of any attestation, and requires none', skip('attestation-good')),
  fault(VCIUSE.REFUSES, 'issues for attested keys whose attestation expired', look('attestation-good', (usual, facts) => usual({ ...facts, now: 0 }))),
  fault(VCIUSE['ATTESTED-NEEDED'], 'takes proofs without the key attestation that it requires', combine(needAttestation, skip('attestation-present'))),
  fault(VCIUSE['ATTESTED-NEEDED'], 'takes key attestations with any nonce', combine(needAttestation, look('attestation-good', (usual, facts) => usual({ ...facts, nonces: { ...facts.nonces, has: () => true } as ReadonlySet<string> })))),
  fault(VCIUSE['ATTESTED-NEEDED'], 'takes any key attestation with a proof', combine(needAttestation, skip('attestation-good'))),
  fault(VCIUSE.ATTESTED, 'takes a key attestation for another key', combine(needAttestation, skip('attestation-holds'))),
  fault(VCIUSE.PROVEN, 'issues without proofs', combine(skip('proofs-present'), set({ bind: (all) => (all.length > 0 ? all : [foreignKey]) }))),
  fault(VCIUSE.PROVEN, 'issues for an empty array of proofs', combine(skip('proofs-one-type'), set({ bind: (all) => (all.length > 0 ? all : [foreignKey]) }))),
  fault(VCIUSE.INVALID, 'issues something where nothing is named', combine(skip('identified'), set({ chooseConfiguration: ({ credential_configuration_id: id = configurationId }) => readText(id) }))),
  fault(VCIUSE.INVALID, 'issues for any identifier', combine(set({ token: setMembers({ authorization_details: [{ type: 'openid_credential', credential_configuration_id: configurationId, credential_identifiers: ['a'] }] }) }), skip('identifier-known'))),
  fault(VCIUSE.UNSUPPORTED, 'issues something where something else is wanted', combine(set({ chooseConfiguration: () => configurationId }), skip('configuration-granted'))),
  fault(VCIUSE.UNSUPPORTED, 'says 404 where a configuration is unknown', changeResponse('credential', (response) => (response.body.includes('unknown_credential_configuration') ? setStatus(404)(response) : response)), [VCIHTTP.ERROR]),
  fault(VCIUSE.CODES, 'says `invalid_request` of a proof', changeResponse('credential', renameError('invalid_proof', 'invalid_request'))),
  fault(VCIUSE.CODES, 'says `invalid_request` of a configuration that is unknown', changeResponse('credential', renameError('unknown_credential_configuration', 'invalid_request'))),
  fault(VCIUSE.CODES, 'says `invalid_request` of a transaction that is unknown', combine(defer, changeResponse('deferred', renameError('invalid_transaction_id', 'invalid_request')))),
  fault(VCIUSE['TOKEN-STATUS'], 'says 400 for an access token that is not valid', changeResponse('credential', (response) => (response.status === 401 ? setStatus(400)(response) : response))),
  fault(VCIUSE['TOKEN-STATUS'], 'says 403 for an access token that is not valid', changeResponse('credential', (response) => (response.status === 401 ? setStatus(403)(response) : response))),
  fault(VCIUSE['SCHEME-CASE'], 'reads the scheme of an access token letter by letter', set({ readToken: ({ headers }) => headers.authorization?.replace(/^Bearer +/, '') ?? '' })),
  fault(VCIUSE['SCHEME-CASE'], 'reads the scheme of a bound access token letter by letter', combine(bindTokens, set({ readToken: ({ headers }) => headers.authorization?.replace(/^DPoP +/, '') ?? '' }))),
  fault(VCIUSE.IGNORES, 'refuses unknown parameters of a credential request', demand('identified', knowsOnly('credential_configuration_id', 'proofs', 'credential_response_encryption', 'credential_identifier'))),
  fault(VCIUSE.IGNORES, 'refuses unknown parameters of a token request', demand('code-known', knowsOnly('grant_type', 'pre-authorized_code', 'tx_code', 'client_id'))),
  fault(VCIUSE.IGNORES, 'refuses unknown parameters of a notification', demand('notification-known', knowsOnly('notification_id', 'event'))),
  fault(VCIUSE.IGNORES, 'refuses unknown parameters of a deferred request', combine(defer, demand('transaction-known', knowsOnly('transaction_id')))),
  fault(VCIUSE.BATCH, 'refuses two proofs, which its metadata allows', (steps) => ({ ...steps, validations: { ...steps.validations, 'proofs-few': ({ proofs }) => proofs.length < 2 } })),
  fault(VCIUSE.TRANSACTION, 'answers any transaction', combine(defer, skip('transaction-known'))),
  fault(VCIUSE['TRANSACTION-ONCE'], 'gives a deferred credential twice', combine(defer, skip('transaction-unused'))),
  fault(VCIUSE['NOTIFICATION-ID'], 'takes any notification', skip('notification-known')),
  fault(VCIUSE['NOTIFICATION-ID'], 'says 404 for an unknown notification', changeResponse('notification', changeErrors((response) => (response.status === 400 ? setStatus(404)(response) : response)))),

  fault(VCIENC.WANTED, 'answers in plain text where encryption is required', combine(encrypted, set({ encryption: () => undefined }))),
  fault(VCIENC.WANTED, 'ignores the wish for encryption', set({ encryption: () => undefined })),
  ...jweAlterationNames.map((name) => fault(VCIENC.INTACT, `takes encrypted requests ${jweAlterations[name].description}`, set({ open: carelessOpenings[name] }))),
  fault(VCIENC.PLAIN, 'encrypts for the key of a proof', set({ encryption: (wanted) => wanted ?? { jwk: { ...foreignKey, alg: 'ECDH-ES' }, enc: 'A256GCM' } })),
  fault(VCIENC.TYPE, 'sends encrypted responses as JSON', changeResponse('credential', (response) => (isJson(response) ? response : setHeaders({ 'content-type': 'application/json' })(response)))),
  fault(VCIENC.READABLE, 'encrypts for another key', set({ encryption: (wanted) => wanted && { ...wanted, jwk: { ...foreignKey, alg: 'ECDH-ES', kid: Object(wanted.jwk).kid } } })),
  ...jweFaultsOfExchange.map(({ description, change }) => fault(VCIENC.FORM, `${description} in its responses`, changeSealed(change), [VCIENC.READABLE])),
  fault(VCIENC.ALG, 'wraps keys where they are to be agreed', set({ encryption: (wanted) => wanted && { ...wanted, jwk: { ...Object(wanted.jwk), alg: 'ECDH-ES+A256KW' } } })),
  fault(VCIENC.EPHEMERAL, 'has one ephemeral key for all responses', combine(encrypted, keepEphemeralKey)),
  fault(VCIENC.EPHEMERAL, 'has each ephemeral key twice', combine(encrypted, repeatEphemeralKeys)),
  fault(VCIENC.EPHEMERAL, 'has one ephemeral key where encryption is optional', keepEphemeralKey),
  fault(VCIENC.ERROR, 'encrypts its errors if it is asked for encryption', sealErrors),
  fault(VCIENC.ERROR, 'encrypts its errors where it requires encryption', combine(encrypted, sealErrors), [VCIUSE.UNSUPPORTED]),
  ...(['apu', 'apv'] as const).map((name) => fault(VCIENC.REQUEST, `does not read \`${name}\` of encrypted requests`, set({ open: (text, key) => openWithoutParties(readJwe(text), key, [name]) }))),
  fault(VCIENC.KID, 'leaves out the `kid` of the key', set({ encryptionHeader: drop('kid') })),
  fault(VCIENC.ENC, 'encrypts by another algorithm', set({ encryption: (wanted) => wanted && { ...wanted, enc: 'A128GCM' } })),
  fault(VCIENC.ZIP, 'compresses its responses in any case', set({ encryptionHeader: setMembers({ zip: 'DEF' }) })),
  fault(VCIENC.REQUEST, 'does not understand encrypted requests', (steps) => ({ ...steps, validations: { ...steps.validations, 'request-encrypted': ({ isEncrypted }) => !isEncrypted } }), [VCIENC.WANTED]),

  fault(VCIHTTP['NO-STORE'], 'lets caches keep its tokens', changeResponse('token', setHeaders({ 'cache-control': 'max-age=60' }))),
  fault(VCIHTTP['NO-STORE'], 'lets caches keep its nonces', changeResponse('nonce', setHeaders({ 'cache-control': 'private' }))),
  fault(VCIHTTP.JSON, 'sends its metadata as text', changeResponse('issuerMetadata', setHeaders({ 'content-type': 'text/plain' }))),
  fault(VCIHTTP.ISSUED, 'issues with 201', changeResponse('credential', (response) => (response.status === 200 ? setStatus(201)(response) : response))),
  fault(VCIHTTP.ISSUED, 'defers with 200', combine(defer, changeResponse('credential', (response) => (response.status === 202 ? setStatus(200)(response) : response)))),
  fault(VCISERVER.HTTPS, 'has a token endpoint of refresh tokens without TLS', changeServer((metadata) => ({ ...metadata, revocation_endpoint: `${metadata.issuer}/revoke`.replace('https:', 'http:') }))),
  fault(VCISERVER.SCOPES, 'has scopes in one text', changeServer(setMembers({ scopes_supported: 'membership seniority' }))),
  fault(VCISERVER.SCOPES, 'has a scope with a blank', changeServer(setMembers({ scopes_supported: ['membership', 'membership card'] }))),
  fault(VCISERVER.LANGUAGES, 'has a locale with an underscore', changeServer(setMembers({ ui_locales_supported: ['en', 'de_CH'] }))),
  fault(VCISERVER.DETAILS, 'has no scopes, and no details of its type', combine(setCodeGrant, changeConfigurations(drop('scope')), changeServer(setMembers({ authorization_details_types_supported: ['payment_initiation'] })))),
  fault(VCISERVER.KEYS, 'publishes its private key', serveKeys({ ...keys.issuer, kid: 'server-key' })),
  fault(VCISERVER.KEYS, 'publishes a shared secret', serveKeys({ kty: 'oct', k: 'c2VjcmV0', kid: 'server-key' })),
  fault(VCIMETA.SAME, 'names another issuer in its metadata', changeMetadata((metadata) => ({ ...metadata, credential_issuer: `${metadata.credential_issuer}/` })), [VCIOFFER.SAME]),
  fault(VCIUSE['SAME-DATASET'], 'numbers the credentials of a batch', addCount('number')),
  fault(VCIUSE['SAME-DATASET'], 'has its own name for each credential in a claim', addCount('document_number')),
  fault(VCIUSE['BATCH-SALTS'], 'has the same salts in all credentials', set({ makeSalt: (name) => createHash('sha256').update(name).digest('base64url') }), [SDJWT['SALT-ONCE']]),
  fault(VCIUSE['BATCH-STATUS'], 'has one place in a status list for all credentials', set({ credentialClaims: setMembers({ status: { status_list: { idx: 7, uri: 'https://status.example/lists/1' } } }) })),
  fault(VCIUSE['BATCH-TIMES'], 'has the second of issuance in all credentials of a batch', set({ credentialClaims: (claims) => ({ ...claims, iat: Number(claims.iat) + 17 }) })),
  fault(VCIUSE['BATCH-TIMES'], 'has the second of the end in all credentials of a batch', set({ credentialClaims: (claims) => ({ ...claims, exp: Number(claims.exp) + 17 }) })),
  fault(VCIUSE.MDOC, 'issues an SD-JWT as an mdoc', describeMdoc),
  fault(VCIUSE.MDOC, 'issues an mdoc in base64 with padding', combine(describeMdoc, set({ writeCredential: () => `${Buffer.from('a16a697373756572417574688000', 'hex').toString('base64')}==` }))),
  fault(SDVC['TYPE-VCT'], 'publishes the metadata of another type', serveTypes('type-other-vct')),
  fault(SDVC['TYPE-INTEGRITY'], 'has the digest of other type metadata', serveTypes('type-other-digest')),
  fault(SDVC['TYPE-MANDATORY'], 'leaves out a claim that its type makes mandatory', serveTypes('type-mandatory'), [VCTYPE['SD-FIRM']]),
  fault(SDVC['TYPE-SD'], 'hides a claim that its type does not hide', serveTypes('type-never')),
  fault(SDVC['TYPE-CLAIMS'], 'publishes a type with a path that is a text', serveTypes('type-malformed'), [VCTYPE.PATH, VCTYPE['SD-FIRM']]),
  fault(VCIUSE.DOCTYPE, 'issues mdocs of another type', issueMdocs({ object: setEntries({ docType: 'org.example.other' }) })),
  fault(VCIUSE.DOCTYPE, 'issues mdocs whose type is that of another version', issueMdocs({ object: setEntries({ docType: 'org.example.membership.2' }) })),
  fault(VCIUSE.BOUND, 'binds mdocs to a key of its own', issueMdocs({ object: setEntries({ deviceKeyInfo: foreignDevice }) })),
  fault(VCIUSE['SIGNING-ALG'], 'signs mdocs by an algorithm that it does not announce', p384Mdocs),
  fault(VCIUSE['SAME-DATASET'], 'numbers the mdocs of a batch', issueMdocs(({ configuration }, count) => ({ elements: [['number', `${count}`, readText(configuration.doctype)]] }))),
  fault(VCIUSE['BATCH-SALTS'], 'has the same random octets in all mdocs', combine(issueMdocs(), set({ makeSalt: (name) => createHash('sha256').update(name).digest('base64url') })), [MDOC['RANDOM-ONCE']]),
  fault(MDOC['RANDOM-ONCE'], 'has the random octets of an mdoc again in every third one', combine(issueMdocs(), countSalts((_, name, count) => createHash('sha256').update(`secret ${name} ${count % 3}`).digest('base64url')))),
  fault(MDOC['RANDOM-GUESSED'], 'counts the random octets of its mdocs', combine(issueMdocs(), countSalts((all) => Buffer.from(`0123456789abcdef${String(all).padStart(6, '0')}`).toString('base64url')))),
  fault(MDOC['RANDOM-GUESSED'], 'has digests of a counter as the random octets of its mdocs', combine(issueMdocs(), countSalts((all) => createHash('sha256').update(`${all}`).digest('base64url')))),
  fault(VCIUSE['BATCH-STATUS'], 'has one place in a status list for all mdocs', issueMdocs({ object: setEntries({ status }) })),
  fault(VCIUSE['BATCH-TIMES'], 'has the second of issuance in all mdocs of a batch', issueMdocsAt(-17, -17, day)),
  fault(MSO.CURRENT, 'issues mdocs that have expired', issueMdocsAt(-60 * day, -60 * day, -30 * day)),
  fault(MSO.MATCHES, 'issues mdocs with digests of items without their tag', issueMdocs({ hashed: (octets) => octets })),
  fault(MSO.KEY, 'issues mdocs without the key of a device', issueMdocs({ object: setEntries({ deviceKeyInfo: undefined }) })),
  fault(MDAUTH.TRUSTED, 'issues mdocs that another authority certifies', certifyMdocs({ issuer: 'Another authority', issuerKey: keys.holder })),
  fault(MDAUTH.SIGNED, 'issues mdocs with the certificate of another key', certifyMdocs({ publicKey: toPublic(keys.other) })),
  fault(MDAUTH.DATED, 'issues mdocs with a certificate that has expired', certifyMdocs({ notAfter: new Date('2025-06-01T00:00:00Z') })),
  fault(VCIUSE['NONCE-OFFERED'], 'wants nonces, and does not say where they are', combine(changeMetadata(drop('nonce_endpoint')), wantNonce)),
  fault(VCIUSE['NONCE-OFFERED'], 'has nonces in its errors alone', combine(changeMetadata(drop('nonce_endpoint')), wantNonce, changeResponse('credential', (response) => ({ ...response, body: response.body.replace('"error":"invalid_nonce"', '"error":"invalid_proof","c_nonce":"wKI4LT17ac15ES9bw8ac4"') })))),
  fault(VCIUSE['NO-CONTENT'], 'answers notifications by 200', changeResponse('notification', (response) => (response.status === 204 ? setStatus(200)(response) : response))),
  fault(VCIUSE['NO-CONTENT'], 'answers notifications by 202', changeResponse('notification', (response) => (response.status === 204 ? setStatus(202)(response) : response))),
  fault(VCIUSE['NOTIFICATION-CODE'], 'has the error of credential requests for notifications', changeResponse('notification', renameError('invalid_notification_id', 'invalid_credential_request'))),
  fault(VCIUSE['NOTIFICATION-CODE'], 'has an error of its own for notifications', changeResponse('notification', renameError('invalid_notification_id', 'not_found'))),
  fault(VCIENC.REQUIRED, 'takes requests in plain text though it requires encryption', combine(requireEncryption('credential_request_encryption'), skip('request-encrypted'))),
  fault(VCISIGNED.WHOLE, 'signs its metadata without what is displayed', combine(signMetadata, set({ signedMetadata: drop('display') }))),
  fault(VCISIGNED.WHOLE, 'signs its metadata without its nonce endpoint', combine(signMetadata, set({ signedMetadata: ({ nonce_endpoint: endpoint = '', ...claims }) => ({ ...claims, endpoints: { nonce_endpoint: endpoint } }) }))),
  fault(VCIMETA['PROOF-TYPES'], 'has proof types without binding methods', changeConfigurations(drop('cryptographic_binding_methods_supported'))),
  fault(VCIOFFER.UNIQUE, 'offers one configuration twice', set({ offer: (offer) => ({ ...offer, credential_configuration_ids: ['membership', 'membership'] }) })),
  fault(VCITOKEN.TYPE, 'returns no type of its tokens', set({ token: drop('token_type') })),
  fault(VCIRESPONSE.INTERVAL, 'defers without an interval', combine(defer, set({ credential: (content) => (content.transaction_id === undefined ? content : drop('interval')(content)) }))),
  fault(VCIRESPONSE.ONE, 'has a transaction beside its credentials', set({ credential: setMembers({ transaction_id: 'a' }) }), [VCIRESPONSE.INTERVAL]),
  fault(VCIERROR.DESCRIPTION, 'describes its errors in Tamil', changeResponse('credential', changeErrors(changeBody(setMembers({ error_description: 'பிழை' }))))),

  ...oauthFaults,
]

const isJson = ({ headers }: HttpResponse): boolean => headers['content-type'] === 'application/json'

const encodeAgain = (content: JsonObject): JsonObject =>
  Array.isArray(content.credentials)
    ? {
        ...content,
        credentials: content.credentials.map((each) => ({
          credential: Buffer.from(String(Object(each).credential)).toString('base64url'),
        })),
      }
    : content
