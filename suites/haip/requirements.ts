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
} from '../../model/requirement.ts'

const nameSection = (number: string): string => `HAIP 1.0, section ${number}`

const unanswered = interoperability('Wallets that follow this profile do not answer the request.')
const unread = interoperability('The other party supports another algorithm, and cannot read the message.')
const unknown = interoperability('Wallets that follow this profile cannot request the credential.')
const untrusted = security('The key comes from a place that no authority certifies.')
const refused = interoperability('Verifiers that follow this profile get no presentation from the wallet.')
const circular = security('A root that came with the message is treated as trusted.')
const leaked = privacy('The presentation is readable wherever TLS ends.')
const copied = security('An attacker who copies a token or a credential can use it.')

const object = 'vp-request-object'

// biome-ignore format: a table, one row a line.
export const HAIPVP = section('HAIPVP', '5', {
  TYPE: must('verifier', '`response_type` is `vp_token`.', 'vp-request', { standard: nameSection('5'), consequence: unanswered }),
  MODE: must('verifier', '`response_mode` is `direct_post.jwt`, or `dc_api.jwt` over the Digital Credentials API.', 'vp-request', { section: '5.1', standard: nameSection('5.1 and 5.2'), consequence: leaked }),
  ENC: must('verifier', '`encrypted_response_enc_values_supported` has `A128GCM` and `A256GCM`.', 'vp-request', { standard: nameSection('5'), consequence: unread }),
  KEY: must('verifier', 'The metadata in a request has a key on P-256 for `ECDH-ES`.', 'vp-request', { standard: nameSection('5'), consequence: unread }),
  READS: must('verifier', 'Responses encrypted with `A128GCM` or with `A256GCM` are read.', byProbes('a response by each content encryption that the request names'), { standard: nameSection('5'), consequence: unread }),
  CHAIN: must('verifier', 'A credential that names its key only in `x5c` is accepted.', byProbes('a credential with `x5c`, and without `kid`'), { section: '6.1.1', standard: nameSection('6.1.1'), consequence: interoperability('Credentials of this profile cannot be presented to the verifier.') }),
  EPHEMERAL: must('verifier', 'Each request has a fresh encryption key.', inExchange('collect many requests, and compare their keys'), { standard: nameSection('5'), consequence: leaked }),
  FORMAT: must('verifier', 'An SD-JWT VC is requested with the format `dc+sd-jwt`.', 'vp-dcql-query', { section: '5.3.2', standard: nameSection('5.3.2'), consequence: unanswered }),
  CLIENT: must('verifier', 'A signed request has a `client_id` with the prefix `x509_hash`.', object, { refusedBy: 'wallet', standard: nameSection('5'), consequence: security('Wallets that know verifiers only by their certificates cannot authenticate this one.') }),
  ANCHOR: mustNot('verifier', 'The certificates of a request do not include the trust anchor.', object, { standard: nameSection('5'), consequence: circular }),
  SELF: mustNot('verifier', 'The certificate of a request is not self-signed.', object, { standard: nameSection('5'), consequence: circular }),
  URI: must('verifier', 'A request in a URL has `request_uri`.', 'vp-request-link', { section: '5.1', standard: nameSection('5.1'), consequence: unanswered }),
  SEALED: must('wallet', 'A response is encrypted.', ['vp-http-request', 'vp-response-link'], { standard: nameSection('5 and 5.1'), consequence: leaked }),
  GCM: should('wallet', 'A wallet that supports `A256GCM` uses it whenever the verifier lists it.', byProbes('a request that names `A256GCM` alone'), { standard: nameSection('5'), consequence: leaked }),
  BOUND: must('wallet', 'A presentation of an SD-JWT VC with a key in `cnf` has a Key Binding JWT.', 'vp-response', { section: '6.1.1.1', refusedBy: 'verifier', standard: nameSection('6.1.1.1'), consequence: copied }),
  DOCUMENTS: must('wallet', 'Each mdoc has its own device response.', 'vp-response', { section: '5.3.1', standard: nameSection('5.3.1'), consequence: interoperability('A verifier that reads one document of each response misses the others.') }),
  RETURN: should('verifier', 'The answer to a response has `redirect_uri`, unless the user started on another device.', 'vp-endpoint-response', { section: '5.1', standard: nameSection('5.1'), consequence: security('An attacker collects the presentation of another user.') }),
})

// biome-ignore format: a table, one row a line.
export const HAIPVC = section('HAIPVC', '6.1', {
  X5C: must('issuer', 'An SD-JWT VC has certificates in `x5c`.', 'sd-jwt', { section: '6.1.1', standard: nameSection('6.1.1'), consequence: untrusted }),
  ANCHOR: mustNot('issuer', 'The certificates of an SD-JWT VC do not include the trust anchor.', 'sd-jwt', { section: '6.1.1', standard: nameSection('6.1.1'), consequence: circular }),
  SELF: mustNot('issuer', 'The certificate of an SD-JWT VC is not self-signed.', 'sd-jwt', { section: '6.1.1', standard: nameSection('6.1.1'), consequence: circular }),
  CNF: must('issuer', '`cnf`, if present, has the key in `jwk`.', 'sd-jwt', { standard: nameSection('6.1'), consequence: copied }),
  STATUS: must('issuer', '`status`, if present, has `status_list`.', 'sd-jwt', { standard: nameSection('6.1'), consequence: security('A verifier cannot look up whether the credential was revoked.') }),
  'MSO-STATUS': must('issuer', '`status` of an mdoc, if present, has `status_list`, or `identifier_list` with `id`, octets, and `uri`.', 'mdoc-issuer-signed', { section: '5.3.1', standard: nameSection('5.3.1'), consequence: security('A verifier cannot look up whether the document was revoked.') }),
  INDEX: must('issuer', 'Each credential has its own index in status lists.', inExchange('several credentials'), { standard: nameSection('6.1'), consequence: privacy('Verifiers can recognise the holder of several credentials by their index.') }),
  'INDEX-RANDOM': must('issuer', 'The index of a credential in its status list cannot be predicted from those before.', inExchange('several credentials'), { standard: nameSection('6.1'), consequence: privacy('An index reveals when a credential was issued, and which others were issued with it.') }),
  'LIST-X5C': must('status service', 'A status list token has in `x5c` the certificate of the key that signed it.', 'status-list-token', { standard: nameSection('6.1'), consequence: untrusted }),
  'LIST-ANCHOR': mustNot('status service', 'The certificates of a status list token do not include the trust anchor.', 'status-list-token', { standard: nameSection('6.1'), consequence: circular }),
  'LIST-SELF': mustNot('status service', 'The certificate of a status list token is not self-signed.', 'status-list-token', { standard: nameSection('6.1'), consequence: circular }),
})

// biome-ignore format: a table, one row a line.
export const HAIPVCI = section('HAIPVCI', '4', {
  SCOPE: must('issuer', 'Every credential configuration has `scope`.', 'vci-issuer-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: unknown }),
  BATCH: must('issuer', 'An issuer that issues several credentials for one request has `batch_credential_issuance` in its metadata.', byProbes('a request with two proofs where no batch is announced'), { standard: nameSection('4'), consequence: unread }),
  'SCOPE-TYPE': must('issuer', 'Two credential configurations of one format with the same `scope` have the same type.', 'vci-issuer-metadata', { section: '4.3', standard: nameSection('4.3'), consequence: unknown }),
  NONCE: must('issuer', 'Metadata has `nonce_endpoint` if a credential configuration has key binding.', 'vci-issuer-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: security('A recorded proof can be used again.') }),
  X5C: must('issuer', 'Signed metadata has certificates in `x5c`.', 'vci-signed-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: untrusted }),
  ANCHOR: mustNot('issuer', 'The certificates of signed metadata do not include the trust anchor.', 'vci-signed-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: circular }),
  SELF: mustNot('issuer', 'The certificate of signed metadata is not self-signed.', 'vci-signed-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: circular }),
  FORMAT: must('issuer', 'A credential configuration has the format `dc+sd-jwt` or `mso_mdoc`.', 'vci-issuer-metadata', { standard: nameSection('4'), consequence: unknown }),
  ES256: must('issuer', 'If proofs are used, one of the `proof_signing_alg_values_supported` has `ES256`.', 'vci-issuer-metadata', { section: '7', standard: nameSection('7'), consequence: unread }),
  DPOP: must('issuer', '`token_type` is `DPoP`.', 'vci-token-response', { standard: nameSection('4'), consequence: copied }),
  'KEY-X5C': must('wallet', 'A key attestation has in `x5c` the certificate of the key that signed it.', 'vci-key-attestation', { section: '4.5.1', refusedBy: 'issuer', standard: nameSection('4.5.1'), consequence: untrusted }),
  'KEY-ANCHOR': mustNot('wallet', 'The certificates of a key attestation do not include the trust anchor.', 'vci-key-attestation', { section: '4.5.1', standard: nameSection('4.5.1'), consequence: circular }),
  'KEY-SELF': mustNot('wallet', 'The certificate of a key attestation is not self-signed.', 'vci-key-attestation', { section: '4.5.1', standard: nameSection('4.5.1'), consequence: circular }),
})

const requested = inExchange('a request that follows this profile, and one that differs only in this')
const dcRequested = inExchange('with --dc-api, an unsigned, a signed and a multi-signed request')

// biome-ignore format: a table, one row a line.
export const HAIPPRESENT = section('HAIPPRESENT', '5', {
  HASH: must('wallet', 'A signed request of a client that is identified by the hash of its certificate is answered.', requested, { standard: nameSection('5 and 7'), consequence: refused }),
  URI: must('wallet', 'A request by `request_uri` is answered.', requested, { section: '5.1', standard: nameSection('5.1'), consequence: refused }),
  ENCRYPTED: must('wallet', 'A request for a response by `direct_post.jwt` is answered, with `ECDH-ES` on P-256, and `A128GCM` or `A256GCM`.', requested, { section: '5.1', standard: nameSection('5 and 5.1'), consequence: refused }),
  'DC-MODE': must('wallet', 'A request of the Digital Credentials API for an encrypted response (`dc_api.jwt`) is answered.', dcRequested, { section: '5.2', standard: nameSection('5.2'), consequence: refused }),
  'DC-FORMS': must('wallet', 'Unsigned, signed and multi-signed requests of the Digital Credentials API are answered.', dcRequested, { section: '5.2', standard: nameSection('5.2'), consequence: refused }),
  AKI: must('wallet', 'A query that names the authority of the credential by its key (`aki`) is answered.', byProbes('queries with `trusted_authorities`'), { standard: `${nameSection('5')}; OpenID4VP 1.0, section 6.1.1`, consequence: refused }),
  'AKI-OTHER': should('wallet', 'A credential is not presented if the query names only other authorities.', byProbes('a query for another authority'), { standard: `${nameSection('5')}; OpenID4VP 1.0, section 6.1`, consequence: privacy('A verifier that trusts another authority learns what it has no use for.') }),
  RETURN: must('wallet', 'The user is sent to the `redirect_uri` in the answer to a response.', inExchange('an answer with `redirect_uri`'), { section: '5.1', standard: `${nameSection('5.1')}; OpenID4VP 1.0, section 8.2`, consequence: security('The verifier cannot tell whether the user who presents is the one who started.') }),
})

const fapi = (number: string, haip = '4'): string =>
  `${nameSection(haip)}; FAPI 2.0 Security Profile, section ${number}`

const injected = security("An attacker gets the code of another user accepted in the attacker's session.")
const disguised = security("An attacker's application passes for a wallet of a trusted provider.")
const stolen = security('An attacker who sees a code can obtain the credential with it.')
const exposed = privacy('The parameters of an authorization can be read and changed in the browser.')

const authorized = inExchange('the metadata of the authorization server')

// biome-ignore format: a table, one row a line.
export const HAIPAS = section('HAIPAS', '4', {
  GRANT: must('issuer', 'An authorization server of the issuer supports the authorization code grant.', authorized, { standard: nameSection('4 and 4.2'), consequence: unknown }),
  PUSH: must('issuer', 'An authorization server with an authorization endpoint has one for pushed requests.', authorized, { standard: fapi('5.3.2.2'), consequence: exposed }),
  'CODE-EXPIRES': must('issuer', 'No token is issued for a code after 60 seconds.', byProbes('with --patience 120, a code that is used too late'), { standard: fapi('5.3.2.2'), consequence: injected }),
  PUSHED: must('issuer', 'No code is issued for an authorization request that was not pushed.', byProbes('an authorization request that was not pushed'), { standard: fapi('5.3.2.2'), consequence: exposed }),
  LIFETIME: must('issuer', '`expires_in` of a pushed request is less than 600.', inExchange('a pushed authorization request and its response'), { standard: fapi('5.3.2.2'), consequence: injected }),
  'REDIRECT-URI': must('issuer', 'No code is issued for a pushed request without `redirect_uri`.', byProbes('a pushed request without `redirect_uri`'), { standard: fapi('5.3.2.2'), consequence: injected }),
  S256: must('issuer', '`code_challenge_methods_supported` has `S256`.', authorized, { standard: `${nameSection('4')}; RFC 8414, section 2`, consequence: stolen }),
  PKCE: must('issuer', 'No token is issued for an authorization without an `S256` challenge.', byProbes('authorization requests without `code_challenge`, and with the method `plain`'), { standard: fapi('5.3.2.2'), consequence: stolen }),
  ISS: must('issuer', 'The user is redirected with `iss`.', inExchange('an authorization request and its response'), { standard: fapi('5.3.2.2'), consequence: security('A wallet sends its code to another authorization server, which then uses it.') }),
  'ISS-ANNOUNCED': must('issuer', 'An authorization server that redirects with `iss` has `authorization_response_iss_parameter_supported` in its metadata.', inExchange('the metadata of the authorization server, and a redirect'), { standard: `${nameSection('4')}; RFC 9207, section 2.3`, consequence: injected }),
  QUERY: must('issuer', 'An access token in the URL is not accepted.', byProbes('a credential request with its access token in the URL'), { standard: fapi('5.3.4'), consequence: copied }),
  CLIENT: must('issuer', 'No token or `request_uri` is issued to a client that does not authenticate.', byProbes('requests without client authentication'), { section: '4.4.1', standard: nameSection('4.4.1'), consequence: disguised }),
  BOUND: must('issuer', 'No token is issued for a token request without a DPoP proof.', byProbes('a token request without a DPoP proof'), { standard: fapi('5.3.2.1'), consequence: copied }),
  'PUSHED-KEY': must('issuer', 'A pushed request whose `dpop_jkt` is not the key of its DPoP proof is rejected.', byProbes('a pushed request with `dpop_jkt` of another key than that of its DPoP proof'), { standard: `${fapi('5.3.2.1')}; RFC 9449, section 10.1`, consequence: stolen }),
  CLOCK: must('issuer', 'A JWT from more than 60 seconds in the future is rejected, and one from up to 10 seconds in the future is accepted.', byProbes('token requests whose DPoP proof, or wallet attestation proof, was made in an hour, and in five seconds'), { standard: fapi('5.3.2.1'), consequence: copied }),
  REFRESH: should('issuer', 'A token response has a refresh token, or `grant_types_supported` has `refresh_token`.', inExchange('the metadata of the authorization server, and a token response'), { section: '4.4', standard: nameSection('4.4'), consequence: interoperability('The user has to log in again before the credential can be obtained again.') }),
  'REFRESH-SAME': should('issuer', 'A refresh token stays the same when it is used.', byProbes('a token request with the refresh token that the issuer gave'), { standard: fapi('5.3.2.1'), consequence: interoperability('A wallet that loses a response loses its refresh token.') }),
  ALGS: must('issuer', '`client_attestation_signing_alg_values_supported` and `client_attestation_pop_signing_alg_values_supported`, if present, have `ES256`.', authorized, { section: '7', standard: nameSection('7'), consequence: unread }),
})

const inRequests = inExchange('an authorization request')
const proven = inExchange('a pushed request, and a token request')

// biome-ignore format: a table, one row a line.
export const HAIPWALLET = section('HAIPWALLET', '4', {
  PUSHED: must('wallet', 'An authorization request is pushed.', inRequests, { standard: fapi('5.3.3.2'), consequence: exposed }),
  S256: must('wallet', 'An authorization request has an `S256` challenge.', inRequests, { standard: fapi('5.3.3.2'), consequence: stolen }),
  CHALLENGE: stated('wallet', 'Each authorization request has a fresh challenge.', inExchange('several authorization requests'), { standard: 'RFC 7636, section 4.1', consequence: stolen }),
  VERIFIER: stated('wallet', 'A token request for a code has the `code_verifier` of the challenge.', inExchange('an authorization request, and a token request'), { standard: 'RFC 7636, section 4.5', consequence: unknown }),
  SCOPE: must('wallet', 'An authorization request names the credential by its `scope`.', inRequests, { section: '4.3', standard: nameSection('4.2 and 4.3'), consequence: interoperability('Issuers that follow this profile cannot tell which credential is meant.') }),
  CLIENT: must('wallet', 'A wallet authenticates at the pushed authorization request endpoint and at the token endpoint.', proven, { section: '4.4.1', standard: nameSection('4.3 and 4.4.1'), consequence: interoperability('Issuers that follow this profile reject the wallet.') }),
  X5C: must('wallet', 'A wallet attestation has the certificate of the key that signed it in `x5c`.', proven, { section: '4.4.1', standard: nameSection('4.4.1'), consequence: untrusted }),
  ANCHOR: mustNot('wallet', 'The certificates of a wallet attestation do not include the trust anchor.', proven, { section: '4.4.1', standard: nameSection('4.4.1'), consequence: circular }),
  SELF: mustNot('wallet', 'The certificate of a wallet attestation is not self-signed.', proven, { section: '4.4.1', standard: nameSection('4.4.1'), consequence: circular }),
  BATCH: should('wallet', 'If an issuer issues batches, copies of a credential are requested together.', inExchange('the metadata, and credential requests'), { standard: nameSection('4'), consequence: interoperability('The issuer answers many requests where one would do.') }),
  SUB: must('wallet', '`client_id` is `sub` of the wallet attestation.', proven, { section: '4.4.1', standard: nameSection('4.4.1'), consequence: disguised }),
  ISSUER: mustNot('wallet', 'A wallet attestation is used with only one issuer.', inExchange('requests to several issuers'), { section: '4.4.1', standard: nameSection('4.4.1'), consequence: privacy('Issuers recognise the user of a wallet by its attestation.') }),
  DPOP: must('wallet', 'A token request has a DPoP proof.', inExchange('a token request'), { standard: fapi('5.3.3.1'), consequence: copied }),
  ISS: must('wallet', 'A code is not used if it comes with another `iss`, or without the announced one.', byProbes('redirects with another `iss`, and without it'), { standard: `${fapi('5.3.3.2')}; RFC 9207, section 2.4`, consequence: security('The wallet sends a code to the authorization server of an attacker.') }),
  NONCE: must('wallet', 'A nonce from the server is used in DPoP proofs.', byProbes('a server that has a nonce for DPoP proofs'), { standard: nameSection('4'), consequence: interoperability('The wallet obtains no credential from servers with nonces.') }),
  ONLY: must('wallet', 'After a request was pushed, only `client_id` and `request_uri` are sent to the authorization endpoint.', inRequests, { standard: fapi('5.3.3.2'), consequence: exposed }),
  'SHARED-SUB': should('wallet', '`sub` is the same in all wallet attestations.', inExchange('requests to several issuers'), { section: '4.4.1', standard: nameSection('4.4.1'), consequence: privacy('Issuers recognise the user of a wallet by its attestation.') }),
  'KEY-ATTESTED': should('wallet', 'An issuer that requires key attestations gets the keys in a key attestation.', byProbes('an issuer that requires key attestations'), { section: '4.5.1', standard: nameSection('4.5.1'), consequence: interoperability('The wallet obtains no credential from issuers that require key attestations.') }),
  'ONE-ATTESTATION': should('wallet', 'All keys of a request are attested by one key attestation.', inExchange('a credential request with several proofs and key attestations'), { section: '4.5.1', standard: nameSection('4.5.1'), consequence: interoperability('Issuers cannot tell whether the keys belong to one device.') }),
})

/** What shows where a credential is presented. */
export const presentationRequirements = listRows(HAIPVP, HAIPPRESENT)

/** What shows where a credential is issued. */
export const issuanceRequirements = listRows(HAIPVC, HAIPVCI, HAIPAS, HAIPWALLET)

export const requirements = [...presentationRequirements, ...issuanceRequirements]
