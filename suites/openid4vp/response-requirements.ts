import { makeFacet } from '../../model/foundation/facet.ts'
import {
  inExchange,
  interoperability,
  listRows,
  must,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../model/requirement.ts'
import { jweFoundation } from '../jose/jwe-rules.ts'
import { nameSection } from './texts.ts'

const unread = interoperability('The verifier cannot read the response.')
const unmatched = interoperability('The verifier gets a credential that it did not request, and rejects it.')
const replayed = security('A presentation that was made for another verifier, or another session, is accepted.')
const exposed = privacy('The verifier learns more about the holder than it requested.')
const leaked = privacy('Parties other than the verifier can read the presentation.')
const unauthorised = security('A transaction that the user has not seen is authorized.')
const fixated = security('An attacker collects the presentation of another user.')

const response = 'vp-response'
const sealed = 'vp-encrypted-response'
const post = 'vp-http-request'
const link = 'vp-response-link'
const http = 'vp-http-response'

// biome-ignore format: a table, one row a line.
export const VPRESP = section('VPRESP', '8.1', {
  JSON: stated('wallet', 'A response is a JSON object.', response, { standard: nameSection('8.1'), consequence: unread }),
  TOKEN: must('wallet', 'A response that is not an error has `vp_token`, or `response` if encryption is requested.', response, { section: '5.6', refusedBy: 'verifier', standard: nameSection('5.6 and 8.3.1'), consequence: unread }),
  OBJECT: must('wallet', '`vp_token` is an object of non-empty arrays.', response, { refusedBy: 'verifier', standard: nameSection('8.1'), consequence: unread }),
  'NO-CODE': should('wallet', 'A response to a request for a `vp_token` has no `code`, `access_token` and `token_type`.', response, { section: '5.6', standard: nameSection('5.6'), consequence: security('The verifier gets access that the user has not granted.') }),
  PRESENTATION: stated('wallet', 'Each presentation is a string or an object.', response, { refusedBy: 'verifier', standard: nameSection('8.1'), consequence: unread }),
  KNOWN: stated('wallet', 'Each member of `vp_token` has the `id` of a credential of the query.', response, { refusedBy: 'verifier', standard: nameSection('8.1'), consequence: unmatched }),
  ONE: must('wallet', 'There is one presentation of each credential, unless the query has `multiple`.', response, { refusedBy: 'verifier', standard: nameSection('8.1'), consequence: unmatched }),
  SATISFIED: must('wallet', 'All credentials that the query requires are presented.', response, { section: '6.4.2', refusedBy: 'verifier', standard: nameSection('6.4.2 and 8.6'), consequence: unmatched }),
  STATE: stated('wallet', '`state` is that of the request.', response, { section: '5.3', refusedBy: 'verifier', standard: 'RFC 6749, section 4.1.2', consequence: fixated }),
  FORMAT: must('wallet', 'Each presentation is in the format that the query asks for.', response, { section: 'B', refusedBy: 'verifier', standard: nameSection('6.4.2, B.1.3, B.2.5 and B.3'), consequence: unmatched }),
  VCT: must('wallet', 'The type of an SD-JWT VC is one of the query, or extends one.', response, { section: 'B.3.5', refusedBy: 'verifier', standard: nameSection('6.4.2 and B.3.5'), consequence: unmatched }),
  DOCTYPE: must('wallet', 'The type of an mdoc is that of the query.', response, { section: 'B.2.3', refusedBy: 'verifier', standard: nameSection('6.4.2 and B.2.3'), consequence: unmatched }),
  'ISSUER-ALG': must('wallet', 'The issuer of an mdoc has signed it with one of the `issuerauth_alg_values` of the request.', response, { section: 'B.2.2', standard: nameSection('B.2.2'), consequence: unmatched }),
  'DEVICE-ALG': must('wallet', 'The device of an mdoc has signed it with one of the `deviceauth_alg_values` of the request.', response, { section: 'B.2.2', standard: nameSection('B.2.2'), consequence: unmatched }),
  CLAIMS: must('wallet', 'A presentation has all claims that the query asks for, or all of one claim set.', response, { section: '6.4.1', refusedBy: 'verifier', standard: nameSection('6.4.1 and 8.6'), consequence: unmatched }),
  MORE: must('wallet', 'A presentation discloses no claim that the request does not ask for.', response, { section: '6.4', standard: nameSection('6.4'), consequence: exposed }),
  VALUES: should('wallet', 'A claim has one of the values that the query asks for.', response, { section: '6.3', standard: nameSection('6.3'), consequence: exposed }),
  BOUND: must('wallet', 'An SD-JWT has a Key Binding JWT, unless the query does not require holder binding.', response, { section: 'B.3', refusedBy: 'verifier', standard: nameSection('B.3 and 8.6'), consequence: security('A copied credential is presented by someone other than its holder.') }),
  ORIGIN: must('wallet', 'Over the Digital Credentials API, the audience of a Key Binding JWT is an origin after `origin:`.', response, { section: 'A.4', refusedBy: 'verifier', standard: nameSection('A.4'), consequence: replayed }),
  'W3C-NONCE': must('wallet', 'A W3C presentation has the `nonce` of the request: in `nonce` of a JWT, in `challenge` of a proof.', response, { section: 'B.1.3', refusedBy: 'verifier', standard: nameSection('B.1.3.1.5 and B.1.3.2.5'), consequence: replayed }),
  'W3C-AUDIENCE': must('wallet', 'A W3C presentation has the client or its origin as its audience: in `aud` of a JWT, in `domain` of a proof.', response, { section: 'B.1.3', refusedBy: 'verifier', standard: nameSection('B.1.3.1.5 and B.1.3.2.5'), consequence: replayed }),
  'W3C-BOUND': must('wallet', 'A W3C credential is in a presentation of its holder, unless the query does not require holder binding.', response, { section: 'B.1', standard: nameSection('B.1'), consequence: replayed }),
  'W3C-PLAIN': must('wallet', 'A W3C credential for a query without holder binding is in no presentation of its holder.', response, { section: 'B.1', standard: nameSection('B.1'), consequence: unmatched }),
  'W3C-PROOF': must('wallet', 'The proofs of a W3C presentation have a `type` and a `cryptosuite` that the verifier supports.', response, { section: 'B.1.3', standard: nameSection('B.1.3.2.3'), consequence: unmatched }),
  'W3C-ALG': must('wallet', 'A JWT of a W3C presentation has an `alg` that the verifier supports.', response, { section: 'B.1.3', standard: nameSection('B.1.3.1.3'), consequence: unmatched }),
  'W3C-SIGNED': stated('wallet', 'A presentation in another format than SD-JWT VC and mdoc is signed by its holder.', response, { section: 'B.1.3', refusedBy: 'verifier', standard: nameSection('B.1.3.1.5 and B.1.3.2.5'), consequence: security('An attacker presents a credential that was issued to another party.') }),
})

// biome-ignore format: a table, one row a line.
export const VPSIGN = section('VPSIGN', 'B.3.3.1', {
  FORM: stated('wallet', '`transaction_data_hashes` of a Key Binding JWT, if present, is a non-empty array of strings.', response, { standard: nameSection('B.3.3.1'), consequence: unauthorised }),
  HASH: must('wallet', 'Each hash in a Key Binding JWT is that of transaction data of the request, as it was received.', response, { standard: nameSection('B.3.3.1'), consequence: unauthorised }),
  ALG: must('wallet', '`transaction_data_hashes_alg` is one of those in the request, and is present if the request has it.', response, { standard: nameSection('B.3.3.1'), consequence: unauthorised }),
  ALL: must('wallet', 'All transaction data of the request is signed with a credential that it names: by its hash, or in the way that its type defines.', response, { section: '8.4', standard: nameSection('8.4 and B.3.3.1'), consequence: unauthorised }),
  ONE: must('wallet', 'Transaction data is signed with one of the credentials that it names.', response, { section: '5.1', standard: nameSection('5.1'), consequence: unauthorised }),
})

// biome-ignore format: a table, one row a line.
export const VPERR = section('VPERR', '8.5', {
  CODE: stated('wallet', '`error` is a string of printable ASCII without quotes and backslashes.', response, { standard: 'RFC 6749, section 4.1.2.1', consequence: unread }),
  DESCRIPTION: stated('wallet', '`error_description`, if present, is printable ASCII without quotes and backslashes.', response, { standard: 'RFC 6749, section 4.1.2.1', consequence: unread }),
  ALONE: stated('wallet', 'Over the Digital Credentials API, `error` is the only member of a response with an error.', response, { section: 'A.4', standard: nameSection('A.4'), consequence: privacy('The verifier learns why a user declined.') }),
})

// biome-ignore format: a table, one row a line.
export const VPJWE = section('VPJWE', '8.3', {
  FORM: must('wallet', 'An encrypted response is a compact JWE.', sealed, { refusedBy: 'verifier', standard: nameSection('8.3'), consequence: unread }),
  KID: must('wallet', 'The header has the `kid` of a key of the request.', sealed, { standard: nameSection('8.3'), consequence: unread }),
  ALG: must('wallet', '`alg` is that of the key.', sealed, { standard: nameSection('8.3'), consequence: unread }),
  USE: should('wallet', 'The key is an encryption key.', sealed, { standard: nameSection('8.3'), consequence: security('One key serves two purposes, and a flaw in one affects the other.') }),
  ENC: must('wallet', '`enc` is one of those in the request, or `A128GCM` if the request names none.', sealed, { standard: nameSection('8.3'), consequence: unread }),
  EPHEMERAL: must('wallet', 'Each response that is encrypted with a key agreement has its own ephemeral key.', inExchange('several encrypted responses'), { standard: 'RFC 7518, section 4.6', consequence: leaked }),
  JWT: must('wallet', 'The encrypted text is JSON, and is not signed.', sealed, { standard: nameSection('8.3'), consequence: unread }),
})

/** The encrypted message from a wallet to a verifier. */
export const jweOfResponse = makeFacet(jweFoundation, {
  kind: sealed,
  table: 'VPJWE',
  section: '8.3',
  binds: 'wallet',
  subject: 'An encrypted response',
})

// biome-ignore format: a table, one row a line.
export const VPSEND = section('VPSEND', '8.2', {
  POST: must('wallet', 'A response by `direct_post` is sent with POST, as `application/x-www-form-urlencoded`.', [post, link], { standard: nameSection('8.2'), consequence: unread }),
  ONCE: stated('wallet', 'No parameter of a response occurs twice.', [post, link], { standard: 'RFC 6749, section 3.1', consequence: unread }),
  ADDRESS: must('wallet', 'A response by `direct_post` is sent to `response_uri`, and one by redirect to `redirect_uri`.', [post, link], { standard: nameSection('8.2'), consequence: leaked }),
  ENCRYPTED: must('wallet', 'A response is encrypted if the request asks for it.', [post, link], { section: '8.3.1', standard: nameSection('8.3.1'), consequence: leaked }),
  'ERROR-MODE': should('wallet', 'An error is returned with the response mode of the request.', link, { section: '5.6', standard: nameSection('5.6'), consequence: unread }),
  FRAGMENT: should('wallet', 'A response by redirect is in the fragment, or in the query if the request says so.', link, { section: '5.6', standard: nameSection('5.6'), consequence: leaked }),
})

// biome-ignore format: a table, one row a line.
export const VPEND = section('VPEND', '8.2', {
  STATUS: must('verifier', 'The answer to a response that was processed has the status code 200, not another success code or a redirect.', http, { standard: nameSection('8.2'), consequence: interoperability('Wallets treat the answer as an error.') }),
  TYPE: must('verifier', 'The answer to a response has the content type `application/json`.', http, { standard: nameSection('8.2'), consequence: interoperability('Wallets treat the answer as an error.') }),
  JSON: must('verifier', 'The answer to a response is a JSON object.', ['vp-endpoint-response', http], { standard: nameSection('8.2'), consequence: interoperability('Wallets treat the answer as an error.') }),
  REDIRECT: stated('verifier', '`redirect_uri`, if present, is an absolute URI.', 'vp-endpoint-response', { standard: nameSection('8.2'), consequence: interoperability('The user does not get back to the verifier.') }),
  'CODE-LENGTH': should('verifier', 'The random value in `redirect_uri` has 128 bits: 22 characters or more.', inExchange('end several sessions, and compare the addresses'), { standard: nameSection('8.2'), consequence: fixated }),
  FRESH: must('verifier', '`redirect_uri` has a fresh random value in each session.', inExchange('end several sessions, and compare the addresses'), { standard: nameSection('8.2'), consequence: fixated }),
})

export const responseRequirements = [
  ...listRows(VPRESP, VPSIGN, VPERR, VPJWE, VPSEND, VPEND),
  ...jweOfResponse.requirements,
]
