import { makeFacet } from '../../model/foundation/facet.ts'
import {
  byProbes,
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
import {
  jwtsOf as oauthJwts,
  keysOf as oauthKeys,
  VCIAUTH,
  VCICLIENT,
  VCIDPOP,
  VCIPAR,
  VCIPKCE,
  VCISERVER,
} from '../oauth/requirements.ts'
import { VCIWALLET } from './wallet/requirements.ts'

const text = (number: string): string => `OpenID4VCI 1.0, section ${number}`

const unread = interoperability('Wallets cannot read the message, and issuance fails.')
const unusable = interoperability('Wallets cannot choose or request the credential.')
const nameless = interoperability('Wallets cannot display the credential as the issuer intends.')
const mixedUp = security("A wallet mistakes another issuer's data for this issuer's.")
const unasked = security('A wallet obtains credentials to which its user did not agree.')
const forged = security('An attacker obtains a credential for a key that the user does not hold.')
const replayed = security('An attacker who records a proof can obtain a credential with it.')
const guessed = security('An attacker who guesses a token can obtain the credential of another user.')
const stolen = security('An attacker can obtain the credential of another person.')
const linked = privacy('Verifiers that compare two credentials can tell that they belong to the same person.')
const readable = privacy('The credential is readable wherever TLS ends.')
const disclosed = security('A secret of the session stays in a cache.')
const unclear = interoperability('The wallet cannot tell what went wrong.')
const weak = security('Keys without the protection that the issuer requires are treated as protected.')

const offer = 'vci-offer'
const meta = 'vci-issuer-metadata'
const signed = 'vci-signed-metadata'
const token = 'vci-token-response'
const request = 'vci-credential-request'
const proof = 'vci-proof'
const attestation = 'vci-key-attestation'
const response = 'vci-credential-response'
const error = 'vci-error-response'
const http = 'vci-http-response'
const note = 'vci-notification'

// biome-ignore format: a table, one row a line.
export const VCIOFFER = section('VCIOFFER', '4.1', {
  ONE: mustNot('issuer', 'A link to a wallet has either `credential_offer` or `credential_offer_uri`, but not both.', 'vci-offer-link', { standard: text('4.1'), consequence: unread }),
  URI: stated('issuer', '`credential_offer_uri` is an HTTPS URL.', 'vci-offer-link', { standard: text('4.1'), consequence: mixedUp }),
  JSON: must('issuer', 'An offer is a JSON object, and is not signed.', offer, { section: '4.1.3', standard: text('4.1.3'), consequence: unread }),
  ISSUER: must('issuer', '`credential_issuer` is an HTTPS URL without a query or fragment.', offer, { section: '4.1.1', standard: text('4.1.1 and 12.2.1'), consequence: unusable }),
  SAME: must('issuer', 'The issuer in an offer is the one in the metadata.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: mixedUp }),
  IDS: must('issuer', '`credential_configuration_ids` is a non-empty array of strings.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unusable }),
  UNIQUE: must('issuer', 'No credential configuration is offered twice.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unusable }),
  KNOWN: must('issuer', 'The metadata contains every offered credential configuration.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unusable }),
  GRANTS: stated('issuer', '`grants`, if present, is an object of objects.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unread }),
  STATE: stated('issuer', '`issuer_state`, if present, is a string.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unread }),
  CODE: must('issuer', 'The pre-authorized code grant has the code, a string.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unusable }),
  'TX-CODE': stated('issuer', '`tx_code`, if present, is an object.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: security('The wallet does not ask for a transaction code, so an attacker who sees the offer can use it.') }),
  'INPUT-MODE': stated('issuer', '`input_mode` of a transaction code is `numeric` or `text`.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unusable }),
  LENGTH: stated('issuer', '`length` of a transaction code is an integer.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unusable }),
  DESCRIPTION: mustNot('issuer', '`description` of a transaction code is a string of at most 300 characters.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: unusable }),
  SERVER: must('issuer', '`authorization_server` is one of the servers in the metadata, and is absent unless there are several.', offer, { section: '4.1.1', standard: text('4.1.1'), consequence: mixedUp }),
})

// biome-ignore format: a table, one row a line.
export const VCIMETA = section('VCIMETA', '12.2.4', {
  JSON: must('issuer', 'Metadata is a JSON object.', meta, { section: '12.2.2', standard: text('12.2.2'), consequence: unread }),
  ISSUER: must('issuer', '`credential_issuer` is an HTTPS URL without a query or fragment.', meta, { standard: text('12.2.1'), consequence: unusable }),
  SAME: must('issuer', '`credential_issuer` is the issuer at whose address the metadata is published.', meta, { standard: text('12.2.4'), consequence: mixedUp }),
  SERVERS: stated('issuer', '`authorization_servers`, if present, is a non-empty array of strings.', meta, { standard: text('12.2.4'), consequence: unusable }),
  'SERVERS-HTTPS': stated('issuer', '`authorization_servers` are HTTPS URLs without a query or fragment.', meta, { standard: `${text('12.2.4')}; RFC 8414, section 2`, consequence: unusable }),
  CREDENTIAL: must('issuer', '`credential_endpoint` is an HTTPS URL.', meta, { standard: text('12.2.4'), consequence: unusable }),
  ENDPOINTS: must('issuer', 'The endpoints for nonces, deferred credentials and notifications are HTTPS URLs, if present.', meta, { standard: text('12.2.4'), consequence: unusable }),
  'REQUEST-ENCRYPTION': must('issuer', '`credential_request_encryption`, if present, has `jwks` with keys, `enc_values_supported` and `encryption_required`.', meta, { standard: text('12.2.4'), consequence: unusable }),
  KID: must('issuer', 'Each request encryption key has a distinct `kid`.', meta, { standard: text('12.2.4'), consequence: unusable }),
  ALG: must('issuer', 'Every request encryption key has `alg`.', meta, { section: '10', standard: text('10'), consequence: unusable }),
  PUBLIC: stated('issuer', 'The request encryption keys are public keys.', meta, { standard: text('12.2.4'), consequence: exposedKey }),
  'RESPONSE-ENCRYPTION': must('issuer', '`credential_response_encryption`, if present, has `alg_values_supported`, `enc_values_supported` and `encryption_required`.', meta, { standard: text('12.2.4'), consequence: unusable }),
  ENCRYPTABLE: should('issuer', 'Metadata that requires encrypted responses has `credential_request_encryption`: the requests for them are encrypted too.', meta, { standard: text('8.2 and 12.2.4'), consequence: unusable }),
  BATCH: must('issuer', '`batch_credential_issuance`, if present, has a `batch_size` of 2 or more.', meta, { standard: text('12.2.4'), consequence: unusable }),
  CONFIGURATIONS: must('issuer', '`credential_configurations_supported` is an object of objects.', meta, { standard: text('12.2.4'), consequence: unusable }),
  FORMAT: must('issuer', 'Every credential configuration has a `format`, a string.', meta, { standard: text('12.2.4'), consequence: unusable }),
  VCT: must('issuer', 'A configuration of the format `dc+sd-jwt` has `vct`, a string.', meta, { section: 'A.3.2', standard: text('A.3.2'), consequence: unusable }),
  DOCTYPE: must('issuer', 'A configuration of the format `mso_mdoc` has `doctype`, a string.', meta, { section: 'A.2.2', standard: text('A.2.2'), consequence: unusable }),
  SCOPE: stated('issuer', '`scope`, if present, is a single scope value: a string without spaces, quotation marks or backslashes.', meta, { standard: text('12.2.4'), consequence: unusable }),
  BINDING: stated('issuer', '`cryptographic_binding_methods_supported`, if present, is a non-empty array of strings.', meta, { standard: text('12.2.4'), consequence: unusable }),
  'PROOF-TYPES': must('issuer', '`proof_types_supported` is an object, and is present if and only if the binding methods are.', meta, { standard: text('12.2.4'), consequence: unusable }),
  'PROOF-ALGS': must('issuer', 'Every proof type has `proof_signing_alg_values_supported`, a non-empty array.', meta, { standard: text('12.2.4'), consequence: unusable }),
  'SIGNING-ALGS': stated('issuer', '`credential_signing_alg_values_supported`, if present, is a non-empty array.', meta, { standard: text('12.2.4'), consequence: unusable }),
  DISPLAY: stated('issuer', '`display` of the issuer and of credentials, if present, is a non-empty array of objects.', meta, { standard: text('12.2.4'), consequence: unusable }),
  LOCALE: must('issuer', '`display` has at most one object for each language.', meta, { standard: text('12.2.4'), consequence: hygiene('Wallets show different names for the same thing.') }),
  NAME: must('issuer', 'Each object in `display` of a credential has `name`, a string.', meta, { standard: text('12.2.4'), consequence: nameless }),
  IMAGE: must('issuer', '`logo` and `background_image`, if present, are objects with `uri`, a URI.', meta, { standard: text('12.2.4'), consequence: nameless }),
  CLAIMS: must('issuer', 'Each description in `claims` has `path`, a non-empty array of strings, nulls and integers.', meta, { section: 'B.2', standard: text('B.2 and C'), consequence: nameless }),
  'CLAIMS-LOCALE': must('issuer', '`display` of a claim has at most one object for each language.', meta, { section: 'B.2', standard: text('B.2'), consequence: hygiene('Wallets show different names for the same thing.') }),
  'CLAIMS-ONCE': stated('issuer', 'No two descriptions in `claims` have the same `path`.', meta, { section: 'B.3', standard: text('B.3'), consequence: nameless }),
  'KEY-STORAGE': stated('issuer', '`key_attestations_required`, if present, is an object, and `key_storage` and `user_authentication` in it are non-empty arrays.', meta, { standard: text('12.2.4'), consequence: weak }),
  ZIP: stated('issuer', '`zip_values_supported`, if present, is a non-empty array.', meta, { standard: text('12.2.4'), consequence: unusable }),
  'ALG-NAMES': should('issuer', 'Algorithms have names of the JOSE registry, or numbers of the COSE registry for the format `mso_mdoc`.', meta, { section: 'A', standard: text('A.2.2, A.3.2, F.1 and F.3'), consequence: unusable }),
  LANGUAGES: stated('issuer', '`locale` in `display` is a language tag.', meta, { standard: text('12.2.4 and B.2'), consequence: hygiene("Wallets show a name in a language other than their user's.") }),
  'ENC-NAMES': should('issuer', 'Encryption and compression algorithms have names of the JOSE registry.', meta, { standard: text('12.2.4'), consequence: unusable }),
  TYPES: stated('issuer', 'Names, locales, colours, alternative texts and levels of keys are strings, `mandatory` is a boolean, and the other members of metadata have the JSON types of their descriptions, too.', meta, { standard: text('12.2.4 and B.2'), consequence: nameless }),
})

// biome-ignore format: a table, one row a line.
export const VCISIGNED = section('VCISIGNED', '12.2.3', {
  JWS: must('issuer', 'Signed metadata is a compact JWS of a JSON object.', signed, { standard: text('12.2.3'), consequence: unread }),
  TYP: must('issuer', '`typ` is `openidvci-issuer-metadata+jwt`.', signed, { standard: text('12.2.3'), consequence: security('A token that was made for another purpose is accepted as metadata.') }),
  ALG: must('issuer', '`alg` is neither `none` nor symmetric.', signed, { standard: text('12.2.3'), consequence: mixedUp }),
  SUB: must('issuer', '`sub` is the identifier of the issuer.', signed, { standard: text('12.2.3'), consequence: mixedUp }),
  IAT: must('issuer', '`iat`, and `nbf` and `exp` if present, are numbers.', signed, { standard: text('12.2.3'), consequence: unread }),
  WHOLE: must('issuer', 'Signed metadata has every parameter of the unsigned metadata, at the top level.', inExchange('signed and unsigned metadata'), { standard: text('12.2.3'), consequence: unusable }),
})

// biome-ignore format: a table, one row a line.
export const VCITOKEN = section('VCITOKEN', '6.2', {
  JSON: stated('issuer', 'A token response is a JSON object.', token, { standard: 'RFC 6749, section 5.1', consequence: unread }),
  TOKEN: stated('issuer', '`access_token` is a string.', token, { standard: 'RFC 6749, section 5.1', consequence: unusable }),
  TYPE: stated('issuer', '`token_type` is a string.', token, { standard: 'RFC 6749, section 5.1', consequence: unusable }),
  TYPES: stated('issuer', '`expires_in`, if present, is a whole number of seconds, and `scope`, `refresh_token` and `type` of authorization details are strings.', token, { standard: 'RFC 6749, sections 5.1 and A.14; RFC 9396, section 2', consequence: unusable }),
  DETAILS: stated('issuer', '`authorization_details`, if present, is a non-empty array of objects.', token, { standard: text('6.2'), consequence: unusable }),
  IDENTIFIERS: must('issuer', 'Each detail of the type `openid_credential` has `credential_identifiers`, a non-empty array of strings.', token, { standard: text('6.2'), consequence: unusable }),
  CONFIGURATION: stated('issuer', 'Each detail of the type `openid_credential` has `credential_configuration_id`, and the metadata has it.', token, { section: '5.1.1', standard: text('5.1.1'), consequence: unusable }),
  LIFETIME: must('issuer', 'An access token that is not bound to a key is valid for at most one day.', token, { section: '13.10', standard: text('13.10'), consequence: stolen }),
  GUESSED: mustNot('issuer', 'Access tokens, refresh tokens, and pre-authorized codes without a transaction code cannot be guessed: they follow no pattern, and are long enough for 128 bits.', inExchange('compare the tokens and the codes of several sessions'), { standard: 'RFC 6749, section 10.10', consequence: guessed }),
})

// biome-ignore format: a table, one row a line.
export const VCINONCE = section('VCINONCE', '7.2', {
  JSON: stated('issuer', 'A nonce response is a JSON object.', 'vci-nonce-response', { standard: text('7.2'), consequence: unread }),
  NONCE: must('issuer', '`c_nonce` is a string.', 'vci-nonce-response', { standard: text('7.2'), consequence: unread }),
  FRESH: must('issuer', 'A new `c_nonce` is unpredictable.', inExchange('collect many nonces, and look for a pattern'), { standard: text('7.2'), consequence: replayed }),
})

// biome-ignore format: a table, one row a line.
export const VCIREQUEST = section('VCIREQUEST', '8.2', {
  JSON: stated('wallet', 'A credential request is a JSON object.', request, { standard: text('8.2'), consequence: unread }),
  ONE: must('wallet', 'A request has either `credential_identifier` or `credential_configuration_id`, a string.', request, { refusedBy: 'issuer', standard: text('8.2'), consequence: unusable }),
  KNOWN: stated('wallet', 'The metadata contains the requested configuration.', request, { refusedBy: 'issuer', standard: text('8.2'), consequence: unusable }),
  PROOFS: must('wallet', '`proofs`, if present, has one proof type, and its value is a non-empty array.', request, { refusedBy: 'issuer', standard: text('8.2'), consequence: unread }),
  PROVEN: must('wallet', 'A request has `proofs` if the configuration has `proof_types_supported`.', request, { refusedBy: 'issuer', standard: text('8.2'), consequence: forged }),
  ATTESTATION: must('wallet', 'There is exactly one proof of the type `attestation`.', request, { section: 'F', standard: text('F'), consequence: unread }),
  BATCH: stated('wallet', 'A request has at most `batch_size` proofs, or one if the issuer announces no batches.', request, { standard: text('12.2.4'), consequence: unusable }),
  ENCRYPTION: must('wallet', '`credential_response_encryption`, if present, has `jwk` and `enc`.', request, { standard: text('8.2'), consequence: unread }),
  ALG: must('wallet', 'The response encryption key has `alg`.', request, { section: '10', standard: text('10'), consequence: unread }),
  DISTINCT: should('wallet', 'No two proofs in a request are for the same key.', request, { section: '8', standard: text('8'), consequence: privacy('A verifier that sees two credentials with the same key can tell that they belong to the same person.') }),
  'RESPONSE-KEY': stated('wallet', 'The response encryption key is a public key.', request, { standard: text('8.2'), consequence: readable }),
  ENCRYPTED: must('wallet', 'A request asks for an encrypted response if the metadata requires it.', request, { standard: text('8.2'), consequence: readable }),
  TYPES: stated('wallet', 'Proofs of the types `jwt` and `attestation` are strings, those of the type `di_vp` are objects, and `zip` is a string.', request, { section: 'F', standard: text('8.2 and F'), consequence: unread }),
})

// biome-ignore format: a table, one row a line.
export const VCIPROOF = section('VCIPROOF', 'F.1', {
  JWS: must('wallet', 'A proof of the type `jwt` is a compact JWS of a JSON object.', proof, { refusedBy: 'issuer', standard: text('F.1'), consequence: unread }),
  TYP: must('wallet', '`typ` is `openid4vci-proof+jwt`.', proof, { refusedBy: 'issuer', standard: text('F.1 and F.4'), consequence: security('A token that was made for another purpose is accepted as a proof.') }),
  ALG: must('wallet', '`alg` is neither `none` nor symmetric.', proof, { refusedBy: 'issuer', standard: text('F.1 and F.4'), consequence: forged }),
  KEY: mustNot('wallet', 'The header has at most one of `kid`, `jwk` and `x5c`.', proof, { refusedBy: 'issuer', standard: text('F.1'), consequence: forged }),
  PUBLIC: must('wallet', '`jwk` is a public key.', proof, { refusedBy: 'issuer', standard: text('F.4'), consequence: exposedKey }),
  SIGNED: must('wallet', 'The proof is signed with the key in `jwk`, or with that of the first certificate in `x5c`.', proof, { refusedBy: 'issuer', standard: text('F.1 and F.4'), consequence: forged }),
  AUD: must('wallet', '`aud` is the identifier of the issuer.', proof, { refusedBy: 'issuer', standard: text('F.1'), consequence: security('A proof for one issuer is used at another.') }),
  IAT: must('wallet', '`iat`, and `nbf` and `exp` if present, are numbers.', proof, { refusedBy: 'issuer', standard: text('F.1'), consequence: replayed }),
  NONCE: must('wallet', '`nonce`, if present, is a string.', proof, { refusedBy: 'issuer', standard: text('F.1'), consequence: replayed }),
  ISSUED: must('wallet', '`nonce` is the `c_nonce` that the issuer provided.', proof, { refusedBy: 'issuer', standard: text('F.1 and F.4'), consequence: replayed }),
  TYPES: stated('wallet', 'The header parameter `key_attestation`, if present, is a string.', proof, { standard: text('F.1'), consequence: unread }),
})

// biome-ignore format: a table, one row a line.
export const VCIATT = section('VCIATT', 'D.1', {
  JWS: stated('wallet', 'A key attestation is a compact JWS of a JSON object.', attestation, { standard: text('D.1'), consequence: unread }),
  TYP: must('wallet', '`typ` is `key-attestation+jwt`.', attestation, { standard: text('D.1'), consequence: weak }),
  ALG: must('wallet', '`alg` is neither `none` nor symmetric.', attestation, { standard: text('D.1'), consequence: weak }),
  IAT: must('wallet', '`iat`, and `nbf` and `exp` if present, are numbers.', attestation, { standard: text('D.1'), consequence: weak }),
  KEYS: must('wallet', '`attested_keys` is a non-empty array of keys.', attestation, { standard: text('D.1'), consequence: weak }),
  LEVELS: stated('wallet', '`key_storage` and `user_authentication`, if present, are non-empty arrays of strings.', attestation, { standard: text('D.1'), consequence: weak }),
  EXP: must('wallet', 'A key attestation in a proof of the type `jwt` has `exp`.', proof, { standard: text('D.1'), consequence: weak }),
  HOLDS: must('wallet', 'A proof with a key attestation is signed with one of its keys.', proof, { refusedBy: 'issuer', standard: text('D.1'), consequence: weak }),
  TYPES: stated('wallet', '`nonce` and `certification`, if present, are strings, and `status` is an object.', attestation, { standard: text('D.1'), consequence: weak }),
})

// biome-ignore format: a table, one row a line.
export const VCIRESPONSE = section('VCIRESPONSE', '8.3', {
  JSON: stated('issuer', 'A credential response is a JSON object.', response, { standard: text('8.3'), consequence: unread }),
  ONE: must('issuer', 'A response has either `credentials` or `transaction_id`, but not both.', response, { standard: text('8.3'), consequence: unread }),
  CREDENTIALS: must('issuer', '`credentials` is a non-empty array of objects, each with a `credential` that is a string or an object.', response, { standard: text('8.3'), consequence: unread }),
  TRANSACTION: must('issuer', '`transaction_id` is a string.', response, { standard: text('8.3'), consequence: unread }),
  INTERVAL: must('issuer', '`interval` is a positive number, and is present if and only if `transaction_id` is.', response, { standard: text('8.3'), consequence: unusable }),
  NOTIFICATION: must('issuer', '`notification_id` is a string, and is present only together with `credentials`.', response, { standard: text('8.3'), consequence: unusable }),
})

// biome-ignore format: a table, one row a line.
export const VCIERROR = section('VCIERROR', '8.3.1.2', {
  ERROR: must('issuer', '`error` is a string.', error, { standard: text('8.3.1.2'), consequence: unclear }),
  ASCII: should('issuer', '`error` is a single ASCII error code.', error, { standard: text('8.3.1.2'), consequence: unclear }),
  DESCRIPTION: must('issuer', '`error_description`, if present, is a string of printable ASCII without `"` and `\\`.', error, { standard: text('8.3.1.2'), consequence: unclear }),
})

// biome-ignore format: a table, one row a line.
export const VCINOTE = section('VCINOTE', '11.1', {
  JSON: stated('wallet', 'A notification is a JSON object.', note, { standard: text('11.1'), consequence: unread }),
  ID: must('wallet', '`notification_id` is a string.', note, { standard: text('11.1'), consequence: unread }),
  EVENT: must('wallet', '`event` is `credential_accepted`, `credential_failure` or `credential_deleted`.', note, { standard: text('11.1'), consequence: unread }),
  DESCRIPTION: mustNot('wallet', '`event_description`, if present, is a string of printable ASCII without `"` and `\\`.', note, { standard: text('11.1'), consequence: unclear }),
})

// biome-ignore format: a table, one row a line.
export const VCIHTTP = section('VCIHTTP', '8.3', {
  'NO-STORE': must('issuer', 'A response with a `c_nonce` or an access token has `Cache-Control: no-store`.', http, { section: '7.2', standard: `${text('7.2')}; RFC 6749, section 5.1`, consequence: disclosed }),
  JSON: must('issuer', 'Offers, metadata, nonces, credentials and tokens in plain JSON have the media type `application/json`.', http, { section: '8.3', standard: text('4.1.3, 7.2, 8.3 and 12.2.2'), consequence: unread }),
  BODY: stated('issuer', 'The body of a response with the media type `application/json` is a JSON object.', http, { section: '8.3', standard: text('8.3'), consequence: unread }),
  JWT: must('issuer', 'Signed metadata has the media type `application/jwt`.', http, { section: '12.2.2', standard: text('12.2.2'), consequence: unread }),
  ISSUED: must('issuer', 'A response with credentials has the status code 200, and a deferred one 202.', http, { section: '8.3', standard: text('8.3 and 9.2'), consequence: unclear }),
  METADATA: must('issuer', 'Metadata is returned with the status code 200.', http, { section: '12.2.2', standard: text('12.2.2'), consequence: unread }),
  NONCE: stated('issuer', 'A nonce is returned with a 2xx status code.', http, { section: '7.2', standard: text('7.2'), consequence: unread }),
  ERROR: must('issuer', 'An error about an unknown credential configuration, or about a notification, has the status code 400.', http, { section: '8.3.1.2', standard: text('8.3.1.2 and 11.3'), consequence: unclear }),
})

// biome-ignore format: a table, one row a line.
export const VCIUSE = section('VCIUSE', '8', {
  'WELL-KNOWN': must('issuer', 'The metadata is at the URL with `/.well-known/openid-credential-issuer` inserted between host and path.', inExchange('fetch the metadata'), { section: '12.2.2', standard: text('12.2.2'), consequence: unusable }),
  SERVER: must('issuer', 'The metadata of the authorization server is returned with the status code 200, and has the identifier that it was fetched for and a token endpoint.', inExchange('the metadata of the authorization server'), { section: '12.3', standard: 'RFC 8414, section 2, 3.2 and 3.3', consequence: mixedUp }),
  NONCE: stated('issuer', 'The nonce endpoint returns a nonce for a POST request without an access token.', inExchange('a nonce request'), { section: '7.1', standard: text('7.1 and 7.2'), consequence: unusable }),
  COUNT: stated('issuer', 'A response has no more credentials than the request has keys.', inExchange('a request and its response'), { section: '8.3', standard: text('8.3'), consequence: forged }),
  BOUND: stated('issuer', 'Each credential is bound to a different key of the request.', inExchange('a request and its response'), { section: '8.3', standard: text('8.3 and F.1'), consequence: forged }),
  UNBOUND: must('issuer', 'A credential whose configuration has no `proof_types_supported` is not bound to a key.', inExchange('the metadata, and a credential'), { section: '12.2.4', standard: text('12.2.4'), consequence: unusable }),
  'ATTESTED-COUNT': should('issuer', 'A credential is issued for each key in a key attestation, if the issuer issues several at once.', inExchange('a request with a key attestation of several keys'), { section: 'F.1', standard: text('F.1 and F.3'), consequence: unusable }),
  'OFFERED-ALONE': should('issuer', 'An access token for a pre-authorized code is valid only for the credentials of the offer.', byProbes('a request for a credential that was not offered'), { section: '6.1', standard: text('6.1'), consequence: forged }),
  'GRANTED-ALONE': must('issuer', 'An access token for an authorization code is valid only for the credentials that the user authorized.', byProbes('a request for a credential that the user did not authorize'), { section: '8.3.1.1', standard: 'RFC 6749, sections 3.3, 6 and 7', consequence: unasked }),
  'OFFER-ADDRESS': should('issuer', 'Each offer by reference has its own URL, unless it must not be stored.', inExchange('the addresses of several offers'), { section: '4.1.3', standard: text('4.1.3'), consequence: unusable }),
  'SAME-DATASET': must('issuer', 'The credentials of a response have the same claims, apart from times, keys, status and identifiers.', inExchange('a request with several proofs, and its response'), { section: '3.3.2', standard: text('3.3.2'), consequence: unusable }),
  'BATCH-SALTS': must('issuer', 'No two credentials in a response share a salt.', inExchange('a request with several proofs, and its response'), { section: '10.1', standard: 'RFC 9901, section 10.1', consequence: linked }),
  'BATCH-STATUS': should('issuer', 'Each credential in a response has its own entry in status lists.', inExchange('a request with several proofs, and its response'), { section: '13.2', standard: 'draft-ietf-oauth-status-list-20, sections 13.2 and 13.3', consequence: linked }),
  'BATCH-TIMES': should('issuer', 'The times in the credentials of a response are rounded, or differ from credential to credential.', inExchange('a request with several proofs, and its response'), { section: '15.4.1', standard: text('15.4.1'), consequence: privacy('Verifiers that compare two credentials of the same second can tell that they belong to the same person.') }),
  MDOC: must('issuer', 'A credential in the format `mso_mdoc` is a string: base64url-encoded CBOR with `issuerAuth`.', inExchange('the metadata and a response'), { section: 'A.2.4', standard: text('8.3 and A.2.4'), consequence: unread }),
  'NONCE-OFFERED': must('issuer', 'An issuer that requires a `c_nonce` in proofs has `nonce_endpoint` in its metadata.', inExchange('the metadata and a credential request'), { section: '7', standard: text('7'), consequence: unusable }),
  'NO-CONTENT': should('issuer', 'A notification is answered with the status code 204.', inExchange('a notification'), { section: '11.2', standard: text('11.2'), consequence: unclear }),
  'NOTIFICATION-CODE': should('issuer', 'The error of a notification is `invalid_notification_id` or `invalid_notification_request`.', byProbes('a made-up notification'), { section: '11.3', standard: text('11.3'), consequence: unclear }),
  FORMAT: must('issuer', 'A credential in the format `dc+sd-jwt` is a string: an SD-JWT in compact form.', inExchange('the metadata and a response'), { section: 'A.3.4', standard: text('A.3.4'), consequence: unread }),
  VCT: stated('issuer', 'The `vct` of an SD-JWT VC is that of its configuration in the metadata.', inExchange('the metadata and a response'), { section: 'A.3.2', standard: text('A.3.2'), consequence: unusable }),
  DOCTYPE: stated('issuer', 'The document type of an mdoc is that of its configuration in the metadata.', inExchange('the metadata and a response'), { section: 'A.2.2', standard: text('A.2.2'), consequence: unusable }),
  'SIGNING-ALG': stated('issuer', 'A credential is signed with one of the algorithms in `credential_signing_alg_values_supported`, if its configuration has them.', inExchange('the metadata and a response'), { section: '12.2.4', standard: text('12.2.4, A.2.2 and A.3.2'), consequence: unusable }),
  UNSIGNED: must('issuer', 'A wallet that accepts only JSON gets unsigned metadata.', inExchange('a request for metadata'), { section: '12.2.2', standard: text('12.2.2'), consequence: unread }),
  CHALLENGE: stated('issuer', 'A response with the status code 401 has a `WWW-Authenticate` header field.', inExchange('a request without an access token'), { section: '8.3.1.1', standard: `${text('8.3.1.1')}; RFC 6750, section 3; RFC 9110, section 15.5.2`, consequence: unclear }),
  'TOKEN-STATUS': should('issuer', 'A credential request with an invalid access token is rejected with the status code 401.', byProbes('credential requests with access tokens that are not valid'), { section: '8.3.1.1', standard: `${text('8.3.1.1')}; RFC 6750, section 3.1`, consequence: unclear }),
  PENDING: must('issuer', 'A credential that is not ready is deferred again with 202, not with the error `issuance_pending` of an earlier draft.', inExchange('a deferred request before the credential is ready'), { section: '9.2', standard: text('9.2'), consequence: unusable }),
  SAME: must('issuer', 'A response that defers again has the same `transaction_id`.', inExchange('a deferred request and its response'), { section: '9.2', standard: text('9.2'), consequence: unusable }),
  NOTIFIED: must('issuer', 'A notification about an issued credential is answered with a 2xx status code, and so is a repeated one.', inExchange('the same notification twice'), { section: '11', standard: text('11 and 11.2'), consequence: unclear }),
  CODE: stated('issuer', 'No token is issued for an unknown pre-authorized code.', byProbes('a token request with a made-up code'), { section: '6.3', standard: `${text('6.3')}; RFC 6749, section 5.2`, consequence: stolen }),
  'CODE-ONCE': must('issuer', 'A pre-authorized code can be used once.', byProbes('the same token request twice'), { section: '4.1.1', standard: text('4.1.1'), consequence: stolen }),
  'TX-CODE': must('issuer', 'No token is issued if the expected transaction code is missing or wrong.', byProbes('token requests without and with a wrong transaction code'), { section: '6.3', standard: text('6.1 and 6.3'), consequence: stolen }),
  'TOKEN-ERROR-CODE': should('issuer', '`error` of the token and pushed authorization request endpoints is a code that is registered for them.', byProbes('token requests and pushed requests that are rejected'), { section: '6.3', standard: 'RFC 6749, sections 5.2 and 11.4', consequence: unclear }),
  'TOKEN-ERROR-TEXT': mustNot('issuer', '`error_description` and `error_uri` of the token endpoint, if present, are strings of the characters that RFC 6749 allows: printable ASCII, without `"` and `\\`.', byProbes('a token request that is rejected'), { section: '6.3', standard: 'RFC 6749, section 5.2', consequence: unclear }),
  'TOKEN-ERROR': stated('issuer', 'An error of the token endpoint is a JSON object with `error`, and has the status code 400, or 401 if client authentication failed.', byProbes('a token request that is rejected'), { section: '6.3', standard: `${text('6.3')}; RFC 6749, section 5.2`, consequence: unclear }),
  DETAILS: must('issuer', 'A token response has `authorization_details` if the request has them and the authorization server announces them.', byProbes('a token request with `authorization_details`'), { section: '6.2', standard: text('6.2'), consequence: unusable }),
  AUTHORIZED: stated('issuer', 'The endpoints for credentials, deferred credentials and notifications reject requests without a valid access token.', byProbes('requests without access token, or with a made-up one'), { section: '8', standard: text('8, 8.3.1.1, 9 and 11.3'), consequence: stolen }),
  REFUSES: must('issuer', 'An issuer validates every proof before it issues a credential.', byProbes('proofs that are wrong in one place'), { section: 'F.4', standard: text('F.4'), consequence: forged }),
  ALGORITHMS: stated('issuer', 'A proof by any algorithm in `proof_signing_alg_values_supported` is accepted.', byProbes('proofs by every algorithm in the metadata'), { section: '12.2.4', standard: text('12.2.4'), consequence: unusable }),
  'ATTESTED-NEEDED': mustNot('issuer', 'An issuer with `key_attestations_required` accepts no proof without a valid key attestation.', byProbes('proofs without a key attestation, and with one that is not valid'), { section: '12.2.4', standard: text('12.2.4'), consequence: weak }),
  ATTESTED: must('issuer', 'A proof with a key attestation is accepted only if one of the attested keys signed it.', byProbes('a proof with the key attestation of another key'), { section: 'D.1', standard: text('D.1'), consequence: weak }),
  PROVEN: must('issuer', 'No credential is issued without proofs if the configuration has `proof_types_supported`.', byProbes('a request without proofs'), { section: '8.2', standard: text('8.2 and 8.3.1.2'), consequence: forged }),
  INVALID: stated('issuer', 'A request that names no credential, or an unknown identifier, is answered with an error.', byProbes('a request that names nothing'), { section: '8.3.1', standard: text('8.2 and 8.3.1'), consequence: unclear }),
  UNSUPPORTED: must('issuer', 'A request for an unsupported configuration is answered with 400 and a JSON object with `error`.', byProbes('a request for a made-up configuration'), { section: '8.3.1.2', standard: text('8.3.1.2'), consequence: unclear }),
  CODES: must('issuer', 'An error about the content of a credential request has a specific code, not `invalid_request`.', byProbes('credential requests that are rejected'), { section: '8.3.1.2', standard: text('8.3.1.2'), consequence: unclear }),
  IGNORES: must('issuer', 'Unknown parameters are ignored.', byProbes('requests with a made-up parameter'), { section: '8.2', standard: text('6.1, 8.2, 9.1 and 11.1'), consequence: unusable }),
  'SCHEME-CASE': stated('issuer', 'The authentication scheme before an access token is case-insensitive.', byProbes('an access token whose scheme is in a different case'), { section: '8', standard: 'RFC 9110, section 11.1', consequence: unusable }),
  BATCH: stated('issuer', 'A request with as many proofs as `batch_size` allows is not rejected because of their number.', byProbes('a request with two proofs'), { section: '12.2.4', standard: text('12.2.4'), consequence: unusable }),
  TRANSACTION: stated('issuer', 'No credential is issued for an unknown `transaction_id`.', byProbes('a made-up deferred request'), { section: '9.3', standard: text('9.3'), consequence: stolen }),
  'TRANSACTION-ONCE': must('issuer', 'A `transaction_id` cannot be used once its credential has been obtained.', byProbes('the same deferred request twice'), { section: '9.1', standard: text('9.1'), consequence: stolen }),
  'NOTIFICATION-ID': must('issuer', 'An invalid `notification_id` is answered with 400 and a JSON object with `error`.', byProbes('a made-up notification'), { section: '11.3', standard: text('11.3'), consequence: unclear }),
})

// biome-ignore format: a table, one row a line.
export const VCIENC = section('VCIENC', '10', {
  WANTED: must('issuer', 'A response is encrypted if the request asks for it.', inExchange('a request that asks for encryption, and its response'), { section: '8.3', standard: text('8.3 and 9.2'), consequence: readable }),
  PLAIN: stated('issuer', 'A response is not encrypted if the request does not ask for it.', inExchange('a request and its response'), { section: '8.2', standard: text('8.2'), consequence: unread }),
  ERROR: stated('issuer', 'An error is not encrypted.', inExchange('a request that asks for encryption, and the error that answers it'), { section: '8.3.1.2', standard: text('8.3.1.2 and 9.3'), consequence: unread }),
  TYPE: must('issuer', 'An encrypted response has the media type `application/jwt`.', inExchange('an encrypted response'), { standard: text('10'), consequence: unread }),
  READABLE: must('issuer', 'An encrypted response is a compact JWE of a JSON object, for the key in the request.', inExchange('an encrypted response'), { standard: text('8.3 and 10'), consequence: unread }),
  FORM: stated('issuer', 'An encrypted response has parts of the length that its algorithms require, a header without extensions, and a valid ephemeral key.', inExchange('an encrypted response'), { standard: 'RFC 7516, sections 4.1.3, 4.1.13 and 5.1; RFC 7518, sections 4.6.1 and 5.3', consequence: unread }),
  ALG: must('issuer', '`alg` of the response is that of the key in the request.', inExchange('an encrypted response'), { standard: text('10'), consequence: unread }),
  EPHEMERAL: must('issuer', 'Each response that is encrypted with a key agreement has its own ephemeral key.', inExchange('several encrypted responses'), { standard: 'RFC 7518, section 4.6', consequence: readable }),
  KID: must('issuer', '`kid` of the response is that of the key in the request.', inExchange('an encrypted response'), { standard: text('10'), consequence: unread }),
  ENC: stated('issuer', '`enc` of the response is that of the request.', inExchange('an encrypted response'), { section: '8.2', standard: text('8.2 and 10'), consequence: unread }),
  ZIP: must('issuer', 'A response is compressed only if the request has `zip`.', inExchange('an encrypted response'), { section: '8.2', standard: text('8.2 and 10'), consequence: unread }),
  REQUIRED: should('issuer', 'A request in plain text is rejected if the metadata requires encryption.', byProbes('a request in plain text'), { standard: text('10'), consequence: readable }),
  INTACT: stated('issuer', 'An encrypted request that was altered after its encryption is rejected.', byProbes('encrypted requests with another authentication tag'), { standard: 'RFC 7516, section 5.2; RFC 7518, section 5', consequence: security('An attacker can alter requests unnoticed.') }),
  REQUEST: stated('issuer', 'An encrypted request is processed if the metadata announces encryption.', byProbes('an encrypted request'), { section: '8.2', standard: text('8.2'), consequence: unusable }),
})

/** The keys in messages between a wallet and an issuer. */
export const keysOf = {
  metadata: makeFacet(keyFoundation, {
    kind: meta,
    table: 'VCIMETA',
    section: '12.2.4',
    binds: 'issuer',
    subject: 'Every request encryption key',
    rulings: { 'KEY-PUBLIC': { is: VCIMETA.PUBLIC } },
  }),
  signed: makeFacet(keyFoundation, {
    kind: signed,
    table: 'VCISIGNED',
    section: '12.2.3',
    binds: 'issuer',
    subject: 'A key in the header',
  }),
  request: makeFacet(keyFoundation, {
    kind: request,
    table: 'VCIREQUEST',
    section: '8.2',
    binds: 'wallet',
    subject: 'The response encryption key',
    rulings: { 'KEY-PUBLIC': { is: VCIREQUEST['RESPONSE-KEY'] } },
  }),
  proof: makeFacet(keyFoundation, {
    kind: proof,
    table: 'VCIPROOF',
    section: 'F.1',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'A key in the header',
    rulings: { 'KEY-PUBLIC': { is: VCIPROOF.PUBLIC } },
  }),
  attestation: makeFacet(keyFoundation, {
    kind: attestation,
    table: 'VCIATT',
    section: 'D.1',
    binds: 'wallet',
    subject: 'Every key that is attested or in the header',
  }),
  ...oauthKeys,
} as const

/** The signed messages between a wallet and an issuer. */
export const jwtsOf = {
  signed: makeFacet(jwtFoundation, {
    kind: signed,
    table: 'VCISIGNED',
    section: '12.2.3',
    binds: 'issuer',
    refusedBy: ['wallet'],
    subject: 'Signed metadata',
    rulings: { 'JWT-TIMES': { is: VCISIGNED.IAT } },
  }),
  proof: makeFacet(jwtFoundation, {
    kind: proof,
    table: 'VCIPROOF',
    section: 'F.1',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'A proof',
    rulings: { 'JWS-SIGNED': { is: VCIPROOF.SIGNED }, 'JWT-TIMES': { is: VCIPROOF.IAT } },
  }),
  attestation: makeFacet(jwtFoundation, {
    kind: attestation,
    table: 'VCIATT',
    section: 'D.1',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'A key attestation',
    rulings: { 'JWT-TIMES': { is: VCIATT.IAT } },
  }),
  ...oauthJwts,
} as const

export const requirements = [
  ...listRows(
    VCIOFFER,
    VCIMETA,
    VCISIGNED,
    VCITOKEN,
    VCINONCE,
    VCIREQUEST,
    VCIPROOF,
    VCIATT,
    VCIRESPONSE,
    VCIERROR,
    VCINOTE,
    VCIHTTP,
    VCIUSE,
    VCIENC,
    VCISERVER,
    VCIAUTH,
    VCIPKCE,
    VCIPAR,
    VCIDPOP,
    VCICLIENT,
    VCIWALLET,
  ),
  ...Object.values(keysOf).flatMap((each) => each.requirements),
  ...Object.values(jwtsOf).flatMap((each) => each.requirements),
]
