import { makeFacet } from '../../model/foundation/facet.ts'
import {
  hygiene,
  inExchange,
  interoperability,
  listRows,
  must,
  mustNot,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../model/requirement.ts'
import { jwtFoundation } from '../jose/jwt-rules.ts'
import { keyFoundation } from '../jose/key-rules.ts'
import { exposedKey } from '../kit/consequences.ts'
import { nameSection } from './texts.ts'

const unread = interoperability('Wallets cannot read the request, and the presentation fails.')
const unusable = interoperability('Wallets cannot answer the request.')
const unmatched = interoperability('Wallets find no credential, or not the one that the verifier means.')
const impersonated = security('An attacker asks for credentials in the name of another verifier.')
const replayed = security('An attacker who records a presentation can present it again.')
const redirected = security('The presentation is sent to a party other than the one that the user sees.')
const leaked = privacy('Parties other than the verifier can read the presentation.')
const unauthorised = security('A transaction that the user has not seen is authorized, or none at all.')

const link = 'vp-request-link'
const request = 'vp-request'
const object = 'vp-request-object'
const query = 'vp-dcql-query'
const meta = 'vp-client-metadata'
const data = 'vp-transaction-data'
const attestation = 'vp-verifier-attestation'
const dc = 'vp-dc-request'
const post = 'vp-http-request'
const wallet = 'vp-wallet-metadata'
const http = 'vp-http-response'

// biome-ignore format: a table, one row a line.
export const VPLINK = section('VPLINK', '5', {
  ONCE: stated('verifier', 'No parameter of a request occurs twice.', link, { standard: 'RFC 6749, section 3.1', consequence: impersonated }),
  CLIENT: must('verifier', 'A request in a URL has `client_id`.', link, { section: '5.2', standard: nameSection('5.2'), consequence: unusable }),
  ONE: stated('verifier', 'A request does not have both `request` and `request_uri`.', link, { standard: 'RFC 9101, section 5', consequence: unread }),
  URI: stated('verifier', '`request_uri` is an absolute URI.', link, { standard: 'RFC 9101, section 5', consequence: unread }),
  METHOD: stated('verifier', '`request_uri_method` is `get` or `post`.', link, { section: '5.1', standard: nameSection('5.1'), consequence: unusable }),
  'METHOD-URI': mustNot('verifier', '`request_uri_method` is present only together with `request_uri`.', link, { section: '5.1', standard: nameSection('5.1'), consequence: unusable }),
  POST: must('verifier', 'A `request_uri` that is fetched by `post` has the scheme `https`.', link, { section: '5.10', standard: nameSection('5.10'), consequence: leaked }),
  SAME: must('verifier', 'The `client_id` of the URL is that of the request object.', link, { section: '5.10.1', standard: nameSection('5.10.1'), consequence: impersonated }),
  UTF8: must('verifier', 'The parameters of a request are percent-encoded UTF-8.', link, { section: '5.1', standard: `${nameSection('5.1')}; RFC 6749, section B`, consequence: unread }),
  SIZE: should('verifier', 'A request for a response by `direct_post` that is too long for a QR code has `request_uri`.', link, { section: '5.7', standard: nameSection('5.7'), consequence: unread }),
  SIGNED: must('verifier', 'A client that is identified by a certificate, a DID or an attestation sends its request in a request object.', link, { section: '5.9.3', refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
})

// biome-ignore format: a table, one row a line.
export const VPREQ = section('VPREQ', '5', {
  JSON: stated('verifier', 'A request outside a URL is a JSON object.', request, { standard: nameSection('5'), consequence: unread }),
  TYPE: stated('verifier', '`response_type` is a string.', request, { standard: 'RFC 6749, section 3.1.1', consequence: unusable }),
  MODE: must('verifier', '`response_mode`, if present, is a string.', request, { section: '5.2', standard: nameSection('5.2'), consequence: unusable }),
  'MODE-GIVEN': should('verifier', 'A request has `response_mode`.', request, { section: '5.2', standard: nameSection('5.2, beside the default of 5.6'), consequence: interoperability('Wallets differ in how they answer.') }),
  CLIENT: must('verifier', '`client_id` is a non-empty string, outside the Digital Credentials API.', request, { section: '5.2', standard: nameSection('5.2'), consequence: unusable }),
  NONCE: must('verifier', '`nonce` is a non-empty string.', request, { section: '5.2', refusedBy: 'wallet', standard: nameSection('5.2'), consequence: replayed }),
  'NONCE-CHARACTERS': must('verifier', '`nonce` consists of ASCII letters and digits, `-`, `.`, `_` and `~`.', request, { section: '5.2', standard: nameSection('5.2'), consequence: unread }),
  'NONCE-LENGTH': should('verifier', '`nonce` has 128 random bits: 22 characters or more.', request, { section: '5.2', standard: nameSection('5.2'), consequence: replayed }),
  'NONCE-FRESH': must('verifier', 'Each request has a fresh, unpredictable `nonce`.', inExchange('collect many requests, and compare their nonces'), { section: '5.2', standard: nameSection('5.2'), consequence: replayed }),
  STATE: must('verifier', 'A request for a presentation without holder binding has `state`, outside the Digital Credentials API.', request, { section: '5.3', standard: nameSection('5.3'), consequence: replayed }),
  'STATE-FRESH': must('verifier', 'Each request for a presentation without holder binding has a fresh, unpredictable `state`.', inExchange('collect many requests, and compare their states'), { section: '5.3', standard: nameSection('5.3'), consequence: replayed }),
  'STATE-CHARACTERS': must('verifier', '`state` consists of ASCII letters and digits, `-`, `.`, `_` and `~`.', request, { section: '5.2', standard: nameSection('5.2'), consequence: unread }),
  'STATE-LENGTH': must('verifier', 'The `state` of a request for a presentation without holder binding has 128 random bits: 22 characters or more.', request, { section: '5.3', standard: nameSection('5.3'), consequence: replayed }),
  ASKS: must('verifier', 'A request has `dcql_query` or `scope`.', request, { section: '5.1', refusedBy: 'wallet', standard: nameSection('5.1'), consequence: unusable }),
  'ONE-QUERY': should('verifier', 'A request for only a VP Token has no `scope` in addition to `dcql_query`.', request, { section: '5.1', standard: nameSection('5.1'), consequence: unmatched }),
  QUERY: must('verifier', '`dcql_query` is a JSON object.', request, { section: '5.1', refusedBy: 'wallet', standard: nameSection('5.1'), consequence: unread }),
  METADATA: stated('verifier', '`client_metadata` is a JSON object.', request, { section: '5.1', standard: nameSection('5.1'), consequence: unread }),
  FORMATS: should('verifier', '`client_metadata` has `vp_formats_supported`, unless the wallet knows it otherwise.', request, { section: '11.1', standard: nameSection('5.1 and 11.1'), consequence: unusable }),
  'FORMAT-NAMED': must('verifier', '`vp_formats_supported`, unless it is empty, has each format that the query asks for, by its identifier.', request, { section: 'B.3.4', standard: nameSection('B.1.3, B.2.2 and B.3.4'), consequence: unmatched }),
  'RESPONSE-URI': must('verifier', 'A request for a response by `direct_post` has `response_uri`.', request, { section: '8.2', standard: nameSection('8.2'), consequence: unusable }),
  'NO-REDIRECT': mustNot('verifier', 'A request with `response_uri`, or for a response by `direct_post`, has no `redirect_uri`.', request, { section: '8.2', refusedBy: 'wallet', standard: nameSection('8.2'), consequence: redirected }),
  ADDRESS: stated('verifier', '`redirect_uri` and `response_uri` are absolute URIs without a fragment.', request, { section: '8.2', standard: 'RFC 6749, section 3.1.2', consequence: unusable }),
  'KEY-GIVEN': must('verifier', 'A client that is not registered provides a key for the encryption that it requests.', request, { section: '8.3', standard: nameSection('5.9.3 and 8.3'), consequence: unusable }),
  'KEY-ALG': must('verifier', 'A key for the requested encryption has `alg`.', request, { section: '8.3', standard: nameSection('8.3'), consequence: unusable }),
  'ENC-UNUSED': should('verifier', 'A request for a response in plain text has no `encrypted_response_enc_values_supported`.', request, { section: '5.1', standard: nameSection('5.1'), consequence: hygiene('The wallet cannot tell whether encryption was meant.') }),
  TRANSACTIONS: stated('verifier', '`transaction_data`, if present, is a non-empty array of strings.', request, { section: '5.1', refusedBy: 'wallet', standard: nameSection('5.1'), consequence: unauthorised }),
  'TRANSACTION-KNOWN': stated('verifier', 'Transaction data names credentials of the query.', request, { section: '5.1', refusedBy: 'wallet', standard: nameSection('5.1'), consequence: unauthorised }),
  'TRANSACTION-BOUND': must('verifier', 'Transaction data names no SD-JWT VC that may be presented without holder binding.', request, { section: 'B.3.3', refusedBy: 'wallet', standard: nameSection('B.3.3'), consequence: unauthorised }),
  INFO: stated('verifier', '`verifier_info`, if present, is a non-empty array of objects.', request, { section: '5.1', standard: nameSection('5.1'), consequence: unread }),
  'INFO-FORMAT': must('verifier', 'An element of `verifier_info` has `format`, a string, and `data`, a string or an object.', request, { section: '5.1', standard: nameSection('5.1'), consequence: unread }),
  'INFO-IDS': stated('verifier', '`credential_ids` of `verifier_info`, if present, is a non-empty array of ids of the query.', request, { section: '5.1', standard: nameSection('5.1'), consequence: unread }),
})

// biome-ignore format: a table, one row a line.
export const VPCLIENT = section('VPCLIENT', '5.9.3', {
  ORIGIN: stated('verifier', 'No request has a `client_id` with the prefix `origin`.', request, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  REDIRECT: stated('verifier', 'The value after the prefix `redirect_uri` is the address to which the response is sent.', request, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: redirected }),
  FEDERATION: stated('verifier', 'The value after the prefix `openid_federation` is an HTTPS URL.', request, { standard: nameSection('5.9.3'), consequence: unusable }),
  DID: stated('verifier', 'The value after the prefix `decentralized_identifier` is a DID.', request, { standard: nameSection('5.9.3'), consequence: unusable }),
  KID: must('verifier', 'A request of a client that is identified by a DID names its key in `kid`.', object, { standard: nameSection('5.9.3'), consequence: unusable }),
  CERTIFICATE: must('verifier', 'A request of a client that is identified by a certificate has certificates in `x5c`.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  CHAIN: must('verifier', 'Each certificate of the verifier is certified by the next, and all are valid now.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  TRUSTED: must('verifier', 'The certificate chain of the verifier ends at a trusted root.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  DNS: must('verifier', 'The value after the prefix `x509_san_dns` is a DNS name of the certificate.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  HOST: should('verifier', 'A response to a client with a DNS name is sent to that name, unless the wallet trusts it.', request, { standard: nameSection('5.9.3'), consequence: redirected }),
  HASH: must('verifier', 'The value after the prefix `x509_hash` is the SHA-256 hash of the certificate in base64url.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  ATTESTED: must('verifier', 'A request of a client with a verifier attestation has it in the header parameter `jwt`.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  SUBJECT: must('verifier', 'The value after the prefix `verifier_attestation` is the `sub` of the attestation.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  PLACES: must('verifier', 'The response is sent to one of the `redirect_uris` of a verifier attestation that has them.', object, { refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: redirected }),
})

// biome-ignore format: a table, one row a line.
export const VPOBJ = section('VPOBJ', '5', {
  JWS: must('verifier', 'A request object is a JWS of a JSON object.', object, { refusedBy: 'wallet', standard: 'RFC 9101, section 4', consequence: unread }),
  TYP: must('verifier', '`typ` is `oauth-authz-req+jwt`.', object, { refusedBy: 'wallet', standard: nameSection('5'), consequence: security('A token that was signed for another purpose is accepted as a request.') }),
  ALG: must('verifier', 'A request of a client that is identified by a certificate, a DID or an attestation has an `alg` that is neither `none` nor symmetric.', object, { section: '5.9.3', refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  SIGNED: must('verifier', 'A request is signed with the key of its certificate or its attestation.', object, { section: '5.9.3', refusedBy: 'wallet', standard: nameSection('5.9.3'), consequence: impersonated }),
  AUD: must('verifier', '`aud`, if present, is the wallet: an HTTPS URL, or `https://self-issued.me/v2`.', object, { section: '5.8', standard: nameSection('5.8'), consequence: replayed }),
  NESTED: stated('verifier', 'A request object has neither `request` nor `request_uri`.', object, { standard: 'RFC 9101, section 4', consequence: unread }),
  'WALLET-NONCE': must('verifier', 'A request object has the `wallet_nonce` that the wallet sent for it.', object, { section: '5.10', refusedBy: 'wallet', standard: nameSection('5.10'), consequence: security('An attacker who records a request can send it to a wallet again.') }),
})

// biome-ignore format: a table, one row a line.
export const DCQL = section('DCQL', '6', {
  JSON: stated('verifier', 'A query is a JSON object.', query, { standard: nameSection('6'), consequence: unread }),
  CREDENTIALS: must('verifier', '`credentials` is a non-empty array of objects.', query, { standard: nameSection('6'), consequence: unread }),
  ID: must('verifier', 'The `id` of a credential is a non-empty string of letters, digits, `_` and `-`.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unread }),
  UNIQUE: mustNot('verifier', 'No two credentials have the same `id`.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unmatched }),
  FORMAT: must('verifier', '`format` is a string.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unread }),
  META: must('verifier', '`meta` is an object.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unread }),
  VCT: must('verifier', '`meta` of `dc+sd-jwt`, unless it is empty, has `vct_values`, a non-empty array of strings.', query, { section: 'B.3.5', standard: nameSection('B.3.5'), consequence: unmatched }),
  DOCTYPE: must('verifier', '`meta` of `mso_mdoc`, unless it is empty, has `doctype_value`, a non-empty string.', query, { section: 'B.2.3', standard: nameSection('B.2.3'), consequence: unmatched }),
  TYPES: must('verifier', '`meta` of `jwt_vc_json` and `ldp_vc`, unless it is empty, has `type_values`, non-empty arrays of strings.', query, { section: 'B.1.1', standard: nameSection('B.1.1'), consequence: unmatched }),
  'VCT-NAME': must('verifier', 'Each element of `vct_values` is a type as SD-JWT VC defines it: a collision-resistant name, such as a URI or a name below a domain.', query, { section: 'B.3.5', standard: `${nameSection('B.3.5')}; SD-JWT VC draft 19, section 2.2.2.1`, consequence: unmatched }),
  MULTIPLE: stated('verifier', '`multiple`, if present, is a boolean.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unread }),
  BINDING: stated('verifier', '`require_cryptographic_holder_binding`, if present, is a boolean.', query, { section: '6.1', standard: nameSection('6.1'), consequence: security('A copied credential is accepted, although the verifier meant to require its holder.') }),
  AUTHORITIES: must('verifier', '`trusted_authorities`, if present, is a non-empty array of objects.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unread }),
  AUTHORITY: must('verifier', 'A trusted authority has `type`, a string, and `values`, a non-empty array of strings.', query, { section: '6.1.1', standard: nameSection('6.1.1'), consequence: unread }),
  AKI: stated('verifier', 'The values of the type `aki` are base64url.', query, { section: '6.1.1.1', standard: nameSection('6.1.1.1'), consequence: unmatched }),
  CLAIMS: must('verifier', '`claims`, if present, is a non-empty array of objects.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unread }),
  PATH: must('verifier', '`path` is a non-empty array of strings, nulls and integers from 0.', query, { section: '7', standard: nameSection('6.3 and 7'), consequence: unread }),
  'PATH-MDOC': stated('verifier', '`path` into an mdoc has two strings: the namespace and the element.', query, { section: '7.2', standard: nameSection('7.2'), consequence: unmatched }),
  TWICE: mustNot('verifier', 'No claim of a credential is requested twice.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unmatched }),
  'CLAIM-ID': must('verifier', 'The `id` of a claim, if present, is a non-empty string of letters, digits, `_` and `-`.', query, { section: '6.3', standard: nameSection('6.3'), consequence: unread }),
  'CLAIM-UNIQUE': mustNot('verifier', 'No two claims of a credential have the same `id`.', query, { section: '6.3', standard: nameSection('6.3'), consequence: unmatched }),
  'CLAIM-NAMED': must('verifier', 'Every claim has `id` if there are `claim_sets`.', query, { section: '6.3', standard: nameSection('6.3'), consequence: unmatched }),
  VALUES: stated('verifier', '`values`, if present, is a non-empty array of strings, integers and booleans.', query, { section: '6.3', standard: nameSection('6.3'), consequence: unread }),
  RETAIN: stated('verifier', '`intent_to_retain`, if present, is a boolean.', query, { section: 'B.2.4', standard: nameSection('B.2.4'), consequence: privacy('The user does not learn that the verifier keeps the data.') }),
  SETS: stated('verifier', '`claim_sets`, if present, is a non-empty array of arrays of strings.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unread }),
  'SETS-ALONE': mustNot('verifier', '`claim_sets` is present only together with `claims`.', query, { section: '6.4.1', standard: nameSection('6.4.1'), consequence: unmatched }),
  'SETS-KNOWN': stated('verifier', '`claim_sets` names claims of the credential.', query, { section: '6.1', standard: nameSection('6.1'), consequence: unmatched }),
  OPTIONS: must('verifier', '`credential_sets`, if present, is a non-empty array of objects, each with `options`: non-empty arrays of strings.', query, { section: '6.2', standard: nameSection('6 and 6.2'), consequence: unread }),
  'OPTIONS-KNOWN': stated('verifier', '`options` names credentials of the query.', query, { section: '6.2', standard: nameSection('6.2'), consequence: unmatched }),
  REQUIRED: stated('verifier', '`required`, if present, is a boolean.', query, { section: '6.2', standard: nameSection('6.2'), consequence: unread }),
})

// biome-ignore format: a table, one row a line.
export const VPMETA = section('VPMETA', '11.1', {
  JSON: stated('verifier', 'Client metadata is a JSON object.', meta, { standard: nameSection('5.1'), consequence: unread }),
  JWKS: stated('verifier', '`jwks`, if present, is a JWK Set.', meta, { section: '5.1', standard: nameSection('5.1'), consequence: unusable }),
  KID: must('verifier', 'Each key has a distinct `kid`.', meta, { section: '5.1', standard: nameSection('5.1'), consequence: unusable }),
  USE: should('verifier', 'Each key has `use` if the keys are for different purposes.', meta, { section: '5.1', standard: 'OpenID4VP 1.0, errata set 1 (draft), section 5.1', consequence: unusable }),
  PUBLIC: stated('verifier', 'The keys are public keys.', meta, { section: '5.1', standard: nameSection('5.1'), consequence: exposedKey }),
  ENC: stated('verifier', '`encrypted_response_enc_values_supported`, if present, is a non-empty array of strings.', meta, { section: '5.1', standard: nameSection('5.1'), consequence: unusable }),
  FORMATS: must('verifier', '`vp_formats_supported`, if present, is an object of objects.', meta, { standard: nameSection('11.1'), consequence: unusable }),
  'SD-JWT': must('verifier', '`sd-jwt_alg_values` and `kb-jwt_alg_values`, if present, are non-empty arrays of strings.', meta, { section: 'B.3.4', standard: nameSection('B.3.4'), consequence: unusable }),
  MDOC: must('verifier', '`issuerauth_alg_values` and `deviceauth_alg_values`, if present, are non-empty arrays.', meta, { section: 'B.2.2', standard: nameSection('B.2.2'), consequence: unusable }),
  W3C: must('verifier', '`alg_values`, `proof_type_values` and `cryptosuite_values`, if present, are non-empty arrays.', meta, { section: 'B.1.3', standard: nameSection('B.1.3'), consequence: unusable }),
  TYPES: stated('verifier', 'Algorithms of mdocs are integers, those of other formats strings; `client_name` and `logo_uri`, if present, are strings.', meta, { section: 'B.2.2', standard: `${nameSection('B.1.3 and B.2.2')}; RFC 7591, section 2`, consequence: unusable }),
})

// biome-ignore format: a table, one row a line.
export const VPDATA = section('VPDATA', '5.1', {
  JSON: stated('verifier', 'Transaction data is a JSON object in base64url.', data, { refusedBy: 'wallet', standard: nameSection('5.1'), consequence: unread }),
  TYPE: must('verifier', '`type` is a string.', data, { refusedBy: 'wallet', standard: nameSection('5.1'), consequence: unauthorised }),
  IDS: must('verifier', '`credential_ids` is a non-empty array of strings.', data, { refusedBy: 'wallet', standard: nameSection('5.1'), consequence: unauthorised }),
  HASHES: must('verifier', '`transaction_data_hashes_alg`, if present, is a non-empty array of strings.', data, { section: 'B.3.3.1', standard: nameSection('B.3.3.1'), consequence: unauthorised }),
  'HASH-NAMES': must('verifier', 'Hash algorithms have the names of the IANA registry, such as `sha-256`.', data, { section: 'B.3.3.1', standard: nameSection('B.3.3.1'), consequence: unread }),
})

// biome-ignore format: a table, one row a line.
export const VPATT = section('VPATT', '12', {
  JWS: must('verifier', 'A verifier attestation is a compact JWS of a JSON object.', attestation, { refusedBy: 'wallet', standard: nameSection('12'), consequence: unread }),
  TYP: must('verifier', '`typ` is `verifier-attestation+jwt`.', attestation, { standard: nameSection('12'), consequence: security('A token that was signed for another purpose is accepted as an attestation.') }),
  ISS: must('verifier', '`iss` and `sub` are strings.', attestation, { standard: nameSection('12'), consequence: impersonated }),
  EXP: must('verifier', '`exp` is a number, and so are `iat` and `nbf`, if present.', attestation, { standard: nameSection('12'), consequence: replayed }),
  CURRENT: must('verifier', 'An attestation is used after `nbf` and before `exp`.', attestation, { refusedBy: 'wallet', standard: nameSection('12'), consequence: replayed }),
  CNF: must('verifier', '`cnf` has `jwk`, a public key.', attestation, { standard: nameSection('12'), consequence: impersonated }),
  TYPES: stated('verifier', '`redirect_uris`, if present, is an array of strings.', attestation, { standard: nameSection('12'), consequence: redirected }),
})

// biome-ignore format: a table, one row a line.
export const VPDC = section('VPDC', 'A.2', {
  JSON: stated('verifier', 'A request to the Digital Credentials API is a JSON object.', dc, { standard: nameSection('A.2'), consequence: unread }),
  PROTOCOL: must('verifier', '`protocol` is `openid4vp-v1-unsigned`, `openid4vp-v1-signed` or `openid4vp-v1-multisigned`.', dc, { section: 'A.1', standard: nameSection('A.1'), consequence: unread }),
  DATA: stated('verifier', '`data` is an object.', dc, { section: 'A.3.1', standard: nameSection('A.3.1'), consequence: unread }),
  FORM: must('verifier', 'The data of a signed request has `request`: a string, and a JSON object if there are several signatures.', dc, { section: 'A.3.2', standard: nameSection('A.1 and A.3.2'), consequence: unread }),
  UNSIGNED: must('verifier', 'An unsigned request has no `client_id`.', dc, { standard: nameSection('A.2'), consequence: impersonated }),
  MODE: must('verifier', '`response_mode` is `dc_api` or `dc_api.jwt`.', [dc, object], { standard: nameSection('A.2'), consequence: unusable }),
  CLIENT: must('verifier', 'A signed request has `client_id`; in JSON it is in each protected header.', object, { standard: nameSection('A.2 and A.3.2.2'), consequence: impersonated }),
  PROTECTED: must('verifier', 'In JSON, `client_id` and `verifier_info` are only in protected headers.', object, { section: 'A.3.2.2', standard: nameSection('A.3.2.2'), consequence: impersonated }),
  PAYLOAD: must('verifier', 'In JSON, no other parameter of the request is in a header.', object, { section: 'A.3.2.2', standard: nameSection('A.3.2.2'), consequence: unread }),
  COMPACT: should('verifier', 'A request with one signature has the compact form.', object, { section: 'A.3.2', standard: nameSection('A.3.2'), consequence: unread }),
  ORIGINS: must('verifier', 'A signed request has `expected_origins`, a non-empty array of strings.', object, { standard: nameSection('A.2'), consequence: replayed }),
  SCHEMES: should('verifier', '`expected_origins` has none of the schemes `ftp`, `javascript`, `data`, `ws` and `wss`, and `http` only for pages on the same machine.', object, { standard: 'OpenID4VP 1.0, errata set 1 (draft), section A.2', consequence: replayed }),
  EXPECTED: must('verifier', '`expected_origins` has the origin that the platform reports.', object, { refusedBy: 'wallet', standard: nameSection('A.2'), consequence: replayed }),
})

// biome-ignore format: a table, one row a line.
export const VPPOST = section('VPPOST', '5.10', {
  FORM: must('wallet', 'A request to `request_uri` with POST has the content type `application/x-www-form-urlencoded`.', post, { standard: nameSection('5.10'), consequence: unread }),
  ACCEPT: must('wallet', 'A request to `request_uri` with POST accepts `application/oauth-authz-req+jwt`.', post, { standard: nameSection('5.10'), consequence: unread }),
  METADATA: stated('wallet', '`wallet_metadata` is a JSON object.', wallet, { standard: nameSection('5.10'), consequence: unread }),
  FORMATS: must('wallet', 'The metadata of a wallet has `vp_formats_supported`, an object.', wallet, { section: '10.1', standard: nameSection('10.1'), consequence: unusable }),
  PREFIXES: stated('wallet', '`client_id_prefixes_supported`, if present, is a non-empty array of strings.', wallet, { section: '10.1', standard: nameSection('10.1'), consequence: unusable }),
  TYPES: stated('wallet', '`authorization_endpoint` is a string, and `jwks` an object with an array of objects, if present.', wallet, { section: '10.1', standard: `${nameSection('10.1')}; RFC 8414, section 2`, consequence: unusable }),
  OBJECT: must('verifier', 'A request object that is requested with POST comes with the content type `application/oauth-authz-req+jwt`.', http, { section: '5.10.1', standard: nameSection('5.10.1'), consequence: unread }),
})

/** The keys in messages of a verifier, and in the metadata of a wallet. */
export const keysOf = {
  metadata: makeFacet(keyFoundation, {
    kind: meta,
    table: 'VPMETA',
    section: '5.1',
    binds: 'verifier',
    subject: 'Every key in `jwks`',
    rulings: { 'KEY-PUBLIC': { is: VPMETA.PUBLIC } },
  }),
  object: makeFacet(keyFoundation, {
    kind: object,
    table: 'VPOBJ',
    section: '5.9',
    binds: 'verifier',
    subject: 'Every key in a header',
  }),
  attestation: makeFacet(keyFoundation, {
    kind: attestation,
    table: 'VPATT',
    section: '12',
    binds: 'verifier',
    subject: 'Each key in `cnf` or in the header',
    rulings: { 'KEY-PUBLIC': { sharper: VPATT.CNF } },
  }),
  wallet: makeFacet(keyFoundation, {
    kind: wallet,
    table: 'VPPOST',
    section: '5.10',
    binds: 'wallet',
    subject: 'Every key in the metadata of a wallet',
  }),
} as const

/** The signed messages of a verifier. */
export const jwtsOf = {
  object: makeFacet(jwtFoundation, {
    kind: object,
    table: 'VPOBJ',
    section: '5',
    binds: 'verifier',
    refusedBy: ['wallet'],
    subject: 'A request object',
    rulings: {
      'JWS-SIGNED': { is: VPOBJ.SIGNED },
      'X509-CHAIN': { is: VPCLIENT.CHAIN },
      'X509-TIMES': { is: VPCLIENT.CHAIN },
    },
  }),
  attestation: makeFacet(jwtFoundation, {
    kind: attestation,
    table: 'VPATT',
    section: '12',
    binds: 'verifier',
    refusedBy: ['wallet'],
    subject: 'A verifier attestation',
    rulings: { 'JWT-TIMES': { is: VPATT.EXP }, 'JWT-CURRENT': { is: VPATT.CURRENT } },
  }),
} as const

export const requestRequirements = [
  ...listRows(VPLINK, VPREQ, VPCLIENT, VPOBJ, DCQL, VPMETA, VPDATA, VPATT, VPDC, VPPOST),
  ...Object.values(keysOf).flatMap((each) => each.requirements),
  ...Object.values(jwtsOf).flatMap((each) => each.requirements),
]
