import {
  byProbes,
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
} from '../../../model/requirement.ts'
import { nameSection as text } from '../texts.ts'

const impersonated = security('An attacker gets a presentation in the name of a verifier that the user trusts.')
const mixedUp = security('A token or a request that was made for another purpose is accepted as a request.')
const redirected = privacy('A presentation is sent to an address that is not that of the verifier.')
const unauthorised = security('A transaction that the user has not seen is authorized.')
const replayed = security('A presentation is not bound to a session, and can be used in another one.')
const exposed = privacy('The verifier learns more about the holder than it requested.')
const stopped = interoperability('The presentation fails, although both sides could continue.')

// biome-ignore format: a table, one row a line.
export const VPWALLET = section('VPWALLET', '5', {
  FETCH: must('wallet', 'A request object is fetched from `request_uri`, with its query, by GET, or by POST if `request_uri_method` is `post`.', inExchange('requests by `request_uri`'), { section: '5.1', standard: `${text('5.1')}; RFC 9101, section 5.2.3`, consequence: stopped }),
  'ONLY-OBJECT': must('wallet', 'Parameters outside a request object are not used.', byProbes('a link with another `response_uri` than its request object'), { section: '5.10', standard: `${text('5.10.1')}; RFC 9101, section 5`, consequence: redirected }),
  'REFUSES-TYPE': mustNot('wallet', 'A request object whose `typ` is not `oauth-authz-req+jwt` is not processed.', byProbes('request objects with another `typ`, and without one'), { standard: text('5'), consequence: mixedUp }),
  'REFUSES-SIGNATURE': must('wallet', 'A request object that is not signed with the key of its certificate is not used.', byProbes('request objects with other signatures'), { section: '5.9.3', standard: text('5.9.3'), consequence: impersonated }),
  'REFUSES-METADATA-KEY': mustNot('wallet', 'The keys in `client_metadata` are not used to verify request objects.', byProbes('request objects that a key in their own `client_metadata` signed'), { section: '5.1', standard: text('5.1'), consequence: impersonated }),
  'REFUSES-TIMES': mustNot('wallet', 'A request object is not used before its `nbf` or after its `exp`.', byProbes('request objects that have expired, and that are not valid yet'), { standard: 'RFC 7519, sections 4.1.4 and 4.1.5', consequence: security('An attacker who records a request can send it to wallets again.') }),
  'REFUSES-CRIT': must('wallet', 'A request object with a parameter in `crit` that the wallet does not know is not used.', byProbes('a request object whose `crit` names a made-up parameter'), { standard: 'RFC 7515, section 4.1.11', consequence: mixedUp }),
  'REFUSES-CHAIN': must('wallet', 'A request whose certificates do not end at a trusted root, or are not valid now, is not used.', byProbes('certificates of another authority, and one that has expired'), { section: '5.9.3', standard: `${text('5.9.3')}; RFC 5280, section 6.1.3`, consequence: impersonated }),
  'REFUSES-CLIENT': must('wallet', 'A request whose `client_id` does not belong to its certificate, or has the prefix `origin`, is not used.', byProbes('requests in the name of other clients'), { section: '5.9.3', standard: text('5.9.3'), consequence: impersonated }),
  'REFUSES-DID': must('wallet', 'A request of a client that is identified by a DID is not used unless a key of that DID signed it.', byProbes('requests of a DID that other keys signed'), { section: '5.9.3', standard: text('5.9.3'), consequence: impersonated }),
  'REFUSES-ATTESTER': must('wallet', 'A request of a client that is identified by an attestation is not used unless it has one that a trusted party signed.', byProbes('attestations with other signatures, and a request without one'), { section: '5.9.3', standard: text('5.9.3'), consequence: impersonated }),
  'REFUSES-ATTESTED-TIMES': must('wallet', 'A verifier attestation is rejected before its `nbf` and after its `exp`.', byProbes('attestations that have expired, and that are not valid yet'), { section: '12', standard: text('12'), consequence: impersonated }),
  'REFUSES-ATTESTED-NAME': must('wallet', 'A request is not used if its client is not the `sub` of its attestation.', byProbes('an attestation of another verifier'), { section: '5.9.3', standard: text('5.9.3'), consequence: impersonated }),
  'REFUSES-PROOF': must('wallet', 'A request that is not signed with the key in its attestation is not used.', byProbes('a request with an attestation that another key signed'), { section: '12', standard: text('5.9.3 and 12'), consequence: impersonated }),
  'REFUSES-UNKNOWN': must('wallet', 'A request of a client without a supported prefix is not used unless the wallet knows the client beforehand.', byProbes('requests of made-up clients'), { section: '5.9.2', standard: text('5.9.1 and 5.9.2'), consequence: impersonated }),
  'REFUSES-UNSIGNED': must('wallet', 'An unsigned request of a client that is identified by a certificate is not used.', byProbes('a request with its parameters in the link'), { section: '5.9.3', standard: text('5.9.3'), consequence: impersonated }),
  'REFUSES-MISMATCH': must('wallet', 'A request is not processed if the `client_id` in the link is not that of the request object.', byProbes('a link with another `client_id`'), { section: '5.10', standard: `${text('5.10.1')}; RFC 9101, section 5`, consequence: impersonated }),
  'REFUSES-NONCE': must('wallet', 'A request object without the `wallet_nonce` that the wallet sent for it is not processed.', byProbes('request objects with another `wallet_nonce`, and without one'), { section: '5.10', standard: text('5.10.1'), consequence: security('An attacker who records a request can send it to wallets again.') }),
  'REFUSES-ERROR': must('wallet', 'A request whose `request_uri` answers a POST request with an error is not processed.', byProbes('a request object in an answer with an error'), { section: '5.10', standard: text('5.10.2'), consequence: mixedUp }),
  'REFUSES-AUDIENCE': must('wallet', 'A request object for another audience is not used.', byProbes('a request object with another `aud`'), { section: '5.8', standard: `${text('5.8')}; RFC 7519, section 4.1.3`, consequence: mixedUp }),
  'REFUSES-ADDRESS': must('wallet', 'A response to a client with the prefix `redirect_uri` is sent to the address in its `client_id`.', byProbes('a `response_uri` that is not the client'), { section: '14.3.1', standard: text('5.9.3 and 14.3.1'), consequence: redirected }),
  'REFUSES-PLACE': must('wallet', 'A response is sent to one of the `redirect_uris` of a verifier attestation that has them.', byProbes('an attestation with the addresses of another verifier'), { section: '5.9.3', standard: text('5.9.3 and 14.3.1'), consequence: redirected }),
  'REFUSES-HOST': should('wallet', 'A response to a client with a DNS name is sent to that name, unless the wallet trusts the client with others.', byProbes('a client of another host, with a certificate of its own'), { section: '5.9.3', standard: text('5.9.3'), consequence: redirected }),
  'REFUSES-TLS': must('wallet', 'No request is sent to a server whose TLS certificate is not valid for it.', byProbes('with --tls, certificates that have expired, are self-signed, for another name or from an unknown authority'), { section: '14.6', standard: text('14.6'), consequence: redirected }),
  PLAIN: mustNot('wallet', 'No request object is requested with POST without TLS.', byProbes('with --tls, a `request_uri` without TLS that may be fetched with POST'), { section: '5.10', standard: text('5.10'), consequence: redirected }),
  'REFUSES-ORIGIN': must('wallet', 'A signed request is not answered if the origin of the page is none of its `expected_origins`, compared as strings.', byProbes('with --dc-api, requests that expect other origins'), { section: 'A.2', standard: text('A.2'), consequence: security('An attacker puts the request of another verifier to wallets, and gets their presentations.') }),
  ORIGINS: must('wallet', 'A signed request is answered if the origin of the page is one of several `expected_origins`.', byProbes('with --dc-api, a request that expects two origins'), { section: 'A.2', standard: text('A.2'), consequence: stopped }),
  'IGNORES-CLIENT': must('wallet', 'A `client_id` in an unsigned request of the Digital Credentials API is ignored.', byProbes('with --dc-api, unsigned requests with `client_id`'), { section: 'A.2', standard: text('A.2'), consequence: impersonated }),
  'IGNORES-ORIGINS': must('wallet', '`expected_origins` in an unsigned request of the Digital Credentials API is ignored.', byProbes('with --dc-api, an unsigned request that expects another origin'), { section: 'A.2', standard: text('A.2'), consequence: stopped }),
  'REFUSES-REDIRECT': must('wallet', 'A request by `direct_post` with a `redirect_uri` is answered with an error.', byProbes('a request with `redirect_uri` beside `response_uri`'), { section: '8.2', standard: text('8.2'), consequence: redirected }),
  'REFUSES-UNBOUND': must('wallet', 'Transaction data for a credential without holder binding is rejected.', byProbes('with --transaction-data, a query with `require_cryptographic_holder_binding` of `false`'), { section: 'B.3.3', standard: text('B.3.3'), consequence: unauthorised }),
  'TRANSACTION-HASH': must('wallet', 'Transaction data is signed by its `sha-256` hash if the request names that function.', byProbes('with --transaction-data, lists of hash functions with `sha-256`'), { section: 'B.3.3.1', standard: text('B.3.3.1'), consequence: stopped }),
  'REFUSES-TRANSACTION': must('wallet', 'A request with transaction data of a type that the wallet does not know, or for no credential of the query, is answered with an error.', byProbes('transaction data of a made-up type'), { section: '5.1', standard: text('5.1, 8.4 and 8.5'), consequence: unauthorised }),
  'REFUSES-NO-NONCE': must('wallet', 'No credential is presented for a request without `nonce`: the presentation could not be bound to it.', byProbes('a request without `nonce`'), { section: '14.1.2', standard: text('5.2 and 14.1.2'), consequence: replayed }),
  'REFUSES-RESPONSE-TYPE': must('wallet', 'No credential is presented for a request whose `response_type` is missing or not known.', byProbes('requests without `response_type`, and with one that was made up'), { section: '5.2', standard: 'RFC 6749, section 3.1.1', consequence: mixedUp }),
  UNMATCHED: must('wallet', 'No credential is presented if the query cannot be answered in full.', byProbes('queries for credentials and claims that are not there'), { section: '6.4', standard: text('6.4.1 and 6.4.2'), consequence: exposed }),
  AUTHORITIES: should('wallet', 'Each presented credential matches one of the `trusted_authorities` of its query.', byProbes('a query for another authority'), { section: '6.1', standard: text('6.1'), consequence: exposed }),
  INFO: should('wallet', 'Information about a verifier in a format that the wallet does not know is ignored.', byProbes('a request with `verifier_info` of a made-up format'), { section: '5.11', standard: text('5.11'), consequence: stopped }),
  VALUES: should('wallet', 'A claim is not presented if its value is not one that the query asks for.', byProbes('a query for a value that no credential has'), { section: '6.4.1', standard: text('6.3 and 6.4.1'), consequence: exposed }),
  DUPLICATES: should('wallet', 'A claim that a query names twice is presented once.', byProbes('a query with one claim twice'), { section: '6.1', standard: text('6.1'), consequence: stopped }),
  PREFERRED: should('wallet', 'Of several sets of claims, the first possible one is presented.', inExchange('a query for one of two sets of claims, where the wallet has all of them'), { section: '6.4.1', standard: text('6.4.1'), consequence: interoperability('The verifier gets less than it prefers, although the wallet has it.') }),
  RETURN: must('wallet', "The user is sent to the `redirect_uri` in the verifier's answer to a response.", byProbes('answers that have a `redirect_uri`'), { section: '8.2', standard: text('8.2'), consequence: security('An attacker collects the presentation of a user whom it sent to the verifier.') }),
  'NO-CLAIMS': mustNot('wallet', 'A request to a verifier has no claim of the user outside the presentation.', inExchange('requests by `request_uri`, and the header fields of responses'), { section: '15.8', standard: text('15.8'), consequence: exposed }),
  'NO-SOFTWARE': should('wallet', 'No header field of a request to a verifier names the software of the wallet.', inExchange('the header fields of requests to the verifier'), { section: '15.8', standard: text('15.6 and 15.8'), consequence: privacy('Verifiers can recognise a user by the software of the wallet.') }),
  KEY: stated('wallet', 'A response is encrypted with what the wallet supports of several keys and algorithms, so that a key of the request decrypts it.', inExchange('encrypted responses, and requests with several keys'), { section: '8.3', standard: text('8.3'), consequence: interoperability('The verifier cannot read the presentation.') }),
  'OWN-NONCE': should('wallet', 'Each request for a request object has a `wallet_nonce` of its own, if it has one.', inExchange('several requests by `request_uri` with POST'), { section: '5.10', standard: text('5.10'), consequence: replayed }),
  'SIGNING-ALGS': should('wallet', 'Metadata for a client that signs its requests has `request_object_signing_alg_values_supported`.', inExchange('requests by `request_uri` with POST'), { section: '5.10', standard: text('5.10'), consequence: interoperability('The verifier signs its request with an algorithm that the wallet cannot verify.') }),
  'NO-SIGNING-ALGS': mustNot('wallet', 'Metadata for a client that cannot sign its requests has no `request_object_signing_alg_values_supported`.', byProbes('a client with the prefix `redirect_uri` whose request may be fetched with POST'), { section: '5.10', standard: text('5.10'), consequence: interoperability('The verifier assumes that its request may be signed.') }),
  AGAIN: should('wallet', 'A valid request is still answered after others, like the first one.', byProbes('a valid request after all other sessions'), { section: '8', standard: text('8'), consequence: stopped }),
  OPTIONS: must('wallet', 'A query is answered if one option of each required set can be.', byProbes('queries with sets of credentials'), { section: '6.4.2', standard: text('6.4.2'), consequence: stopped }),
  IGNORES: must('wallet', 'Unknown parameters are ignored.', byProbes('requests that have more parameters'), { standard: text('5, 5.1, 6 and A.2'), consequence: stopped }),
  UTF8: must('wallet', 'The wallet posts a form in UTF-8.', inExchange('requests with POST'), { section: '8.2', standard: text('5.10, 8.2 and 8.3.1'), consequence: interoperability('The verifier reads values that differ from those that the wallet sent.') }),
  'NO-REDIRECTS': should('wallet', 'HTTP redirects are not followed.', byProbes('addresses that answer with a redirect'), { section: '8.2', standard: 'OpenID4VP 1.0, errata set 1 (draft), section 14.8', consequence: redirected }),
  'ERROR-CODE': should('wallet', 'An error has a code that is defined for its cause.', inExchange('requests that are answered with an error'), { section: '8.5', standard: text('8.5 and A.2'), consequence: interoperability('The verifier does not learn what is wrong with its request.') }),
})

export const walletRequirements = listRows(VPWALLET)
