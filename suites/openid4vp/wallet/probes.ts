import type { SessionResult } from '../../../model/check.ts'
import { toSlug } from '../../../model/ids.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { nearForms } from '../../kit/near-values.ts'
import { setMembers as put } from '../../kit/samples.ts'
import { swapCase } from '../../kit/values.ts'
import { toPublic } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import type { PresentationPlace, PresentationSession } from '../actors/presentation-session.ts'
import { drop } from '../changes.ts'
import { VPSEND, VPSIGN } from '../response-requirements.ts'
import { nameSection as text } from '../texts.ts'
import { changeAnswer, changeRequest, set, type VerifierMutation } from '../verifier/faults.ts'
import { checkPreferred, listWalletNonces } from './checks.ts'
import { comparedValues } from './compared.ts'
import {
  addAddress,
  addEncryption,
  addOtherKeys,
  addResponseQuery,
  addSigningKey,
  addTransaction,
  addUnknownKey,
  answerRedirect,
  askAlternative,
  askMore,
  askOptional,
  askOtherAuthority,
  askOtherValue,
  askTwice,
  askUnknownAuthority,
  askUnknownClaim,
  askUnknownType,
  attestItself,
  bringKey,
  bringKeyAlone,
  certifyBefore,
  certifyByChain,
  certifyByVerifier,
  certifyCritically,
  certifyElsewhere,
  certifyLongAgo,
  certifyOther,
  certifyOtherwise,
  certifySoon,
  changeAttestation,
  changeCredentials,
  changeDcql,
  changeHeader,
  changeLink,
  changeObject,
  changePaths,
  changeTransaction,
  dropSignature,
  dropUses,
  inLink,
  listCredentials,
  makePostable,
  makeSetsWithNothing,
  moveResponse,
  nameKey,
  nameOtherDid,
  nameOtherHost,
  placePlainly,
  renameTypes,
  repeatTransaction,
  requireEncrypted,
  reverseRequest,
  sendBack,
  sendBackByQuery,
  signBy,
  signByMac,
  signByZeros,
  spoilAttestation,
  spoilSignature,
  unsignAttestation,
} from './requests.ts'
import { VPWALLET } from './requirements.ts'
import { changeShown, takeElement } from './shown-queries.ts'

/** A verifier that has nothing unusual. Wallets take requests of some of them: not all prefixes are for every wallet. */
export const connections = {
  hash: set({ delivery: 'get', prefix: 'x509_hash' }),
  dns: set({ delivery: 'get', prefix: 'x509_san_dns' }),
  unsigned: set({ delivery: 'value', prefix: 'redirect_uri' }),
} as const satisfies Readonly<Record<string, VerifierMutation>>
export type LinkConnection = keyof typeof connections

/** A verifier that puts its requests to the Digital Credentials API. */
export const dcConnections = {
  dcSigned: set({ delivery: 'signed', prefix: 'x509_hash' }),
  dcUnsigned: set({ delivery: 'unsigned' }),
  dcMultisigned: set({ delivery: 'multisigned', prefix: 'x509_hash' }),
} as const satisfies Readonly<Record<string, VerifierMutation>>
export type DcConnection = keyof typeof dcConnections

export type Connection = LinkConnection | DcConnection

export const isLink = (name: Connection): name is LinkConnection => Object.hasOwn(connections, name)

/** Asks for one of two sets of claims: all of the query, or the first. */
const askSets = changeCredentials(({ claim_sets: _, ...credential }) => {
  const claims = (Array.isArray(credential.claims) ? credential.claims : []).map((claim, i) => ({
    ...Object(claim),
    id: `c${i}`,
  }))
  const ids = claims.map((_, i) => `c${i}`)
  return claims.length === 0
    ? credential
    : { ...credential, claims, claim_sets: claims.length < 2 ? [ids] : [ids, ids.slice(0, 1)] }
})

/** The connections with what else a control may have. */
export const controls = {
  /** One that is signed, and that the wallet takes. */
  signed: { among: ['hash', 'dns', 'dcSigned'] },
  /** The same, to which a link leads. */
  linked: { among: ['hash', 'dns'] },
  any: { among: ['hash', 'dns', 'unsigned', 'dcSigned', 'dcUnsigned'] },
  hash: { among: ['hash'] },
  dns: { among: ['dns'] },
  unsigned: { among: ['unsigned'] },
  post: { among: ['hash', 'dns'], change: set({ delivery: 'post' }) },
  object: { among: ['hash', 'dns'], change: set({ delivery: 'object' }) },
  dcSigned: { among: ['dcSigned'] },
  dcUnsigned: { among: ['dcUnsigned'] },
  dcMultisigned: { among: ['dcMultisigned'] },
  encrypted: { among: ['hash', 'dns', 'unsigned', 'dcSigned', 'dcUnsigned'], change: requireEncrypted() },
  did: { among: ['hash', 'dns', 'unsigned'], change: set({ delivery: 'get', prefix: 'decentralized_identifier' }) },
  /** A DID whose document is at an HTTPS address of the verifier. */
  didWeb: {
    among: ['hash', 'dns', 'unsigned'],
    change: set({ delivery: 'get', prefix: 'decentralized_identifier', didMethod: 'web' }),
  },
  attested: { among: ['hash', 'dns', 'unsigned'], change: set({ delivery: 'get', prefix: 'verifier_attestation' }) },
  /** Transaction data of a type that the wallet knows, which have to be given. */
  transaction: { among: ['hash', 'dns', 'unsigned', 'dcSigned', 'dcUnsigned'] },
  /** Sets of claims, one of which has to be given. */
  sets: { among: ['hash', 'dns', 'unsigned', 'dcSigned', 'dcUnsigned'], change: askSets },
} as const satisfies Readonly<
  Record<string, { readonly among: readonly Connection[]; readonly change?: VerifierMutation }>
>
export type ControlName = keyof typeof controls

/** A verifier to which a wallet may not present, or which it may not refuse. */
export interface RequestProbe {
  readonly id: string
  readonly row: Requirement
  readonly description: string
  /** The verifier that differs from it in one place, and that the wallet has to take. */
  readonly control: ControlName
  readonly change: VerifierMutation
  /** What is changed beside that, by what the wallet sent in the control. */
  readonly changeAfter?: (control: PresentationSession) => VerifierMutation
  /** `session`: nothing is expected, and all messages are judged. */
  readonly expects: 'refusal' | 'presentation' | 'session'
  /** Where a presentation or a call shows that the wallet went on. */
  readonly sign: PresentationPlace
  /** The sentence that obliges the wallet; absent where it may do as it likes. */
  readonly obligation?: string
  /** The codes that an error about it may have. */
  readonly codes?: readonly string[]
  /** Judges the session beside that of the control. */
  readonly judge?: (session: PresentationSession, control: PresentationSession) => Iterable<SessionResult>
  /** The sentence by which a verifier may choose this. Choices are made together in one session. */
  readonly allowed?: string
}

type Options = Partial<Pick<RequestProbe, 'sign' | 'obligation' | 'codes' | 'judge' | 'changeAfter' | 'allowed'>>

export const makeRequestProbe =
  (expects: RequestProbe['expects']) =>
  (
    row: Requirement,
    control: ControlName,
    description: string,
    change: VerifierMutation,
    { sign = 'response', ...rest }: Options = {},
  ): RequestProbe => ({
    id: `${row.id}/${toSlug(description)}`,
    ...{ row, control, description, change, expects, sign },
    ...rest,
  })

/**
 * What obliges only a wallet that takes a link: its addresses and answers, and the signatures of clients. Behind the Digital
 * Credentials API, it is at the discretion of the wallet whether it validates them (OpenID4VP 1.0, section 5.9.3).
 */
const ofLinks: ReadonlySet<Requirement> = new Set([
  VPWALLET['REFUSES-SIGNATURE'],
  VPWALLET['REFUSES-METADATA-KEY'],
  VPWALLET['REFUSES-CRIT'],
  VPWALLET['REFUSES-CHAIN'],
  VPWALLET['REFUSES-CLIENT'],
  VPWALLET['REFUSES-UNKNOWN'],
  VPWALLET['REFUSES-MISMATCH'],
  VPWALLET['REFUSES-ERROR'],
  VPWALLET['ONLY-OBJECT'],
  VPWALLET['REFUSES-REDIRECT'],
  VPWALLET['NO-REDIRECTS'],
  VPWALLET.RETURN,
  VPWALLET['REFUSES-RESPONSE-TYPE'],
])

/** Whether a probe takes a request by a link. */
export const isOfLinks = ({ row }: RequestProbe): boolean => ofLinks.has(row)

const refused = makeRequestProbe('refusal')
const presented = makeRequestProbe('presentation')
const session = makeRequestProbe('session')

const note: JsonObject = { 'x-note': { a: ['b', 1] } }
const byCertificate = text('5.9.3')
const unknownClient = { obligation: text('5.9.1 and 5.9.2') }
const ofType = { codes: ['unsupported_response_type', 'invalid_request'], obligation: 'RFC 6749, section 3.1.1' }
const ofCredentials = { codes: ['invalid_transaction_data', 'invalid_request'], obligation: text('5.1 and 8.5') }
const matched = { codes: ['access_denied'], obligation: text('6.4.1 and 6.4.2') }

const ofElements = { ...matched, obligation: text('6.4.1 and 7.1.1') }

const keepUsual: VerifierMutation = (steps) => steps

/** Has the nonce of an earlier request; none, where the wallet sends that one again. */
function takeNonce(control: PresentationSession): VerifierMutation {
  const [earlier = ''] = listWalletNonces(control)
  return changeObject(({ wallet_nonce: own, ...claims }) =>
    own === earlier ? claims : { ...claims, wallet_nonce: earlier },
  )
}

/** The methods of a document of a DID, with other members. */
const changeMethods = ({ verificationMethod: methods }: JsonObject, members: JsonObject): JsonObject[] =>
  (Array.isArray(methods) ? methods : []).map((each) => ({ ...Object(each), ...members }))

const nameOther = (prefix: string): VerifierMutation => changeRequest(put({ client_id: `${prefix}other.example` }))

const otherHash = changeRequest(put({ client_id: 'x509_hash:n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' }))

const answerObject = (status: number): VerifierMutation =>
  changeAnswer('request', (response) => ({ ...response, status }))

const changeMetadata = (change: (metadata: JsonObject) => JsonObject): VerifierMutation =>
  changeRequest((all) => ({ ...all, client_metadata: change(Object(all.client_metadata)) }))

/** Expects other origins, by that of its page. */
const expectOrigins = (list: (own: string) => JsonValue[]): VerifierMutation =>
  changeRequest(({ expected_origins: own, ...all }) => ({
    ...all,
    expected_origins: list(readText(Array.isArray(own) ? own[0] : undefined)),
  }))

const ofOrigins = { codes: ['invalid_request'], obligation: text('A.2') }

const longText = 'n-0S6_WzA2Mjq7Xb4Tc91L.~'.repeat(20)

const copyFirst = changeDcql((query) => {
  const [first = {}] = listCredentials(query)
  return { credentials: [first, { ...first, id: 'copy' }] }
})

const ofKeys = { obligation: text('8.3'), allowed: text('5.1 and 8.3') }
const ofAddress = 'RFC 9101, section 5.2.3'

/** What a wallet takes that compares carelessly. */
const nearProbes = comparedValues.flatMap(({ row, control, subject, near, change, ...rest }) =>
  near.map(({ what, write }) => refused(row, control, `${subject} ${what}`, change(write), rest)),
)

// biome-ignore format: a table, one row a line.
export const requestProbes: readonly RequestProbe[] = [
  refused(VPWALLET['REFUSES-TYPE'], 'signed', 'a request object of the type `JWT`', changeHeader(put({ typ: 'JWT' })), { obligation: text('5') }),
  refused(VPWALLET['REFUSES-TYPE'], 'signed', 'a request object without `typ`', changeHeader(drop('typ')), { obligation: text('5') }),
  refused(VPWALLET['REFUSES-TYPE'], 'signed', 'a request object of the type of a Key Binding JWT', changeHeader(put({ typ: 'kb+jwt' })), { obligation: text('5') }),
  refused(VPWALLET['REFUSES-SIGNATURE'], 'signed', 'a request object with one character of its signature changed', spoilSignature, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-SIGNATURE'], 'signed', 'a request object that another key signed', signBy(keys.issuer), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-SIGNATURE'], 'signed', 'a request object without a signature', dropSignature, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-SIGNATURE'], 'signed', 'a request object with a MAC by the key of its certificate', signByMac, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-SIGNATURE'], 'signed', 'a request object whose signature is zeros', signByZeros, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-SIGNATURE'], 'signed', 'a request object that a key in its header signed', nameKey, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-METADATA-KEY'], 'signed', 'a request object that a key in its metadata signed', bringKey, { obligation: text('5.1') }),
  refused(VPWALLET['REFUSES-METADATA-KEY'], 'signed', 'a request object without `x5c` that a key in its metadata signed', bringKeyAlone, { obligation: text('5.1') }),
  refused(VPWALLET['REFUSES-TIMES'], 'signed', 'a request object that has expired', changeObject((claims) => ({ ...claims, exp: Number(claims.iat) - 86_400 })), { obligation: 'RFC 7519, section 4.1.4' }),
  refused(VPWALLET['REFUSES-TIMES'], 'signed', 'a request object that is not valid yet', changeObject((claims) => ({ ...claims, nbf: Number(claims.iat) + 86_400 })), { obligation: 'RFC 7519, section 4.1.5' }),
  refused(VPWALLET['REFUSES-CRIT'], 'signed', 'a request object whose `crit` names a parameter that was made up', changeHeader(put({ crit: ['x-note'], 'x-note': 'a' })), { obligation: 'RFC 7515, section 4.1.11' }),
  refused(VPWALLET['REFUSES-CHAIN'], 'signed', 'a certificate of another authority', certifyElsewhere, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CHAIN'], 'signed', 'a certificate of another authority before one of the trusted authority', certifyBefore, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CHAIN'], 'signed', 'a certificate that has expired', certifyLongAgo, { obligation: `${byCertificate}; RFC 5280, section 6.1.3` }),
  refused(VPWALLET['REFUSES-CHAIN'], 'signed', 'a certificate that is not valid yet', certifySoon, { obligation: `${byCertificate}; RFC 5280, section 6.1.3` }),
  refused(VPWALLET['REFUSES-CHAIN'], 'signed', 'a certificate with a critical extension that was made up', certifyCritically, { obligation: `${byCertificate}; RFC 5280, section 4.2` }),
  refused(VPWALLET['REFUSES-CHAIN'], 'signed', 'a certificate by the key of another that is no authority', certifyByVerifier, { obligation: `${byCertificate}; RFC 5280, section 6.1.4` }),
  refused(VPWALLET['REFUSES-CLIENT'], 'hash', 'the hash of another certificate', otherHash, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CLIENT'], 'dns', 'a host that is not in the certificate', nameOther('x509_san_dns:'), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CLIENT'], 'dns', 'a certificate with its host as the common name only', certifyOtherwise(), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CLIENT'], 'dns', 'a certificate with its host in a URI only', certifyOtherwise(6, (host) => `https://${host}`), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CLIENT'], 'dns', 'a certificate with its host in an e-mail address only', certifyOtherwise(1, (host) => `verifier@${host}`), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CLIENT'], 'dns', 'a certificate of another host', certifyOther, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-CLIENT'], 'signed', 'a client with the prefix `origin`', nameOther('origin:https://'), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'did', 'a request of a DID with one character of its signature changed', spoilSignature, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'did', 'a request of a DID without a signature', dropSignature, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'did', 'a request of a DID that another key signed', signBy(keys.issuer), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'did', 'a request of a DID that names the key of another DID', nameOtherDid, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'didWeb', 'a request of a DID of the method `web` that another key signed', signBy(keys.issuer), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'didWeb', 'a request of a DID of the method `web` whose document has another key', set({ didDocument: (all) => ({ ...all, verificationMethod: changeMethods(all, { publicKeyJwk: toPublic(keys.issuer) }) }) }), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'didWeb', 'a request of a DID of the method `web` whose document is that of another', set({ didDocument: put({ id: 'did:web:other.example' }) }), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-DID'], 'didWeb', 'a request of a DID of the method `web` that names a key which its document does not have', changeHeader((header) => ({ ...header, kid: readText(header.kid).replace('#0', '#1') })), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-ATTESTER'], 'attested', 'a verifier that attests itself', attestItself, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-ATTESTER'], 'attested', 'an attestation with one character of its signature changed', spoilAttestation, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-ATTESTER'], 'attested', 'an attestation without a signature', unsignAttestation, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-ATTESTER'], 'attested', 'a request without an attestation', changeHeader(drop('jwt')), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-ATTESTED-TIMES'], 'attested', 'an attestation that has expired', changeAttestation((claims) => ({ ...claims, exp: Number(claims.iat) - 86_400 })), { obligation: text('12') }),
  refused(VPWALLET['REFUSES-ATTESTED-TIMES'], 'attested', 'an attestation that is not valid yet', changeAttestation((claims) => ({ ...claims, nbf: Number(claims.iat) + 43_200 })), { obligation: text('12') }),
  refused(VPWALLET['REFUSES-ATTESTED-NAME'], 'attested', 'an attestation of another verifier', changeAttestation(put({ sub: 'other.example' })), { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-PROOF'], 'attested', 'a request with an attestation that another key signed', signBy(keys.other), { obligation: text('5.9.3 and 12') }),
  refused(VPWALLET['REFUSES-PROOF'], 'attested', 'a request with an attestation, and without a signature', dropSignature, { obligation: text('5.9.3 and 12') }),
  refused(VPWALLET['REFUSES-UNKNOWN'], 'unsigned', 'a client without a prefix', nameOther(''), unknownClient),
  refused(VPWALLET['REFUSES-UNKNOWN'], 'unsigned', 'a client with a prefix that was made up', nameOther('x-prefix:'), unknownClient),
  refused(VPWALLET['REFUSES-UNKNOWN'], 'signed', 'a signed request of a client without a prefix', nameOther(''), unknownClient),
  refused(VPWALLET['REFUSES-UNKNOWN'], 'signed', 'a signed request of a client with a prefix that was made up', nameOther('x-prefix:'), unknownClient),
  refused(VPWALLET['REFUSES-UNSIGNED'], 'object', 'a request without a request object', inLink, { obligation: byCertificate }),
  refused(VPWALLET['REFUSES-MISMATCH'], 'signed', 'a link with another client than its request object', changeLink(put({ client_id: 'x509_san_dns:other.example' })), { obligation: `${text('5.10.1')}; RFC 9101, section 5` }),
  refused(VPWALLET['REFUSES-NONCE'], 'post', 'a request object without the nonce of the wallet', changeObject(drop('wallet_nonce')), { obligation: text('5.10.1') }),
  refused(VPWALLET['REFUSES-NONCE'], 'post', 'a request object with the nonce of an earlier request of the wallet', keepUsual, { obligation: text('5.10.1'), changeAfter: takeNonce }),
  refused(VPWALLET['REFUSES-ERROR'], 'post', 'a request object with the status code 400', answerObject(400), { obligation: text('5.10.2') }),
  refused(VPWALLET['REFUSES-ERROR'], 'post', 'a request object with the status code 503', answerObject(503), { obligation: text('5.10.2') }),
  refused(VPWALLET['REFUSES-AUDIENCE'], 'signed', 'a request object for another audience', changeObject(put({ aud: 'https://other.example' })), { obligation: 'RFC 7519, section 4.1.3' }),
  refused(VPWALLET['REFUSES-ADDRESS'], 'unsigned', 'a `response_uri` that is not the client', moveResponse, { sign: 'elsewhere', obligation: text('5.9.3 and 14.3.1') }),
  refused(VPWALLET['REFUSES-PLACE'], 'attested', 'an attestation with the addresses of another verifier', changeAttestation(put({ redirect_uris: ['https://other.example/response'] })), { obligation: text('5.9.3 and 14.3.1') }),
  refused(VPWALLET['REFUSES-HOST'], 'dns', 'a client of another host, with a certificate of its own', nameOtherHost, { obligation: byCertificate }),
  refused(VPWALLET['ONLY-OBJECT'], 'signed', 'a link with another `response_uri` than its request object', addAddress, { sign: 'elsewhere', obligation: text('5.10.1') }),
  refused(VPWALLET.PLAIN, 'post', 'a `request_uri` without TLS that may be fetched by POST', placePlainly, { sign: 'plain', obligation: text('5.10') }),
  refused(VPWALLET['REFUSES-REDIRECT'], 'any', 'a `redirect_uri` beside `response_uri`', changeRequest((all) => ({ ...all, redirect_uri: readText(all.response_uri) })), { codes: ['invalid_request'], obligation: text('8.2') }),
  refused(VPWALLET['REFUSES-TRANSACTION'], 'any', 'transaction data of a made-up type', addTransaction({ type: 'https://types.example/x-transaction' }), { codes: ['invalid_transaction_data', 'invalid_request'], obligation: text('5.1 and 8.4') }),
  refused(VPWALLET['REFUSES-TRANSACTION'], 'transaction', 'transaction data for a credential that is not asked for', changeTransaction(put({ credential_ids: ['x-credential'] })), ofCredentials),
  refused(VPWALLET['REFUSES-TRANSACTION'], 'transaction', 'transaction data without `credential_ids`', changeTransaction(drop('credential_ids')), ofCredentials),
  refused(VPWALLET['REFUSES-UNBOUND'], 'transaction', 'transaction data for a credential without holder binding', changeCredentials(put({ require_cryptographic_holder_binding: false })), { codes: ['invalid_transaction_data', 'invalid_request'], obligation: text('B.3.3') }),
  refused(VPWALLET['REFUSES-NO-NONCE'], 'any', 'a request without `nonce`', changeRequest(drop('nonce')), { codes: ['invalid_request'], obligation: text('5.2 and 14.1.2') }),
  refused(VPWALLET['REFUSES-RESPONSE-TYPE'], 'any', 'a request without `response_type`', changeRequest(drop('response_type')), ofType),
  refused(VPWALLET['REFUSES-RESPONSE-TYPE'], 'any', 'a request with a `response_type` that was made up', changeRequest(put({ response_type: 'x_token' })), ofType),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for a type of credentials that is not there', askUnknownType, matched),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for a type whose name is a part of that of a credential', renameTypes((type) => type.slice(0, -1)), matched),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for a type whose name begins with that of a credential', renameTypes((type) => `${type}-of-another`), matched),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for the type of a credential with capital letters in place of small ones', renameTypes(swapCase), matched),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for claims below one that is not there', changePaths((path) => ['x-claim-of-nothing', ...path]), matched),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for claims below those of a credential', changePaths((path) => [...path, 'x-claim-of-nothing']), matched),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for all elements of a text', keepUsual, { ...ofElements, changeAfter: takeElement(null) }),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for the first element of a text', keepUsual, { ...ofElements, changeAfter: takeElement(0) }),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for a claim that is not there', askUnknownClaim, matched),
  refused(VPWALLET.UNMATCHED, 'sets', 'a query for sets of claims, each with one that is not there', makeSetsWithNothing((first, none) => [[first, none], [none]], (usual) => usual), { ...matched, obligation: text('6.4.1') }),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for a second credential that is not there', askMore, matched),
  refused(VPWALLET.UNMATCHED, 'any', 'a query for a format that was made up', changeCredentials(put({ format: 'x-format' })), { ...matched, codes: ['vp_formats_not_supported', 'access_denied'] }),
  refused(VPWALLET.VALUES, 'any', 'a query for a value that no credential has', askOtherValue, { codes: ['access_denied'], obligation: text('6.3 and 6.4.1') }),
  ...[nearForms.recased, nearForms.shorter, nearForms.longer].map(({ what, write }) =>
    refused(VPWALLET.VALUES, 'any', `a query for a value that ${what}`, keepUsual, { codes: ['access_denied'], obligation: text('6.3 and 6.4.1'), changeAfter: changeShown((claim, value) => ({ ...claim, values: [write(value)] })) })),
  refused(VPWALLET.AUTHORITIES, 'any', 'a query for credentials of another authority', askOtherAuthority, { codes: ['access_denied'], obligation: text('6.1') }),
  refused(VPWALLET.AUTHORITIES, 'any', 'a query for credentials of authorities of a made-up type', askUnknownAuthority, { codes: ['access_denied'], obligation: text('6.1') }),
  refused(VPWALLET['NO-REDIRECTS'], 'signed', 'a `request_uri` that answers with a redirect', answerRedirect('request', 302), { sign: 'moved', obligation: 'OpenID4VP 1.0, errata set 1 (draft), section 14.8' }),
  refused(VPWALLET['NO-REDIRECTS'], 'any', 'a `response_uri` that answers with a redirect', answerRedirect('response', 307), { sign: 'moved', obligation: 'OpenID4VP 1.0, errata set 1 (draft), section 14.8' }),
  refused(VPWALLET['REFUSES-ORIGIN'], 'dcSigned', 'a request that expects another origin', expectOrigins(() => ['https://other.example']), ofOrigins),
  refused(VPWALLET['REFUSES-ORIGIN'], 'dcSigned', 'a request that expects an origin whose name is longer', expectOrigins((own) => [`${own}.other.example`]), ofOrigins),
  refused(VPWALLET['REFUSES-ORIGIN'], 'dcSigned', 'a request that expects an origin whose name is shorter', expectOrigins((own) => [own.slice(0, -1)]), ofOrigins),
  refused(VPWALLET['REFUSES-ORIGIN'], 'dcSigned', 'a request that expects the origin with a slash at its end', expectOrigins((own) => [`${own}/`]), ofOrigins),
  refused(VPWALLET['REFUSES-ORIGIN'], 'dcSigned', 'a request that expects the origin in capital letters', expectOrigins((own) => [own.toUpperCase()]), ofOrigins),
  refused(VPWALLET['REFUSES-ORIGIN'], 'dcMultisigned', 'a request with two signatures that expects another origin', expectOrigins(() => ['https://other.example']), ofOrigins),
  refused(VPWALLET['REFUSES-NO-NONCE'], 'dcUnsigned', 'a request of the Digital Credentials API without `nonce`', changeRequest(drop('nonce')), { codes: ['invalid_request'], obligation: text('5.2 and 14.1.2') }),

  ...nearProbes,

  presented(VPWALLET.ORIGINS, 'dcSigned', 'a request that expects two origins', expectOrigins((own) => ['https://other.example', own]), { obligation: text('A.2') }),
  presented(VPWALLET['IGNORES-CLIENT'], 'dcUnsigned', 'an unsigned request with the `client_id` of a certificate', changeRequest(put({ client_id: 'x509_san_dns:other.example' })), { obligation: text('A.2') }),
  presented(VPWALLET['IGNORES-CLIENT'], 'dcUnsigned', 'an unsigned request with the origin as its `client_id`', changeRequest(put({ client_id: 'origin:https://other.example' })), { obligation: text('A.2') }),
  presented(VPWALLET['IGNORES-ORIGINS'], 'dcUnsigned', 'an unsigned request that expects another origin', changeRequest(put({ expected_origins: ['https://other.example'] })), { obligation: text('A.2') }),
  presented(VPWALLET.IGNORES, 'dcUnsigned', 'a request of the Digital Credentials API with one parameter more', changeRequest(put(note)), { obligation: text('A.2') }),
  presented(VPWALLET.IGNORES, 'dcUnsigned', 'a request of the Digital Credentials API with `state`', changeRequest(put({ state: longText })), { obligation: text('A.2') }),
  presented(VPWALLET.PREFERRED, 'sets', 'a query for one of two sets of claims, the first of which is not there', makeSetsWithNothing((first, none) => [[first, none], [first]], drop('claims')), { obligation: text('6.4.1') }),
  presented(VPWALLET.OPTIONS, 'any', 'a query for a credential that may be left out', askOptional, { obligation: text('6.4.2') }),
  presented(VPWALLET.OPTIONS, 'any', 'a query for one of two credentials', askAlternative, { obligation: text('6.4.2') }),
  presented(VPWALLET.IGNORES, 'any', 'a request with one parameter more', changeRequest(put(note)), { obligation: text('5'), allowed: text('5') }),
  presented(VPWALLET.IGNORES, 'any', 'metadata with one parameter more', changeMetadata(put(note)), { obligation: text('5.1'), allowed: text('5.1') }),
  presented(VPWALLET.IGNORES, 'any', 'metadata with parameters of other specifications', changeMetadata(put({ client_name: 'Other', redirect_uris: ['https://other.example/cb'], authorization_encrypted_response_alg: 'ECDH-ES' })), { obligation: text('5.1'), allowed: text('5.1') }),
  presented(VPWALLET.IGNORES, 'attested', 'an attestation with one claim more', changeAttestation(put(note)), { obligation: text('12') }),
  presented(VPWALLET.INFO, 'any', 'a request with `verifier_info` of a format that was made up', changeRequest(put({ verifier_info: [{ format: 'x-format', data: { note: 'a' } }] })), { obligation: text('5.11'), allowed: text('5.11') }),
  presented(VPWALLET.DUPLICATES, 'any', 'a query with one claim twice', askTwice, { obligation: text('6.1') }),
  presented(VPWALLET.RETURN, 'any', 'an answer that sends the user back', sendBack(), { sign: 'done', obligation: text('8.2') }),
  presented(VPWALLET.RETURN, 'any', 'an answer that sends the user back, with a parameter that is not known', sendBack(note), { sign: 'done', obligation: text('8.2'), allowed: text('8.2') }),
  presented(VPWALLET.IGNORES, 'any', 'a query with one property more', changeDcql(put(note)), { obligation: text('6'), allowed: text('6') }),
  presented(VPWALLET.IGNORES, 'any', 'a query for a credential with one property more', changeCredentials(put(note)), { obligation: text('6'), allowed: text('6') }),
  presented(VPWALLET.RETURN, 'any', 'an answer that sends the user back to an address with a query', sendBackByQuery, { sign: 'done', obligation: text('8.2'), allowed: text('8.2') }),
  presented(VPWALLET.IGNORES, 'signed', 'a request object with `iss`', changeObject(put({ iss: 'https://other.example' })), { obligation: text('5'), allowed: text('5.8') }),

  session(VPSEND.ENCRYPTED, 'dcSigned', 'a signed request of the Digital Credentials API for an encrypted response', requireEncrypted()),
  session(VPSEND.ENCRYPTED, 'dcUnsigned', 'an unsigned request of the Digital Credentials API for encryption with A256GCM', requireEncrypted({ encrypted_response_enc_values_supported: ['A256GCM'] })),
  session(VPWALLET.FETCH, 'post', 'a request that may be fetched by POST', (steps) => steps),
  session(VPWALLET.FETCH, 'encrypted', 'a request for an encrypted response', (steps) => steps),
  session(VPWALLET.FETCH, 'encrypted', 'a request for encryption with A256GCM', requireEncrypted({ encrypted_response_enc_values_supported: ['A256GCM'] })),
  session(VPSEND.ENCRYPTED, 'encrypted', 'a request for an encrypted response to a key of a type that was made up', changeMetadata(put({ jwks: { keys: [{ kty: 'x-kty', kid: 'key', use: 'enc', alg: 'x-alg' }] } }))),
  session(VPWALLET.FETCH, 'did', 'a request of a DID for an encrypted response', requireEncrypted()),
  session(VPWALLET.FETCH, 'attested', 'a request with an attestation for an encrypted response', requireEncrypted()),
  session(VPWALLET.FETCH, 'any', 'a request for no claims', changeCredentials(drop('claims', 'claim_sets'))),
  session(VPWALLET.FETCH, 'any', 'a request for one of two sets of claims', askSets, { judge: checkPreferred }),
  presented(VPWALLET['TRANSACTION-HASH'], 'transaction', 'transaction data with the hash function `sha-256`', changeTransaction(put({ transaction_data_hashes_alg: ['sha-256'] })), { obligation: text('B.3.3.1') }),
  presented(VPWALLET['TRANSACTION-HASH'], 'transaction', 'transaction data with the hash functions `sha-512` and `sha-256`', changeTransaction(put({ transaction_data_hashes_alg: ['sha-512', 'sha-256'] })), { obligation: text('B.3.3.1') }),
  session(VPSIGN.ALL, 'transaction', 'transaction data of two transactions', repeatTransaction),
  session(VPWALLET.FETCH, 'transaction', 'transaction data without hash functions', changeTransaction(drop('transaction_data_hashes_alg'))),
  session(VPWALLET['NO-SIGNING-ALGS'], 'unsigned', 'a request object without a signature that may be fetched by POST', makePostable),
  session(VPWALLET.FETCH, 'any', 'two queries for one credential', copyFirst),
  session(VPWALLET.FETCH, 'any', 'a request without `state`', changeRequest(drop('state'))),
  session(VPWALLET.FETCH, 'signed', 'a link with another `nonce` than its request object', changeLink(put({ nonce: 'n-of-the-link-0S6_WzA2Mjq7Xb4Tc91L' }))),

  presented(VPWALLET.KEY, 'encrypted', 'a request with a key for signatures before that for encryption', addSigningKey, ofKeys),
  presented(VPWALLET.KEY, 'encrypted', 'a request with a key of a made-up type before that for encryption', addUnknownKey, { ...ofKeys, obligation: `${text('8.3')}; RFC 7517, section 5` }),
  presented(VPWALLET.KEY, 'encrypted', 'a request with keys on P-521 and P-384 and one of RSA before that on P-256', addOtherKeys, ofKeys),
  presented(VPWALLET.KEY, 'encrypted', 'a request whose key for encryption has no `use`', dropUses, ofKeys),
  presented(VPWALLET.KEY, 'encrypted', 'a request for other content encryptions before the usual ones', addEncryption, ofKeys),
  presented(VPWALLET.FETCH, 'linked', 'a `request_uri` with a query', changeLink((all) => ({ ...all, request_uri: `${readText(all.request_uri)}?a=b&c=%2F` })), { obligation: ofAddress, allowed: ofAddress }),
  presented(VPWALLET.FETCH, 'linked', 'a request that names the method GET', changeLink(put({ request_uri_method: 'get' })), { obligation: text('5.1'), allowed: text('5.1') }),
  presented(VPSEND.ADDRESS, 'linked', 'a `response_uri` with a query', addResponseQuery, { obligation: text('8.2'), allowed: text('8.2') }),
  presented(VPWALLET.IGNORES, 'signed', 'a request object with one header parameter more', changeHeader(put(note)), { obligation: 'RFC 7515, section 4', allowed: 'RFC 7515, section 4' }),
  session(VPWALLET.FETCH, 'any', 'a request for several copies', changeCredentials(put({ multiple: true })), { allowed: text('6.1') }),
  session(VPWALLET.FETCH, 'any', 'a request with a long nonce', changeRequest(put({ nonce: longText, state: longText })), { allowed: text('5.2 and 5.3') }),
  session(VPWALLET.FETCH, 'any', 'a request whose members are in the reverse order', reverseRequest, { allowed: 'RFC 8259, section 1' }),
  session(VPWALLET.FETCH, 'linked', 'a chain of four certificates', certifyByChain, { allowed: text('5.9.3') }),
  session(VPWALLET.FETCH, 'linked', 'a request object with `exp`, `nbf` and `jti`', changeObject((claims) => ({ ...claims, exp: Number(claims.iat) + 300, nbf: Number(claims.iat), jti: 'request-1' })), { allowed: 'RFC 9101, section 4' }),
  session(VPWALLET.FETCH, 'linked', 'a request object whose media type is in capital letters', changeAnswer('request', (response) => ({ ...response, headers: { ...response.headers, 'content-type': 'Application/OAuth-AuthZ-Req+JWT' } })), { allowed: 'RFC 9110, section 8.3.1' }),
]
