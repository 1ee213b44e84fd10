import type { Requirement } from '../../model/requirement.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import {
  dropMembers as drop,
  setMembers as put,
  type SampleFault,
  keepMembers as same,
  sampleFault,
} from '../kit/samples.ts'
import { VCICLIENT, VCIDPOP, VCISERVER } from '../oauth/requirements.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { preAuthorizedGrant } from './actors/names.ts'
import { jwtFaults, keyFaults, messageProofs, textProofs, typeProofs } from './foundation-faults.ts'
import {
  VCIATT,
  VCIERROR,
  VCIHTTP,
  VCIMETA,
  VCINONCE,
  VCINOTE,
  VCIOFFER,
  VCIPROOF,
  VCIREQUEST,
  VCIRESPONSE,
  VCISIGNED,
  VCITOKEN,
} from './requirements.ts'
import { issuer, setConfiguration, usualMetadata, type VciChange, writeAttestation, writeProof } from './sample.ts'

const make = sampleFault<VciChange>()

type Fault = SampleFault<VciChange>
type Content = NonNullable<VciChange['content']>

const about =
  (kind: NonNullable<VciChange['about']>) =>
  (row: Requirement, description: string, content: Content, more: VciChange = {}): Fault =>
    make(row, description, { ...more, about: kind, content })

const offer = about('vci-offer')
const metadata = about('vci-issuer-metadata')
const token = about('vci-token-response')
const request = about('vci-credential-request')
const response = about('vci-credential-response')
const error = about('vci-error-response')
const note = about('vci-notification')
const signed = about('vci-signed-metadata')
const proof = about('vci-proof')
const attestation = about('vci-key-attestation')
const server = about('oauth-server-metadata')

const link = (row: Requirement, description: string, write: (text: string) => string): Fault =>
  make(row, description, { about: 'vci-offer-link', write })

/** An offer with one more member in its grant of a pre-authorized code. */
const grant =
  (members: JsonObject) =>
  (object: JsonObject): JsonObject => ({
    ...object,
    grants: { [preAuthorizedGrant]: { 'pre-authorized_code': 'a code', ...members } },
  })

const encryption = (members: JsonObject, name = 'credential_request_encryption') =>
  put({ [name]: { ...(usualMetadata[name] as JsonObject), ...members } }) // the usual one has both

/** Metadata of a credential with something about its display and its claims. */
const describe = (members: JsonObject) => setConfiguration({ credential_metadata: members })

const jwks = (...list: readonly JsonObject[]) => encryption({ jwks: { keys: list } })

const key = (more: JsonObject = {}): JsonObject => ({ ...toPublic(keys.issuer), kid: 'e1', alg: 'ECDH-ES', ...more })

const plain = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

const http = (
  row: Requirement,
  description: string,
  kind: NonNullable<VciChange['about']>,
  status: number,
  headers: JsonObject = plain,
  content: Content = (all) => all,
): Fault => make(row, description, { about: kind, content, http: { status, headers } })

const resign = (alg: JsonValue): VciChange => ({ header: put({ alg }) })

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  link(VCIOFFER.ONE, 'has an offer and the URL of one', (text) => `${text}&credential_offer_uri=https%3A%2F%2Fissuer.example%2F1`),
  link(VCIOFFER.ONE, 'has two offers', (text) => `${text}&${text.split('?')[1]}`),
  link(VCIOFFER.URI, 'refers to an offer over HTTP', () => 'openid-credential-offer://?credential_offer_uri=http%3A%2F%2Fissuer.example%2F1'),
  link(VCIOFFER.URI, 'refers to an offer by a path', () => 'openid-credential-offer://?credential_offer_uri=%2Foffers%2F1'),
  make(VCIOFFER.ISSUER, 'has no issuer in its offer', { content: drop('credential_issuer') }, [VCIOFFER.SAME]),
  make(VCIOFFER.ISSUER, 'has an issuer over HTTP in its offer', { content: put({ credential_issuer: 'http://issuer.example' }) }, [VCIOFFER.SAME]),
  make(VCIOFFER.ISSUER, 'has an issuer with a query in its offer', { content: put({ credential_issuer: `${issuer}?a=1` }) }, [VCIOFFER.SAME]),
  offer(VCIOFFER.SAME, 'has the issuer with a slash in its offer', put({ credential_issuer: `${issuer}/` })),
  offer(VCIOFFER.IDS, 'offers one configuration as a string', put({ credential_configuration_ids: 'member' })),
  offer(VCIOFFER.IDS, 'offers no configuration', put({ credential_configuration_ids: [] })),
  offer(VCIOFFER.IDS, 'offers a configuration as an object', put({ credential_configuration_ids: [{ id: 'member' }] })),
  offer(VCIOFFER.IDS, 'offers credentials by the name of a draft', (all) => ({ ...drop('credential_configuration_ids')(all), credentials: ['member'] })),
  offer(VCIOFFER.UNIQUE, 'offers a configuration twice', put({ credential_configuration_ids: ['member', 'member'] })),
  offer(VCIOFFER.KNOWN, 'offers a configuration that is not in the metadata', put({ credential_configuration_ids: ['Member'] })),
  offer(VCIOFFER.GRANTS, 'has its grants in an array', put({ grants: [preAuthorizedGrant] })),
  offer(VCIOFFER.GRANTS, 'has a grant that is a string', put({ grants: { authorization_code: 'yes' } })),
  offer(VCIOFFER.STATE, 'has a number as its state', put({ grants: { authorization_code: { issuer_state: 1 } } })),
  offer(VCIOFFER.CODE, 'has a grant without its code', put({ grants: { [preAuthorizedGrant]: {} } })),
  offer(VCIOFFER.CODE, 'has a number as its code', grant({ 'pre-authorized_code': 1234 })),
  offer(VCIOFFER['TX-CODE'], 'says that a transaction code is needed by `true`', grant({ tx_code: true })),
  offer(VCIOFFER['INPUT-MODE'], 'has another input mode', grant({ tx_code: { input_mode: 'alphanumeric' } })),
  offer(VCIOFFER.LENGTH, 'has a length in a string', grant({ tx_code: { length: '4' } })),
  offer(VCIOFFER.LENGTH, 'has a length with a fraction', grant({ tx_code: { length: 4.5 } })),
  offer(VCIOFFER.DESCRIPTION, 'describes its code in 301 characters', grant({ tx_code: { description: 'a'.repeat(301) } })),
  offer(VCIOFFER.DESCRIPTION, 'describes its code by an object', grant({ tx_code: { description: { en: 'a' } } })),
  offer(VCIOFFER.SERVER, 'names a server that is not in the metadata', grant({ authorization_server: 'https://third.example' })),
  offer(VCIOFFER.SERVER, 'names the server where there is one alone', same, { facts: { issuerMetadata: { ...usualMetadata, authorization_servers: ['https://login.example'] } } }),

  metadata(VCIMETA.ISSUER, 'has an issuer with a fragment', put({ credential_issuer: `${issuer}#a` }), { facts: { issuer: undefined } }),
  metadata(VCIMETA.ISSUER, 'has no issuer', drop('credential_issuer'), { facts: { issuer: undefined } }),
  metadata(VCIMETA.SAME, 'has the metadata of another issuer', put({ credential_issuer: 'https://other.example' })),
  metadata(VCIMETA.SERVERS, 'has one server as a string', put({ authorization_servers: 'https://login.example' })),
  metadata(VCIMETA.SERVERS, 'has an empty array of servers', put({ authorization_servers: [] })),
  metadata(VCIMETA.CREDENTIAL, 'has no credential endpoint', drop('credential_endpoint')),
  metadata(VCIMETA.CREDENTIAL, 'has a path as its credential endpoint', put({ credential_endpoint: '/credential' })),
  metadata(VCIMETA.CREDENTIAL, 'has a credential endpoint over HTTP', put({ credential_endpoint: 'http://issuer.example/credential' })),
  ...['nonce_endpoint', 'deferred_credential_endpoint', 'notification_endpoint'].map((name) => metadata(VCIMETA.ENDPOINTS, `has a \`${name}\` over HTTP`, put({ [name]: 'http://issuer.example/a' }))),
  metadata(VCIMETA['REQUEST-ENCRYPTION'], 'does not say whether requests have to be encrypted', encryption({ encryption_required: 'false' })),
  metadata(VCIMETA['REQUEST-ENCRYPTION'], 'has no algorithm for requests', encryption({ enc_values_supported: [] })),
  metadata(VCIMETA['REQUEST-ENCRYPTION'], 'has no keys for requests', encryption({ jwks: {} })),
  metadata(VCIMETA.KID, 'has a key without `kid`', jwks(drop('kid')(key()))),
  metadata(VCIMETA.KID, 'has two keys with one `kid`', jwks(key(), { ...key(), ...toPublic(keys.other), kid: 'e1' })),
  metadata(VCIMETA.ALG, 'has a key without `alg`', jwks(drop('alg')(key()))),
  metadata(VCIMETA.PUBLIC, 'has a private key', jwks({ ...keys.issuer, kid: 'e1', alg: 'ECDH-ES' })),
  metadata(VCIMETA['RESPONSE-ENCRYPTION'], 'has no `alg_values_supported` for responses', put({ credential_response_encryption: { enc_values_supported: ['A256GCM'], encryption_required: true } })),
  metadata(VCIMETA['RESPONSE-ENCRYPTION'], 'does not say whether responses are always encrypted', put({ credential_response_encryption: { alg_values_supported: ['ECDH-ES'], enc_values_supported: ['A256GCM'] } })),
  metadata(VCIMETA.ENCRYPTABLE, 'requires encrypted responses, and takes no encrypted requests', ({ credential_request_encryption: _, ...content }) => put({ credential_response_encryption: { alg_values_supported: ['ECDH-ES'], enc_values_supported: ['A256GCM'], encryption_required: true } })(content)),
  metadata(VCIMETA.BATCH, 'has batches of one', put({ batch_credential_issuance: { batch_size: 1 } })),
  metadata(VCIMETA.BATCH, 'has batches without a size', put({ batch_credential_issuance: {} })),
  metadata(VCIMETA.CONFIGURATIONS, 'has its configurations in an array', put({ credential_configurations_supported: [{ format: 'dc+sd-jwt' }] })),
  metadata(VCIMETA.CONFIGURATIONS, 'has no configurations', drop('credential_configurations_supported')),
  metadata(VCIMETA.FORMAT, 'has a configuration without a format', setConfiguration({ format: null })),
  metadata(VCIMETA.VCT, 'has a configuration of an SD-JWT VC without `vct`', setConfiguration({ vct: null })),
  metadata(VCIMETA.DOCTYPE, 'has a configuration of an mdoc without `doctype`', setConfiguration({ format: 'mso_mdoc', credential_signing_alg_values_supported: [-7] })),
  metadata(VCIMETA.SCOPE, 'has two values in one scope', setConfiguration({ scope: 'member club' })),
  metadata(VCIMETA.SCOPE, 'has an array of scopes', setConfiguration({ scope: ['member'] })),
  metadata(VCIMETA.BINDING, 'has one binding method as a string', setConfiguration({ cryptographic_binding_methods_supported: 'jwk' })),
  metadata(VCIMETA['PROOF-TYPES'], 'has an array of proof types', setConfiguration({ proof_types_supported: ['jwt'] })),
  metadata(VCIMETA['PROOF-TYPES'], 'has binding methods and no proof types', (all) => ({ ...all, credential_configurations_supported: { member: { format: 'a', cryptographic_binding_methods_supported: ['jwk'] } } })),
  metadata(VCIMETA['PROOF-TYPES'], 'has proof types and no binding methods', (all) => ({ ...all, credential_configurations_supported: { member: { format: 'a', proof_types_supported: {} } } })),
  metadata(VCIMETA['PROOF-ALGS'], 'has a proof type without algorithms', setConfiguration({ proof_types_supported: { jwt: {} } })),
  metadata(VCIMETA['SIGNING-ALGS'], 'has no algorithm for credentials', setConfiguration({ credential_signing_alg_values_supported: [] })),
  metadata(VCIMETA.DISPLAY, 'displays a credential by an object', setConfiguration({ credential_metadata: { display: { name: 'a' } } })),
  metadata(VCIMETA.DISPLAY, 'displays the issuer by an empty array', put({ display: [] })),
  metadata(VCIMETA.LOCALE, 'displays the issuer twice in one language', put({ display: [{ name: 'a', locale: 'en' }, { name: 'b', locale: 'EN' }] })),
  metadata(VCIMETA.NAME, 'displays a credential without a name', describe({ display: [{ locale: 'en' }] })),
  metadata(VCIMETA.NAME, 'displays a credential by an object of names', describe({ display: [{ name: { en: 'Membership' } }] })),
  metadata(VCIMETA.IMAGE, 'has the logo of a credential as text', describe({ display: [{ name: 'a', logo: 'https://issuer.example/logo.png' }] })),
  metadata(VCIMETA.IMAGE, 'has a background image by the name of a draft', describe({ display: [{ name: 'a', background_image: { url: 'https://issuer.example/a.png' } }] })),
  metadata(VCIMETA.IMAGE, 'has a path as the logo of the issuer', put({ display: [{ name: 'a', logo: { uri: '/logo.png' } }] })),
  metadata(VCIMETA.CLAIMS, 'describes claims by an object', describe({ claims: { family_name: { mandatory: true } } })),
  metadata(VCIMETA.CLAIMS, 'describes a claim without a path', describe({ claims: [{ display: [{ name: 'a' }] }] })),
  metadata(VCIMETA.CLAIMS, 'describes a claim with an empty path', describe({ claims: [{ path: [] }] })),
  metadata(VCIMETA.CLAIMS, 'describes a claim by a negative number', describe({ claims: [{ path: ['degrees', -1] }] })),
  metadata(VCIMETA['CLAIMS-LOCALE'], 'describes a claim twice in one language', describe({ claims: [{ path: ['a'], display: [{ name: 'a', locale: 'de' }, { name: 'b', locale: 'de' }] }] })),
  metadata(VCIMETA['CLAIMS-LOCALE'], 'describes a claim twice in one language with other letters', describe({ claims: [{ path: ['a'], display: [{ name: 'a', locale: 'en-GB' }, { name: 'b', locale: 'en-gb' }] }] })),
  metadata(VCIMETA['CLAIMS-ONCE'], 'describes one claim twice', describe({ claims: [{ path: ['a'] }, { path: ['b'] }, { path: ['a'], mandatory: true }] })),
  metadata(VCIMETA['CLAIMS-ONCE'], 'describes all elements of an array twice', describe({ claims: [{ path: ['a', null] }, { path: ['a', null] }] })),
  metadata(VCIMETA['KEY-STORAGE'], 'requires key attestations by `true`', setConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: true } } })),
  metadata(VCIMETA['KEY-STORAGE'], 'requires a storage of keys in no array', setConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: { key_storage: 'iso_18045_high' } } } })),
  metadata(VCIMETA['KEY-STORAGE'], 'requires an authentication of users that is one of none', setConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: { user_authentication: [] } } } })),
  metadata(VCIMETA.ZIP, 'has no compression in an array', encryption({ zip_values_supported: [] })),
  metadata(VCIMETA.ZIP, 'has one compression as a string', encryption({ zip_values_supported: 'DEF' }, 'credential_response_encryption')),
  metadata(VCIMETA['SERVERS-HTTPS'], 'has a server without TLS', put({ authorization_servers: ['http://login.example'] })),
  metadata(VCIMETA['SERVERS-HTTPS'], 'has the host of a server', put({ authorization_servers: ['login.example'] })),
  metadata(VCIMETA.LANGUAGES, 'displays the issuer in a language with an underscore', put({ display: [{ name: 'a', locale: 'en_GB' }] })),
  metadata(VCIMETA.LANGUAGES, 'describes a claim in a language by its name', describe({ claims: [{ path: ['a'], display: [{ name: 'a', locale: 'Deutsch (Schweiz)' }] }] })),
  metadata(VCIMETA['ENC-NAMES'], 'encrypts by an algorithm that was made up', encryption({ alg_values_supported: ['ECDH'] }, 'credential_response_encryption')),
  metadata(VCIMETA['ENC-NAMES'], 'has a content encryption in small letters', encryption({ enc_values_supported: ['a256gcm'] })),
  metadata(VCIMETA['ENC-NAMES'], 'compresses by `gzip`', encryption({ zip_values_supported: ['gzip'] })),
  metadata(VCIMETA['ALG-NAMES'], 'signs credentials by an algorithm that was made up', setConfiguration({ credential_signing_alg_values_supported: ['ECDSA'] })),
  metadata(VCIMETA['ALG-NAMES'], 'has a number as the algorithm of a JWT', setConfiguration({ credential_signing_alg_values_supported: [-7] })),
  metadata(VCIMETA['ALG-NAMES'], 'has the name of an algorithm in small letters', setConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['es256'] } } })),
  metadata(VCIMETA['ALG-NAMES'], 'has a name as the algorithm of an mdoc', setConfiguration({ format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL', credential_signing_alg_values_supported: ['ES256'] })),

  make(VCISIGNED.JWS, 'signs its metadata in four parts', { about: 'vci-signed-metadata', write: (text) => `${text}.` }),
  signed(VCISIGNED.TYP, 'signs its metadata as a JWT', same, { header: put({ typ: 'JWT' }) }),
  signed(VCISIGNED.TYP, 'signs its metadata without a type', same, { header: drop('typ') }),
  signed(VCISIGNED.ALG, 'does not sign its metadata', same, resign('none')),
  signed(VCISIGNED.ALG, 'signs its metadata by a MAC', same, resign('HS256')),
  signed(VCISIGNED.SUB, 'signs its metadata without `sub`', drop('sub')),
  signed(VCISIGNED.SUB, 'signs its metadata for another issuer', put({ sub: 'https://other.example' })),
  signed(VCISIGNED.IAT, 'signs its metadata without `iat`', drop('iat')),
  signed(VCISIGNED.IAT, 'has a date as `exp` of its metadata', put({ exp: '2030-01-01' })),

  token(VCITOKEN.TOKEN, 'returns a token that is an object', put({ access_token: {} })),
  token(VCITOKEN.TOKEN, 'returns no token', drop('access_token')),
  token(VCITOKEN.TYPE, 'returns no type of the token', drop('token_type')),
  token(VCITOKEN.LIFETIME, 'returns a bearer token for a week', put({ expires_in: 604_800 })),
  token(VCITOKEN.LIFETIME, 'returns a token of the type `bearer` for a day and a second', put({ token_type: 'bearer', expires_in: 86_401 })),
  token(VCITOKEN.DETAILS, 'returns no details in an array', put({ authorization_details: [] })),
  token(VCITOKEN.DETAILS, 'returns details in an object', put({ authorization_details: { type: 'openid_credential' } })),
  token(VCITOKEN.IDENTIFIERS, 'returns details without identifiers', put({ authorization_details: [{ type: 'openid_credential', credential_configuration_id: 'member' }] })),
  token(VCITOKEN.IDENTIFIERS, 'returns one identifier as a string', put({ authorization_details: [{ type: 'openid_credential', credential_configuration_id: 'member', credential_identifiers: 'a' }] })),
  token(VCITOKEN.CONFIGURATION, 'returns details of a configuration that is not in the metadata', put({ authorization_details: [{ type: 'openid_credential', credential_configuration_id: 'other', credential_identifiers: ['a'] }] })),
  token(VCITOKEN.CONFIGURATION, 'returns details without a configuration', put({ authorization_details: [{ type: 'openid_credential', credential_identifiers: ['a'] }] })),
  about('vci-nonce-response')(VCINONCE.NONCE, 'returns a number as its nonce', put({ c_nonce: 1 })),
  about('vci-nonce-response')(VCINONCE.NONCE, 'returns a nonce by another name', () => ({ nonce: 'a' })),

  request(VCIREQUEST.ONE, 'requests one credential by an array', put({ credential_configuration_id: ['member'] }), { facts: { issuerMetadata: undefined } }),
  request(VCIREQUEST.ONE, 'requests by an identifier and by a configuration', put({ credential_identifier: 'member-1' })),
  request(VCIREQUEST.ONE, 'requests by neither', drop('credential_configuration_id')),
  request(VCIREQUEST.KNOWN, 'requests a configuration that is not in the metadata', put({ credential_configuration_id: 'other' })),
  request(VCIREQUEST.PROOFS, 'proves by two types', put({ proofs: { jwt: [writeProof()], attestation: [writeAttestation()] } })),
  request(VCIREQUEST.PROOFS, 'has an empty array of proofs', put({ proofs: { jwt: [] } })),
  request(VCIREQUEST.PROOFS, 'has one proof as a string', put({ proofs: { jwt: writeProof() } })),
  request(VCIREQUEST.DISTINCT, 'proves one key twice', put({ proofs: { jwt: [writeProof(), writeProof()] } })),
  request(VCIREQUEST['RESPONSE-KEY'], 'sends its private key for the response', put({ credential_response_encryption: { jwk: { ...keys.holder, alg: 'ECDH-ES' }, enc: 'A256GCM' } })),
  request(VCIREQUEST.PROVEN, 'has no proof', drop('proofs')),
  request(VCIREQUEST.PROVEN, 'has its proof where a draft had it', (all) => ({ ...drop('proofs')(all), proof: { proof_type: 'jwt', jwt: writeProof() } })),
  request(VCIREQUEST.ATTESTATION, 'has two key attestations', put({ proofs: { attestation: [writeAttestation(), writeAttestation()] } })),
  request(VCIREQUEST.BATCH, 'has more proofs than a batch has', put({ proofs: { jwt: [writeProof(), writeProof(keys.other), writeProof(keys.issuer)] } })),
  request(VCIREQUEST.BATCH, 'has two proofs where there is no batch', put({ proofs: { jwt: [writeProof(), writeProof(keys.other)] } }), { facts: { issuerMetadata: drop('batch_credential_issuance')(usualMetadata) } }),
  request(VCIREQUEST.ENCRYPTION, 'asks for encryption without `enc`', put({ credential_response_encryption: { jwk: key() } })),
  request(VCIREQUEST.ALG, 'asks for encryption by a key without `alg`', put({ credential_response_encryption: { jwk: drop('alg')(key()), enc: 'A256GCM' } })),
  request(VCIREQUEST.ENCRYPTED, 'asks for no encryption where it is required', same, { facts: { issuerMetadata: encryption({ encryption_required: true }, 'credential_response_encryption')(usualMetadata) } }),

  make(VCIPROOF.JWS, 'proves in four parts', { about: 'vci-proof', write: (text) => `${text}.` }),
  proof(VCIPROOF.TYP, 'proves by a JWT', same, { header: put({ typ: 'JWT' }) }),
  proof(VCIPROOF.TYP, 'proves without a type', same, { header: drop('typ') }),
  proof(VCIPROOF.ALG, 'proves without a signature', same, resign('none')),
  proof(VCIPROOF.ALG, 'proves by a MAC', same, resign('HS256')),
  proof(VCIPROOF.KEY, 'has `kid` beside `jwk`', same, { header: put({ kid: 'a' }) }),
  proof(VCIPROOF.PUBLIC, 'has a private key in its proof', same, { header: put({ jwk: keys.holder }) }),
  proof(VCIPROOF.SIGNED, 'proves by another key', same, { key: keys.other }),
  proof(VCIPROOF.AUD, 'proves to another issuer', put({ aud: 'https://other.example' })),
  proof(VCIPROOF.AUD, 'proves without an audience', drop('aud')),
  proof(VCIPROOF.AUD, 'proves to an array', put({ aud: [issuer] })),
  proof(VCIPROOF.IAT, 'has no `iat` in its proof', drop('iat')),
  proof(VCIPROOF.IAT, 'has a date as `iat` of its proof', put({ iat: '2026-11-18' })),
  proof(VCIPROOF.NONCE, 'has a number as its nonce', put({ nonce: 1 })),
  proof(VCIPROOF.ISSUED, 'has another nonce', put({ nonce: 'other' })),
  proof(VCIPROOF.ISSUED, 'has no nonce', drop('nonce')),
  proof(VCIATT.EXP, 'has a key attestation without `exp`', same, { header: put({ key_attestation: writeAttestation({ exp: undefined as never }) }) }),
  proof(VCIATT.HOLDS, 'has a key attestation for another key', same, { header: put({ key_attestation: writeAttestation({ attested_keys: [toPublic(keys.other)] }) }) }),

  server(VCISERVER.TYPES, 'has no endpoint for pushed requests, and says so by `null`', put({ pushed_authorization_request_endpoint: null })),
  server(VCISERVER.HTTPS, 'has a token endpoint over HTTP', put({ token_endpoint: 'http://login.example/token' })),
  server(VCISERVER.HTTPS, 'has a token endpoint with a fragment', put({ token_endpoint: 'https://login.example/#/token' })),
  server(VCISERVER.HTTPS, 'has keys at a path', put({ jwks_uri: '/keys' })),
  server(VCISERVER.SCOPES, 'has scopes in one text', put({ scopes_supported: 'member guest' })),
  server(VCISERVER.LANGUAGES, 'has a locale with an underscore', put({ ui_locales_supported: ['de_CH'] })),
  make(VCIDPOP.JWS, 'has a DPoP proof in four parts', { about: 'oauth-dpop-proof', write: (text) => `${text}.` }),
  make(VCIDPOP.JWS, 'has padding in a DPoP proof', { about: 'oauth-dpop-proof', write: (text) => `${text}=` }),
  make(VCICLIENT.JWS, 'has an attestation without a signature part', { about: 'oauth-client-attestation', write: (text) => text.slice(0, text.lastIndexOf('.')) }),
  make(VCICLIENT['POP-JWS'], 'proves an attestation in four parts', { about: 'oauth-client-attestation-pop', write: (text) => `${text}.` }),
  make(VCIATT.JWS, 'attests in four parts', { about: 'vci-key-attestation', write: (text) => `${text}.` }),
  attestation(VCIATT.TYP, 'attests by a JWT', same, { header: put({ typ: 'JWT' }) }),
  attestation(VCIATT.TYP, 'attests by the type of a draft', same, { header: put({ typ: 'keyattestation+jwt' }) }),
  attestation(VCIATT.ALG, 'attests without a signature', same, resign('none')),
  attestation(VCIATT.IAT, 'attests without `iat`', drop('iat')),
  attestation(VCIATT.IAT, 'has a date as `exp` of its attestation', put({ exp: '2030-01-01' })),
  attestation(VCIATT.KEYS, 'attests no keys', put({ attested_keys: [] })),
  attestation(VCIATT.KEYS, 'attests one key as an object', put({ attested_keys: toPublic(keys.holder) })),
  attestation(VCIATT.LEVELS, 'has a string as `key_storage`', put({ key_storage: 'iso_18045_high' })),
  attestation(VCIATT.LEVELS, 'has an empty array as `user_authentication`', put({ user_authentication: [] })),

  make(VCIRESPONSE.ONE, 'has credentials and a transaction', { about: 'vci-credential-response', content: put({ transaction_id: 't1', interval: 5 }) }),
  make(VCIRESPONSE.ONE, 'has neither credentials nor a transaction', { about: 'vci-credential-response', content: () => ({ credential: 'eyJ.eyJ.c2ln~' }) }),
  response(VCIRESPONSE.CREDENTIALS, 'has credentials as strings', put({ credentials: ['eyJ.eyJ.c2ln~'] })),
  response(VCIRESPONSE.CREDENTIALS, 'has no credential in its array', put({ credentials: [] })),
  response(VCIRESPONSE.CREDENTIALS, 'has an element without a credential', put({ credentials: [{ format: 'dc+sd-jwt' }] })),
  response(VCIRESPONSE.TRANSACTION, 'has a number as its transaction', () => ({ transaction_id: 1, interval: 5 })),
  response(VCIRESPONSE.INTERVAL, 'defers without an interval', () => ({ transaction_id: 't1' })),
  response(VCIRESPONSE.INTERVAL, 'defers for no time', () => ({ transaction_id: 't1', interval: 0 })),
  response(VCIRESPONSE.INTERVAL, 'defers for a time in a string', () => ({ transaction_id: 't1', interval: '5' })),
  response(VCIRESPONSE.INTERVAL, 'has an interval beside credentials', put({ interval: 5 })),
  response(VCIRESPONSE.NOTIFICATION, 'has a `notification_id` while it defers', () => ({ transaction_id: 't1', interval: 5, notification_id: 'n1' })),
  response(VCIRESPONSE.NOTIFICATION, 'has a number as its `notification_id`', put({ notification_id: 1 })),
  error(VCIERROR.ERROR, 'has a number as its error', put({ error: 400 })),
  error(VCIERROR.ERROR, 'has an error of another form', put({ error: { code: 'invalid_proof' } })),
  error(VCIERROR.ASCII, 'has a sentence as its error', put({ error: 'The proof is wrong' })),
  error(VCIERROR.DESCRIPTION, 'describes its error with quotation marks', put({ error_description: 'The "proof" is wrong' })),
  error(VCIERROR.DESCRIPTION, 'describes its error in another script', put({ error_description: 'प्रमाण' })),
  note(VCINOTE.ID, 'notifies without an id', drop('notification_id')),
  note(VCINOTE.EVENT, 'notifies of another event', put({ event: 'accepted' })),
  note(VCINOTE.EVENT, 'notifies in capitals', put({ event: 'CREDENTIAL_ACCEPTED' })),
  note(VCINOTE.DESCRIPTION, 'describes its event in two lines', put({ event_description: 'a\nb' })),

  http(VCIHTTP['NO-STORE'], 'lets its nonce be cached', 'vci-nonce-response', 200, { 'Content-Type': 'application/json' }),
  http(VCIHTTP['NO-STORE'], 'lets its token be cached', 'vci-token-response', 200, { ...plain, 'Cache-Control': 'no-cache' }),
  make(VCIHTTP.BODY, 'sends a page in place of a nonce', { about: 'vci-nonce-response', write: () => '<html></html>', http: { status: 200, headers: plain } }),
  make(VCIHTTP.BODY, 'breaks the lines of its credential', { about: 'vci-credential-response', write: (text) => text.replace('.', '.\n'), http: { status: 200, headers: plain } }),
  http(VCIHTTP.ISSUED, 'issues with 201', 'vci-credential-response', 201),
  http(VCIHTTP.ISSUED, 'defers with 200', 'vci-credential-response', 200, plain, () => ({ transaction_id: 't1', interval: 5 })),
  http(VCIHTTP.METADATA, 'sends metadata with 203', 'vci-issuer-metadata', 203),
  http(VCIHTTP.NONCE, 'sends a nonce with 400', 'vci-nonce-response', 400),
  http(VCIHTTP.ERROR, 'says with 404 that a configuration is unknown', 'vci-error-response', 404, plain, () => ({ error: 'unknown_credential_configuration' })),
  http(VCIHTTP.ERROR, 'says with 200 that a notification is invalid', 'vci-error-response', 200, plain, () => ({ error: 'invalid_notification_id' })),
  ...keyFaults,
  ...jwtFaults,
  ...textProofs.faults,
  ...typeProofs.faults,
  ...messageProofs.faults,
]
