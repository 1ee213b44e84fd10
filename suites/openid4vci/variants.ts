import { X509Certificate } from 'node:crypto'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { dropMembers as drop, setMembers as put, type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost, testAuthority } from '../sd-jwt/test-authority.ts'
import { preAuthorizedGrant } from './actors/names.ts'
import { jwtVariants, keyVariants, messageProofs, textProofs, typeProofs } from './foundation-faults.ts'
import { nonce, setConfiguration, usualMetadata, type VciChange, writeAttestation, writeProof } from './sample.ts'

const make = sampleVariant<VciChange>('VCI')

/** A header that names its key by a certificate, and the root that certifies it. */
const certify =
  (key: typeof keys.issuer): NonNullable<VciChange['header']> =>
  ({ kid: _, ...header }) => ({ ...header, x5c: [certifyHost('signer.example', toPublic(key)).toString('base64')] })

const anchors = [new X509Certificate(testAuthority).toString()]

const plain = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

// biome-ignore format: a table, one row a line.
export const variants: readonly SampleVariant<VciChange>[] = [
  make('is the usual offer', {}),
  make('is an offer without grants', { content: drop('grants') }),
  make('is an offer with empty grants', { content: put({ grants: {} }) }),
  make('is an offer with a grant of another specification, and members that are not known', { content: put({ 'x-note': 1, grants: { 'urn:example:grant': { a: 1 }, [preAuthorizedGrant]: { 'pre-authorized_code': 'a', tx_code: {} } } }) }),
  make('is an offer with a description of 300 characters beyond ASCII', { content: put({ grants: { [preAuthorizedGrant]: { 'pre-authorized_code': 'a', tx_code: { description: '😀'.repeat(300) } } } }) }),
  make('is an offer whose metadata was not given', { facts: { issuerMetadata: undefined } }),
  make('is an offer in a link', { about: 'vci-offer-link' }),
  make('is an offer in a link that is written like a form, with pluses for blanks', { about: 'vci-offer-link', write: (link) => link.replaceAll('%2C', '%2C+') }),
  make('is a link that refers to an offer', { about: 'vci-offer-link', write: () => 'https://wallet.example/offer?a=1&credential_offer_uri=https%3A%2F%2Fissuer.example%2Foffers%2F1' }),
  make('is the usual metadata', { about: 'vci-issuer-metadata' }),
  make('is metadata with what is required alone', { about: 'vci-issuer-metadata', content: ({ credential_issuer, credential_endpoint }) => ({ credential_issuer, credential_endpoint, credential_configurations_supported: {} }) as JsonObject }),
  make('is metadata with an endpoint that has a port and a query', { about: 'vci-issuer-metadata', content: put({ credential_endpoint: 'https://api.example:8443/credential?tenant=1' }) }),
  make('is metadata of a credential without key binding', { about: 'vci-issuer-metadata', content: put({ credential_configurations_supported: { a: { format: 'jwt_vc_json', 'x-note': 1 } } }) }),
  make('is metadata of an mdoc with numbers as algorithms', { about: 'vci-issuer-metadata', content: setConfiguration({ format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL', credential_signing_alg_values_supported: [-7, -9] }) }),
  make('is metadata with a background of its own for the issuer', { about: 'vci-issuer-metadata', content: put({ display: [{ name: 'a', background_image: 'https://issuer.example/a.svg' }] }) }),
  make('is metadata with displays in several languages, and without one', { about: 'vci-issuer-metadata', content: put({ display: [{ name: 'a' }, { name: 'b', locale: 'en' }, { name: 'c', locale: 'en-GB' }] }) }),
  make('is metadata with images, and claims in several languages', { about: 'vci-issuer-metadata', content: (content) => ({ ...setConfiguration({ credential_metadata: { display: [{ name: 'a', locale: 'en', logo: { uri: 'data:image/png;base64,AA==', alt_text: 'a' }, background_image: { uri: 'https://issuer.example/a.svg' }, background_color: '#fff' }, { name: 'b' }], claims: [{ path: ['a'], mandatory: false, display: [{ locale: 'en' }, { name: 'b', locale: 'de' }, {}] }, { path: ['a', null] }, { path: ['a', 0, 'b'] }, { path: ['b'], display: [] }] } })(content), display: [{ logo: { uri: 'urn:example:logo' } }] }) }),
  make('is metadata with languages of several forms, and servers elsewhere', { about: 'vci-issuer-metadata', content: put({ authorization_servers: ['https://login.example', 'https://login.example:8443/tenants/1'], display: [{ name: 'a', locale: 'zh-Hant-TW' }, { name: 'b', locale: 'en-gb-oed' }, { name: 'c' }] }) }),
  make('is metadata with compression, and levels of keys', { about: 'vci-issuer-metadata', content: (content) => ({ ...setConfiguration({ credential_signing_alg_values_supported: ['Ed25519', 'ES256K'], proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['EdDSA'], key_attestations_required: { key_storage: ['https://levels.example/1'], user_authentication: ['iso_18045_basic'] } } } })(content), credential_response_encryption: { alg_values_supported: ['ECDH-ES'], enc_values_supported: ['A256GCM'], zip_values_supported: ['DEF'], encryption_required: false } }) }),
  make('is metadata that requires a key attestation, and has a proof type of its own', { about: 'vci-issuer-metadata', content: setConfiguration({ proof_types_supported: { 'x-proof': { proof_signing_alg_values_supported: ['a'] }, attestation: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: {} } } }) }),
  make('is signed metadata', { about: 'vci-signed-metadata' }),
  make('is signed metadata with `iss`, `exp` and `x5c`', { about: 'vci-signed-metadata', content: put({ iss: 'https://federation.example', exp: sampleTime + 86_400 }), header: certify(keys.issuer), facts: { anchors } }),
  make('is the usual token response', { about: 'vci-token-response' }),
  make('is a token response without details', { about: 'vci-token-response', content: drop('authorization_details', 'expires_in') }),
  make('is a token response with a DPoP token and details of another type', { about: 'vci-token-response', content: put({ token_type: 'DPoP', authorization_details: [{ type: 'payment' }] }) }),
  make('is a token response with a token that is bound to a key for a week', { about: 'vci-token-response', content: put({ token_type: 'DPoP', expires_in: 604_800 }) }),
  make('is a token response with a bearer token for a week that is bound to a certificate', { about: 'vci-token-response', content: put({ access_token: `e30.${Buffer.from('{"cnf":{"x5t#S256":"bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2"}}').toString('base64url')}.AA`, expires_in: 604_800 }) }),
  make('is a token response with a bearer token for a day', { about: 'vci-token-response', content: put({ expires_in: 86_400 }) }),
  make('is a nonce with members that are not known', { about: 'vci-nonce-response', content: put({ c_nonce_expires_in: 60 }) }),
  make('is the usual request', { about: 'vci-credential-request' }),
  make('is a request by an identifier', { about: 'vci-credential-request', content: () => ({ credential_identifier: 'member-1', proofs: { jwt: [writeProof(), writeProof(keys.other)] } }) }),
  make('is a request with a key attestation as its proof', { about: 'vci-credential-request', content: put({ proofs: { attestation: [writeAttestation({ exp: undefined as never })] } }) }),
  make('is a proof with the whole name of its media type', { about: 'vci-proof', header: put({ typ: 'application/openid4vci-proof+jwt' }) }),
  make('is a request with a verifiable presentation as its proof', { about: 'vci-credential-request', content: put({ proofs: { di_vp: [{ type: ['VerifiablePresentation'] }] } }) }),
  make('is a request that asks for encryption', { about: 'vci-credential-request', content: put({ credential_response_encryption: { jwk: { ...toPublic(keys.holder), alg: 'ECDH-ES' }, enc: 'A256GCM', zip: 'DEF' } }) }),
  make('is a request whose metadata was not given', { about: 'vci-credential-request', facts: { issuerMetadata: undefined, nonce: undefined, issuer: undefined } }),
  make('is the usual proof', { about: 'vci-proof' }),
  make('is a proof to an issuer without a nonce endpoint', { about: 'vci-proof', content: drop('nonce'), facts: { nonce: undefined, issuerMetadata: drop('nonce_endpoint')(usualMetadata) } }),
  make('is a proof with `iss`', { about: 'vci-proof', content: put({ iss: 'https://wallet.example' }) }),
  make('is a proof by `kid` with a key attestation', { about: 'vci-proof', header: ({ jwk: _, ...header }) => ({ ...header, kid: '0', key_attestation: writeAttestation() }) }),
  make('is a key attestation by `kid`', { about: 'vci-key-attestation' }),
  make('is a key attestation by `x5c`, with levels of its own', { about: 'vci-key-attestation', header: certify(keys.other), content: put({ key_storage: ['https://levels.example/1'], status: {} }), facts: { anchors } }),
  make('is the usual response', { about: 'vci-credential-response' }),
  make('is a response with a credential that is an object', { about: 'vci-credential-response', content: () => ({ credentials: [{ credential: { type: ['VerifiableCredential'] } }, { credential: 'a', 'x-note': 1 }] }) }),
  make('is a deferred response', { about: 'vci-credential-response', content: () => ({ transaction_id: 't1', interval: 0.5 }) }),
  make('is an error with a code of its own', { about: 'vci-error-response', content: () => ({ error: 'quota_exceeded', error_uri: 'https://issuer.example/errors' }) }),
  make('is the metadata of an authorization server', { about: 'oauth-server-metadata' }),
  make('is the metadata of an authorization server with members that are not known', { about: 'oauth-server-metadata', content: put({ 'x-note': null, service_documentation: 'https://login.example/docs', ui_locales_supported: ['de-CH', 'ta'] }) }),
  make('is the response to a pushed request', { about: 'oauth-pushed-response', content: put({ 'x-note': 1 }) }),
  make('is a DPoP proof for a token, with a nonce', { about: 'oauth-dpop-proof', content: put({ ath: 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo', nonce }) }),
  make('is a wallet attestation by `x5c`', { about: 'oauth-client-attestation', header: certify(keys.other), facts: { anchors } }),
  make('is the proof for a wallet attestation, with a challenge', { about: 'oauth-client-attestation-pop', content: put({ challenge: nonce }) }),
  make('is the usual notification', { about: 'vci-notification' }),
  make('is a notification with a description', { about: 'vci-notification', content: put({ event: 'credential_failure', event_description: 'Out of storage.' }) }),
  make('comes as the usual nonce response', { about: 'vci-nonce-response', http: { status: 200, headers: { ...plain, 'dpop-nonce': 'a' } } }),
  make('comes with other directives for caches', { about: 'vci-token-response', http: { status: 200, headers: { ...plain, 'cache-control': 'private, no-store, max-age=0', pragma: 'no-cache' } } }),
  make('comes with credentials', { about: 'vci-credential-response', http: { status: 200, headers: { 'content-type': 'application/json' } } }),
  make('comes later', { about: 'vci-credential-response', content: () => ({ transaction_id: 't1', interval: 5 }), http: { status: 202, headers: plain } }),
  make('comes with signed metadata', { about: 'vci-signed-metadata', http: { status: 200, headers: { 'content-type': 'application/jwt' } } }),
  make('comes with metadata', { about: 'vci-issuer-metadata', http: { status: 200, headers: { 'content-type': 'application/json' } } }),
  make('comes with an identifier that is unknown to the token', { about: 'vci-error-response', content: () => ({ error: 'unknown_credential_identifier' }), http: { status: 403, headers: plain } }),
  make('comes with a transaction that is gone', { about: 'vci-error-response', content: () => ({ error: 'invalid_transaction_id' }), http: { status: 404, headers: plain } }),
  make('comes with an error of authorization', { about: 'vci-error-response', content: () => ({ error: 'invalid_token' }), http: { status: 401, headers: plain } }),
  ...keyVariants,
  ...jwtVariants,
  ...textProofs.variants,
  ...typeProofs.variants,
  ...messageProofs.variants,
]
