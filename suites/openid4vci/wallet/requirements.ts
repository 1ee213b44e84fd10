import {
  byProbes,
  inExchange,
  interoperability,
  must,
  mustNot,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'

const text = (number: string): string => `OpenID4VCI 1.0, section ${number}`

const stopped = interoperability('Issuers that follow the standard cannot issue to the wallet.')
const mixedUp = security("A wallet mistakes another party's data for this issuer's.")
const replayed = security('An attacker who records a message can obtain a credential with it.')
const stolen = security('An attacker who has a token of the wallet can obtain its credential.')
const forged = security('A wallet shows and presents a credential that no issuer signed.')
const fragile = interoperability('The wallet breaks with the next issuer that adds something new.')
const misread = security('The server of the document can change what the credential means.')
const endless = security('A credential can keep the wallet busy forever.')
const exposed = security(
  'Anyone between the wallet and the issuer can read the credential, or have it encrypted to another key.',
)
const injected = security('An attacker makes a user complete what the attacker started at the issuer.')
const intercepted = security('An attacker who sees a code can obtain the credential with it.')
const disguised = security("An attacker's application passes for a wallet of a trusted provider.")
const recorded = security('An attacker who records a request of the wallet can pass for it.')
const open = privacy('The parameters of an authorization can be read and changed in the browser.')

const vc = (number: string): string => `SD-JWT VC draft 19, section ${number}`
const draft = (number: string): string =>
  `${text('E')}; draft-ietf-oauth-attestation-based-client-auth-07, section ${number}`

const authorized = inExchange('an offer with the authorization code grant, and the authorization request')
const attested = inExchange('requests with a wallet attestation')

// biome-ignore format: a table, one row a line.
export const VCIWALLET = section('VCIWALLET', '8.2', {
  'OFFER-URI': must('wallet', 'The offer at `credential_offer_uri` is fetched with GET.', inExchange('an offer by reference'), { section: '4.1.3', standard: text('4.1.3'), consequence: stopped }),
  METADATA: must('wallet', 'The metadata of an issuer is fetched with GET from the URL with `/.well-known/openid-credential-issuer` inserted between host and path.', inExchange('where the wallet looks for metadata'), { section: '12.2.2', standard: text('12.2.2'), consequence: stopped }),
  SERVER: stated('wallet', 'The metadata of an authorization server is fetched with GET from the URL with `/.well-known/oauth-authorization-server` inserted between host and path.', inExchange('where the wallet looks for metadata of the authorization server'), { section: '12.2.4', standard: `${text('12.2.4')}; RFC 8414, section 3 and 3.1`, consequence: stopped }),
  TOKEN: must('wallet', 'A token request is a form in a POST request, without repeated parameters, and keeps the query of the endpoint.', inExchange('a token request'), { section: '6.1', standard: `${text('6.1')}; RFC 6749, section 3.2`, consequence: stopped }),
  CODE: must('wallet', 'A token request for an offer has the pre-authorized code of the offer, and the grant type for it.', inExchange('an offer and the token request'), { section: '4.1.1', standard: text('4.1.1 and 6.1'), consequence: stopped }),
  'TX-CODE': must('wallet', 'A token request has the transaction code as `tx_code` if the offer has `tx_code`, even if it is empty there.', inExchange('an offer with `tx_code`, and the token request'), { section: '6.1', standard: text('4.1.1 and 6.1'), consequence: stopped }),
  LOCATIONS: must('wallet', '`authorization_details` of a token request names the issuer in `locations` if the metadata has `authorization_servers`.', inExchange('metadata with `authorization_servers`, and a token request with details'), { section: '6.1', standard: text('5.1.1 and 6.1'), consequence: mixedUp }),
  NONCE: stated('wallet', 'A nonce is requested with POST, and the query of the endpoint is kept.', inExchange('a nonce request'), { section: '7.1', standard: text('7.1 and 12.2.4'), consequence: stopped }),
  'ACCESS-TOKEN': must('wallet', 'Requests for credentials and deferred credentials, and notifications, have the access token in the header, with the scheme of its type.', inExchange('requests with an access token'), { section: '8', standard: `${text('8, 9 and 11')}; RFC 6750, section 2.1; RFC 9449, section 7.1`, consequence: stopped }),
  'MEDIA-TYPE': must('wallet', 'Credential requests and notifications are POST requests with the media type `application/json`, and keep the query of the endpoint; encrypted ones have `application/jwt`.', inExchange('a credential request'), { standard: text('8.2, 9.1, 10, 11.1 and 12.2.4'), consequence: stopped }),
  IDENTIFIED: must('wallet', 'A request has a `credential_identifier` from the token response if there is one, and a `credential_configuration_id` of the offer otherwise.', inExchange('a token response and a credential request'), { standard: text('4.1.1, 6.2 and 8.2'), consequence: stopped }),
  'PROOF-ALG': must('wallet', 'A proof is of a type in the metadata, and its `alg` and that of its key attestation are among those of the type.', inExchange('the metadata and a credential request'), { section: 'F.1', standard: text('12.2.4, F.1 and F.3'), consequence: stopped }),
  'PROOF-CLIENT': must('wallet', '`iss` of a proof is the client, and is absent if the token was obtained without a client.', inExchange('a token request and a proof'), { section: 'F.1', standard: text('F.1'), consequence: stopped }),
  'PROOF-TIME': must('wallet', '`iat` of a proof is the time at which it was made, to within a day.', inExchange('when a proof arrives'), { section: 'F.1', standard: text('F.1'), consequence: stopped }),
  'ATTESTED-NONCE': must('wallet', '`nonce` of a key attestation is a `c_nonce` of the issuer, if it has a nonce endpoint.', inExchange('a nonce and a key attestation'), { section: 'F.3', standard: text('F.1 and F.3'), consequence: replayed }),
  ENCRYPTED: must('wallet', 'A request is encrypted if the metadata requires it, or if it asks for an encrypted response.', inExchange('the metadata and a request'), { standard: text('8.2 and 9.1'), consequence: exposed }),
  'DEFERRED-ENCRYPTED': must('wallet', 'A deferred request asks for an encrypted response if the metadata requires it.', inExchange('the metadata and a deferred request'), { section: '9.1', standard: text('9.1'), consequence: exposed }),
  ENCRYPTION: must('wallet', 'An encrypted request is a well-formed JWE with the `alg` and `kid` of a key in the metadata, an `enc` of the metadata, and no `zip` that is not in the metadata.', inExchange('the metadata and an encrypted request'), { section: '10', standard: text('10 and 12.2.4'), consequence: stopped }),
  'RESPONSE-LISTED': should('wallet', 'A request asks for an encrypted response by an `alg`, an `enc` and a `zip` of the metadata.', inExchange('the metadata and a request'), { section: '8.2', standard: text('8.2, 9.1 and 12.2.4'), consequence: stopped }),
  EPHEMERAL: must('wallet', 'Each request that is encrypted with a key agreement has its own ephemeral key.', inExchange('several encrypted requests'), { section: '10', standard: 'RFC 7518, section 4.6', consequence: exposed }),
  TRANSACTION: must('wallet', 'A deferred request has the `transaction_id` that the issuer gave.', inExchange('a deferred response and the request after it'), { section: '9.1', standard: text('9.1'), consequence: stopped }),
  NOTIFICATION: must('wallet', 'A notification has the `notification_id` that the issuer gave.', inExchange('a credential response and a notification'), { section: '8.3', standard: text('8.3 and 11.1'), consequence: stopped }),
  DPOP: stated('wallet', 'A DPoP proof is a JWT of the type `dpop+jwt`, with a signature algorithm and a key in its header.', inExchange('a request with a DPoP proof'), { section: '13.2', standard: 'RFC 9449, section 4.2', consequence: stolen }),
  'DPOP-CLAIMS': stated('wallet', 'A DPoP proof has `jti`, `iat`, the method and the address of its request, the hash of the access token that goes with it, and a nonce of the server if that gave one.', inExchange('a request with a DPoP proof'), { section: '13.2', standard: 'RFC 9449, section 4.2', consequence: stolen }),
  'DPOP-ONCE': stated('wallet', 'No two DPoP proofs have the same `jti`.', inExchange('several requests with a DPoP proof'), { section: '13.2', standard: 'RFC 9449, section 4.2', consequence: stolen }),
  'DPOP-NONCE-NEW': must('wallet', 'A DPoP proof has the latest nonce of the server, or the one before.', inExchange('several requests with a DPoP proof'), { section: '13.2', standard: 'RFC 9449, section 8.2', consequence: stopped }),
  'DPOP-BOUND': stated('wallet', 'A request with an access token of the type `DPoP` has a proof made with the key for which the token was issued.', inExchange('a token request and a credential request'), { section: '13.2', standard: 'RFC 9449, section 7', consequence: stopped }),
  'OTHER-SERVER': stated('wallet', 'The wallet uses the metadata of a server in `authorization_servers`, if the issuer has that member.', inExchange('an issuer with an authorization server elsewhere'), { section: '12.2.4', standard: text('12.2.4'), consequence: stopped }),
  AGAIN: should('wallet', 'A valid offer is still used after others, like the first one.', byProbes('a valid offer after all other sessions'), { section: '4.1', standard: text('4.1'), consequence: stopped }),
  'JTI-ONCE': must('wallet', 'No two proofs or key attestations have the same `jti`, if they have one.', inExchange('several credential requests'), { section: 'F.1', standard: 'RFC 7519, section 4.1.7', consequence: replayed }),
  'CODE-ONCE': stated('wallet', 'A code is not sent again once a token has been issued for it.', inExchange('token requests'), { section: '4.1.1', standard: `RFC 6749, section 4.1.2; ${text('4.1.1')}`, consequence: stopped }),
  'REFUSES-METADATA': must('wallet', 'Metadata is not used if its `credential_issuer` differs from the identifier from which its URL was derived.', byProbes('metadata with another `credential_issuer`'), { section: '12.2.4', standard: text('12.2.4'), consequence: mixedUp }),
  'REFUSES-SIGNER': must('wallet', 'Signed metadata from an untrusted signer is rejected.', byProbes('signed metadata by an unknown key'), { section: '12.2.3', standard: text('12.2.3'), consequence: mixedUp }),
  'SIGNED-CURRENT': mustNot('wallet', 'Signed metadata is not used after its `exp`.', byProbes('signed metadata that has expired'), { section: '12.2.3', standard: `${text('12.2.3')}; RFC 7519, section 4.1.4`, consequence: mixedUp }),
  'REFUSES-SERVER': stated('wallet', 'Metadata of an authorization server is not used if its `issuer` differs from the identifier from which its URL was derived.', byProbes('metadata with another `issuer`'), { section: '12.2.4', standard: 'RFC 8414, section 3.3', consequence: mixedUp }),
  'REFUSES-STATE': stated('wallet', 'After a redirect whose `state` differs from that of the request, no token is requested, unless the request has a PKCE challenge.', byProbes('redirects with another `state`, and without one'), { section: '5.2', standard: 'RFC 6749, section 10.12', consequence: injected }),
  'NO-LIFETIME': stated('wallet', 'A token response without `expires_in` is used.', byProbes('a token response without `expires_in`'), { section: '6.2', standard: 'RFC 6749, section 5.1', consequence: fragile }),
  'REFUSES-TLS': must('wallet', 'No request is sent to a server whose TLS certificate is not valid for it.', byProbes('with --tls, certificates that have expired, are self-signed, for another name or from an unknown authority'), { section: '13.9', standard: text('13.9'), consequence: stolen }),
  'REFUSES-TYPE': stated('wallet', 'An access token of an unknown type is not used.', byProbes('a token response with an unknown `token_type`'), { section: '6.2', standard: 'RFC 6749, section 7.1', consequence: stolen }),
  'REFUSES-CREDENTIAL': must('wallet', 'A `dc+sd-jwt` credential is validated before it is accepted.', byProbes('credentials that are wrong in one place'), { section: 'A.3.4', standard: `${text('A.3')}; RFC 9901, section 7.1 and 7.2`, consequence: forged }),
  'DIGEST-TEXT': must('wallet', 'The digest of a disclosure is computed from its text as it was received.', byProbes('a credential whose disclosures have white space'), { section: 'A.3.4', standard: 'RFC 9901, sections 4.2.3 and 7.2', consequence: stopped }),
  'KEYS-SAME': must('wallet', 'Metadata of the issuer of a credential is not used if its `issuer` is not the `iss` of the credential.', byProbes('metadata at `/.well-known/jwt-vc-issuer` with another `issuer`'), { section: 'A.3.4', standard: vc('4.3'), consequence: forged }),
  'KEYS-ERROR': must('wallet', 'Metadata of the issuer of a credential is not used if it comes with an error.', byProbes('metadata at `/.well-known/jwt-vc-issuer` with the status 404'), { section: 'A.3.4', standard: vc('3'), consequence: forged }),
  'KEYS-OWN': must('wallet', 'A credential is used if one of the keys of its issuer signed it, and rejected if none did.', byProbes('issuers that publish several keys, other ones, or none'), { section: 'A.3.4', standard: vc('2.4 and 2.5'), consequence: forged }),
  'KEYS-ASKED': must('wallet', 'Metadata of the issuer of a credential is fetched with GET, from a URL without the trailing slash of `iss`.', inExchange('how the metadata is requested'), { section: 'A.3.4', standard: vc('4.1'), consequence: stopped }),
  'KEYS-LOOP': must('wallet', 'Endless redirects of issuer metadata are not followed without a limit.', inExchange('metadata that redirects to itself'), { section: 'A.3.4', standard: vc('3'), consequence: endless }),
  PLAIN: mustNot('wallet', 'Issuer metadata and type metadata are not requested without HTTPS, even if a redirect or another document leads there.', byProbes('with --tls, metadata that redirects to, or extends, an address without HTTPS'), { section: 'A.3.4', standard: vc('3'), consequence: forged }),
  'TYPE-VCT': must('wallet', 'Type metadata is not used if its `vct` differs from the reference to it.', byProbes('type metadata with another `vct`'), { section: 'A.3.4', standard: vc('5.3'), consequence: misread }),
  'TYPE-ERROR': must('wallet', 'Type metadata is not used if it comes with an error.', byProbes('type metadata with the status 404'), { section: 'A.3.4', standard: vc('3'), consequence: misread }),
  'TYPE-INTEGRITY': must('wallet', 'Type metadata is not used if its digest by the strongest hash function is not the given one.', byProbes('type metadata with other digests'), { section: 'A.3.4', standard: vc('6'), consequence: misread }),
  'TYPE-READ': must('wallet', 'Type metadata is read as intended: unknown members are ignored, and one of several digests is enough.', byProbes('unusual type metadata'), { section: 'A.3.4', standard: vc('5.2 and 6'), consequence: fragile }),
  'TYPE-CLAIMS': must('wallet', 'A credential is rejected if the claim metadata of its type does not allow it or is malformed.', byProbes('credentials that do not fit their type'), { section: 'A.3.4', standard: vc('5.6 and 5.7'), consequence: forged }),
  'TYPE-EXTENDS': must('wallet', 'Type metadata is processed together with that of the types that it extends.', byProbes('a type that extends others'), { section: 'A.3.4', standard: vc('5.4 and 5.7'), consequence: forged }),
  'TYPE-CIRCULAR': must('wallet', 'A credential is rejected if its type extends itself, directly or through others.', byProbes('types that extend each other'), { section: 'A.3.4', standard: vc('7.4'), consequence: endless }),
  'REFUSES-RESPONSE': stated('wallet', 'An encrypted response that cannot be authenticated is rejected.', byProbes('an encrypted response with one character changed'), { section: '10', standard: `${text('10')}; RFC 7516, section 5.2`, consequence: forged }),
  'REFUSES-PLAIN': should('wallet', 'A response in plain text is rejected if the request asked for encryption.', byProbes('a response in plain text'), { section: '10', standard: text('10'), consequence: exposed }),
  'CLIENT-SHARED': should('wallet', '`sub` is the same in all wallet attestations.', inExchange('requests to several issuers'), { section: '15.4.4', standard: text('15.4.4'), consequence: privacy('Issuers can recognise a user by the wallet.') }),
  IGNORES: must('wallet', 'Unknown parameters are ignored.', byProbes('an issuer that has more parameters'), { section: '8.3', standard: text('4.1.1, 6.2, 8.3, 9.2, 12.2.4 and 12.3'), consequence: fragile }),
  'DEFERRED-NOTED': stated('wallet', 'A deferred response with credentials and a `notification_id` is accepted.', byProbes('a deferred response with `notification_id`'), { section: '9.2', standard: text('9.2'), consequence: stopped }),
  'TYPE-CASE': stated('wallet', '`token_type` is case-insensitive.', byProbes('a token response with `bearer`'), { section: '6.2', standard: 'RFC 6749, section 5.1', consequence: fragile }),
  AUTHORIZATION: must('wallet', 'An authorization request has `response_type` `code`, `client_id`, no repeated parameter, the query of the endpoint, and the `request_uri` that was given for it if it was pushed.', authorized, { section: '5.1', standard: `${text('5.1')}; RFC 6749, section 3.1 and 4.1.1; RFC 9126, section 4`, consequence: stopped }),
  'ISSUER-STATE': must('wallet', 'An authorization request has the `issuer_state` of the offer.', authorized, { section: '4.1.1', standard: text('4.1.1'), consequence: injected }),
  DETAILS: must('wallet', '`authorization_details` is a JSON array of objects with `type`, and those for credentials have the type `openid_credential` and a `credential_configuration_id` of the metadata.', inExchange('a request with `authorization_details`'), { section: '5.1.1', standard: `${text('5.1.1')}; RFC 9396, section 2`, consequence: stopped }),
  'DETAILS-CLAIMS': must('wallet', 'Each description in `claims` of `authorization_details` has `path`, a non-empty array of strings, nulls and integers.', inExchange('a request with `authorization_details`'), { section: 'B.1', standard: text('B.1 and C'), consequence: stopped }),
  RESOURCE: should('wallet', 'An authorization or token request with the `scope` of a credential has the issuer as `resource` if the metadata has `authorization_servers`.', inExchange('metadata with `authorization_servers`, and a request by scope'), { section: '5.1.2', standard: text('5.1.2 and 6.1'), consequence: mixedUp }),
  PKCE: should('wallet', 'An authorization request has `code_challenge`.', authorized, { section: '5', standard: text('5'), consequence: intercepted }),
  VERIFIER: must('wallet', 'A token request for a code has the `code_verifier` of the challenge.', inExchange('an authorization request, and a token request'), { section: '5', standard: 'RFC 7636, section 4.5', consequence: intercepted }),
  'VERIFIER-FORM': must('wallet', '`code_verifier` has 43 to 128 characters, which are letters, digits, `-`, `.`, `_` and `~`.', inExchange('an authorization request, and a token request'), { section: '5', standard: 'RFC 7636, section 4.1', consequence: intercepted }),
  'VERIFIER-NEW': must('wallet', 'Each session has a `code_challenge` of its own.', inExchange('the authorization requests of several sessions'), { section: '5', standard: 'RFC 9700, section 2.1.1', consequence: intercepted }),
  'VERIFIER-GUESSED': stated('wallet', '`code_verifier` is random: it cannot be computed from those of other sessions, or from the time.', inExchange('the token requests of several sessions'), { section: '5', standard: 'RFC 7636, section 7.1', consequence: intercepted }),
  'STATE-FRESH': must('wallet', 'An authorization request without `code_challenge` has a `state` that is new in each session and cannot be guessed.', authorized, { section: '5', standard: 'RFC 6749, section 10.12; RFC 9700, section 2.1', consequence: injected }),
  'PUSHED-PLAIN': mustNot('wallet', 'A pushed authorization request has no `request_uri`.', inExchange('a pushed authorization request'), { section: '5.1.4', standard: 'RFC 9126, section 2.1', consequence: stopped }),
  PUSHED: should('wallet', 'An authorization request is pushed if the authorization server has an endpoint for that.', authorized, { section: '5.1.4', standard: text('5 and 5.1.4'), consequence: open }),
  'CODE-REQUEST': must('wallet', 'A token request after a redirect has the code of the redirect, the grant type `authorization_code`, the `redirect_uri` of the authorization request, and `client_id` unless the client authenticates.', inExchange('an authorization request, and a token request'), { section: '6.1', standard: `${text('6.1')}; RFC 6749, section 4.1.3`, consequence: stopped }),
  'TX-CODE-ALONE': must('wallet', '`tx_code` is sent only with the pre-authorized code grant.', inExchange('a token request'), { section: '6.1', standard: text('6.1'), consequence: stopped }),
  'CLIENT-ATTESTATION': must('wallet', 'A wallet attestation is a JWT of the type `oauth-client-attestation+jwt` that is not expired, and has a signature algorithm, `sub`, `exp` and a key in `cnf`.', attested, { section: 'E', standard: draft('5.1'), consequence: disguised }),
  'CLIENT-PROOF': must('wallet', 'A wallet attestation is sent with a JWT of the type `oauth-client-attestation-pop+jwt` with a signature algorithm, `jti`, `iat` and the authorization server as `aud`.', attested, { section: 'E', standard: draft('5.2'), consequence: disguised }),
  'CLIENT-CHALLENGE': must('wallet', 'The proof for a wallet attestation has the latest `challenge` of the authorization server.', inExchange('requests with a wallet attestation to an authorization server that gives challenges'), { section: 'E', standard: draft('8 and 8.1'), consequence: recorded }),
  'CHALLENGE-ASKED': must('wallet', 'A challenge is requested with POST before a wallet attestation is sent, if the authorization server has `challenge_endpoint`.', inExchange('an authorization server with `challenge_endpoint`, and requests with a wallet attestation'), { section: 'E', standard: draft('8'), consequence: stopped }),
  'CLIENT-ONCE': must('wallet', 'No two proofs for wallet attestations have the same `jti`.', attested, { section: 'E', standard: draft('5.2'), consequence: disguised }),
  ACCEPT: should('wallet', 'A request for metadata has `Accept`.', inExchange('a request for metadata'), { section: '12.2.2', standard: text('12.2.2'), consequence: stopped }),
  LANGUAGE: should('wallet', 'A request for metadata has `Accept-Language`.', inExchange('a request for metadata'), { section: '12.2.2', standard: text('12.2.2'), consequence: stopped }),
  'LANGUAGE-TAG': must('wallet', '`Accept-Language` has language tags.', inExchange('a request for metadata'), { section: '12.2.2', standard: text('12.2.2'), consequence: stopped }),
  INTERVAL: should('wallet', 'A deferred request is not sent before `interval` has passed.', inExchange('a deferred response and the request after it'), { section: '8.3', standard: text('8.3'), consequence: stopped }),
  DENIED: should('wallet', 'After `credential_request_denied`, no request is sent to the same endpoint again.', inExchange('an issuer that denies the credential'), { section: '8.3.1.2', standard: text('8.3.1.2 and 9.3'), consequence: stopped }),
  SCOPED: must('wallet', 'The configuration in a credential request has a `scope` of the authorization request.', inExchange('an authorization request by scope, and a credential request'), { section: '8.2', standard: text('8.2'), consequence: stopped }),
  SCOPELESS: stated('wallet', 'An authorization request for credentials whose configurations have no `scope` has `authorization_details`.', inExchange('an offer of a credential without `scope`, and the authorization request'), { section: '12.2.4', standard: text('12.2.4'), consequence: stopped }),
  'REFUSES-HINT': must('wallet', 'An offer is not used if its `authorization_server` is not in the metadata.', byProbes('an offer with another `authorization_server`'), { section: '12.2.4', standard: text('12.2.4'), consequence: mixedUp }),
  'NO-GRANTS': must('wallet', 'An offer without grants is used with a grant that the metadata of the authorization server has.', byProbes('an offer without grants, or with none in them'), { section: '4.1.1', standard: text('4.1.1'), consequence: stopped }),
  'WHOLE-BATCH': must('wallet', 'A response with several credentials, of which one is not accepted, is not reported as accepted.', byProbes('several credentials, one of which is wrong'), { section: '11.1', standard: text('11.1'), consequence: forged }),
})
