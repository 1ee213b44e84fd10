import {
  inExchange,
  interoperability,
  listRows,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../model/requirement.ts'

const nameSection = (number: string): string => `HAIP 1.0, section ${number}`

const unanswered = interoperability('Wallets of this profile do not answer the request.')
const unread = interoperability('The other party supports another algorithm, and cannot read the message.')
const unknown = interoperability('Wallets cannot request the credential by this profile.')
const untrusted = security('The key is taken from a place that no authority certifies.')
const circular = security('A root that came with the message is taken for a trusted one.')
const leaked = privacy('The presentation is readable wherever TLS ends.')
const copied = security('An attacker who copies a token or a credential can use it.')

const object = 'vp-request-object'

// biome-ignore format: a table, one row a line.
export const HAIPVP = section('HAIPVP', '5', {
  TYPE: stated('verifier', '`response_type` is `vp_token`.', 'vp-request', { standard: nameSection('5'), consequence: unanswered }),
  MODE: stated('verifier', '`response_mode` is `direct_post.jwt`, or `dc_api.jwt` over the Digital Credentials API.', 'vp-request', { section: '5.1', standard: nameSection('5.1 and 5.2'), consequence: leaked }),
  ENC: stated('verifier', '`encrypted_response_enc_values_supported` has `A128GCM` and `A256GCM`.', 'vp-request', { standard: nameSection('5'), consequence: unread }),
  KEY: stated('verifier', 'The metadata in a request has a key on P-256 for `ECDH-ES`.', 'vp-request', { standard: nameSection('5'), consequence: unread }),
  EPHEMERAL: stated('verifier', 'Each request has a key for encryption of its own.', inExchange('collect many requests, and compare their keys'), { standard: nameSection('5'), consequence: leaked }),
  FORMAT: stated('verifier', 'An SD-JWT VC is asked for by the format `dc+sd-jwt`.', 'vp-dcql-query', { section: '5.3.2', standard: nameSection('5.3.2'), consequence: unanswered }),
  CLIENT: stated('verifier', 'A signed request has a `client_id` with the prefix `x509_hash`.', object, { refusedBy: 'wallet', standard: nameSection('5'), consequence: security('Wallets that know verifiers by their certificates alone cannot authenticate this one.') }),
  ANCHOR: stated('verifier', 'The certificates of a request do not have the trust anchor.', object, { standard: nameSection('5'), consequence: circular }),
  SELF: stated('verifier', 'The certificate of a request is not signed by itself.', object, { standard: nameSection('5'), consequence: circular }),
  URI: stated('verifier', 'A request in a URL has `request_uri`.', 'vp-request-link', { section: '5.1', standard: nameSection('5.1'), consequence: unanswered }),
  SEALED: stated('wallet', 'A response is encrypted.', ['vp-http-request', 'vp-response-link'], { standard: nameSection('5 and 5.1'), consequence: leaked }),
  GCM: should('wallet', '`enc` is `A256GCM`.', 'vp-encrypted-response', { standard: nameSection('5'), consequence: leaked }),
  BOUND: stated('wallet', 'A presentation of an SD-JWT VC with a key in `cnf` has a Key Binding JWT.', 'vp-response', { section: '6.1.1.1', refusedBy: 'verifier', standard: nameSection('6.1.1.1'), consequence: copied }),
  RETURN: should('verifier', 'The answer to a response has `redirect_uri`, unless the user began on another device.', 'vp-endpoint-response', { section: '5.1', standard: nameSection('5.1'), consequence: security('An attacker collects the presentation of another user.') }),
})

// biome-ignore format: a table, one row a line.
export const HAIPVC = section('HAIPVC', '6.1', {
  X5C: stated('issuer', 'An SD-JWT VC has certificates in `x5c`.', 'sd-jwt', { section: '6.1.1', standard: nameSection('6.1.1'), consequence: untrusted }),
  ANCHOR: stated('issuer', 'The certificates of an SD-JWT VC do not have the trust anchor.', 'sd-jwt', { section: '6.1.1', standard: nameSection('6.1.1'), consequence: circular }),
  SELF: stated('issuer', 'The certificate of an SD-JWT VC is not signed by itself.', 'sd-jwt', { section: '6.1.1', standard: nameSection('6.1.1'), consequence: circular }),
  CNF: stated('issuer', '`cnf`, if present, has the key in `jwk`.', 'sd-jwt', { standard: nameSection('6.1'), consequence: copied }),
  STATUS: stated('issuer', '`status`, if present, has `status_list`.', 'sd-jwt', { standard: nameSection('6.1'), consequence: security('A verifier cannot look up whether the credential was revoked.') }),
  'LIST-X5C': stated('status service', 'A status list token has certificates in `x5c`.', 'status-list-token', { standard: nameSection('6.1'), consequence: untrusted }),
  'LIST-ANCHOR': stated('status service', 'The certificates of a status list token do not have the trust anchor.', 'status-list-token', { standard: nameSection('6.1'), consequence: circular }),
  'LIST-SELF': stated('status service', 'The certificate of a status list token is not signed by itself.', 'status-list-token', { standard: nameSection('6.1'), consequence: circular }),
})

// biome-ignore format: a table, one row a line.
export const HAIPVCI = section('HAIPVCI', '4', {
  SCOPE: stated('issuer', 'Every credential configuration has `scope`.', 'vci-issuer-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: unknown }),
  NONCE: stated('issuer', 'Metadata has `nonce_endpoint` where a credential configuration has key binding.', 'vci-issuer-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: security('A proof that was recorded is used again.') }),
  X5C: stated('issuer', 'Signed metadata has certificates in `x5c`.', 'vci-signed-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: untrusted }),
  ANCHOR: stated('issuer', 'The certificates of signed metadata do not have the trust anchor.', 'vci-signed-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: circular }),
  SELF: stated('issuer', 'The certificate of signed metadata is not signed by itself.', 'vci-signed-metadata', { section: '4.1', standard: nameSection('4.1'), consequence: circular }),
  DPOP: stated('issuer', '`token_type` is `DPoP`.', 'vci-token-response', { standard: nameSection('4'), consequence: copied }),
  'KEY-X5C': stated('wallet', 'A key attestation has certificates in `x5c`.', 'vci-key-attestation', { section: '4.5.1', refusedBy: 'issuer', standard: nameSection('4.5.1'), consequence: untrusted }),
  'KEY-ANCHOR': stated('wallet', 'The certificates of a key attestation do not have the trust anchor.', 'vci-key-attestation', { section: '4.5.1', standard: nameSection('4.5.1'), consequence: circular }),
  'KEY-SELF': stated('wallet', 'The certificate of a key attestation is not signed by itself.', 'vci-key-attestation', { section: '4.5.1', standard: nameSection('4.5.1'), consequence: circular }),
})

export const requirements = listRows(HAIPVP, HAIPVC, HAIPVCI)
