import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { listRequestKeys } from '../../../protocol/jose/agreed-encryption.ts'
import { unrelatedEcKey } from '../../kit/unrelated-keys.ts'
import { change, drop, put } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResponse } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'
import { changeIdentifier } from './faults.ts'

const { metadata } = mutate

const encryption = '/credential_request_encryption'
const template = '/credential_configurations_supported/identity_credential'
const standard = { profile: 'document-openid4vci' } as const
const secondKey = { ...unrelatedEcKey, kid: 'request-ec' }

const setContentType = (type: string) => changeHeaders('issuer', 'issuerMetadata', { 'content-type': type })

const keys = '/credential_request_encryption/jwks/keys'

/** Writes the key for requests in another form: the document defines none. */
const publishKey = (how: (key: JsonObject) => JsonObject) =>
  metadata(change(encryption, (found) => how(listRequestKeys(found)[0] ?? {})))

const announce = (announced: JsonObject) => metadata(put('/credential_response_encryption', announced))

/** Changes the keys for requests, where they are a set. */
const changeKeys = (how: (all: readonly JsonValue[]) => readonly JsonValue[]) =>
  mutate.metadata(change(keys, (all) => (Array.isArray(all) ? [...how(all)] : all)))

/** Changes the credential configurations, the one that is offered among them. */
const changeConfigurations = (how: (own: JsonObject) => JsonObject) =>
  mutate.metadata(change('/credential_configurations_supported', (own) => (isObject(own) ? how(own) : own)))

const futureKey = { kty: 'AKP', kid: 'request-2040', use: 'enc', alg: 'ML-KEM-1024', pub: 'AAAA' }

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('META', 'defines several credential configurations', metadata(put('/credential_configurations_supported', { identity_credential: {}, a: { format: 'vc+sd-jwt' }, b: { format: 'mso_mdoc', doctype: 'x' }, 'c/d~e': {} }))),
  variant('META', 'sends display information for its credential', metadata(put(`${template}/display`, [{ name: 'அடையாளம்', locale: 'ta', logo: { uri: 'data:image/png;base64,' } }]))),
  variant('META', 'sends only members that the document defines', metadata(drop('/credential_issuer'))),
  variant('META', 'publishes a second key, an EC key', metadata(change(`${encryption}/jwks/keys`, (keys) => (Array.isArray(keys) ? [...keys, secondKey] : keys))), standard),
  variant('META', 'publishes its certificate beside the key', metadata(put(`${encryption}/jwks/keys/0/x5c`, ['MAA=']))),
  variant('META', 'supports several content encryption algorithms', metadata(put(`${encryption}/enc_values_supported`, ['A128GCM', 'A256GCM', 'A256CBC-HS512'])), standard),
  variant('META', 'does not require encryption', metadata(put(`${encryption}/encryption_required`, false)), standard),
  variant('META', 'announces how responses can be encrypted', metadata(put('/credential_response_encryption', { alg_values_supported: ['RSA-OAEP-256'], enc_values_supported: ['A256GCM'], encryption_required: true }))),
  variant('META', 'publishes its key as one JWK', publishKey((key) => ({ jwk: key }))),
  variant('META', 'publishes its key as one JWK with the algorithms beside it', publishKey((key) => ({ jwk: key, enc: 'A256GCM', zip: 'DEF' }))),
  variant('META', 'publishes a bare JWK', publishKey((key) => key)),
  variant('META', 'publishes a bare JWK Set', publishKey((key) => ({ keys: [key] }))),
  variant('META', 'publishes a key without `alg`, `use` and `kid`', publishKey(({ kty = '', n = '', e = '' }) => ({ jwks: { keys: [{ kty, n, e }] } }))),
  variant('META', 'supports one short content encryption key', metadata(put(`${encryption}/enc_values_supported`, ['A128GCM']))),
  variant('META', 'supports no compression', metadata(drop(`${encryption}/zip_values_supported`))),
  variant('META', 'announces direct key agreement for responses', announce({ alg_values_supported: ['ECDH-ES'], enc_values_supported: ['A256GCM'] })),
  variant('META', 'announces key agreement with key wrapping for responses', announce({ alg_values_supported: ['ECDH-ES+A256KW'], enc_values_supported: ['A128GCM'], zip_values_supported: ['DEF'] })),
  variant('META', 'publishes no key after a ceremony', metadata(drop(encryption)), { decisions: { 'encryption.requestKeySource': 'offline' } }),
  variant('META', 'publishes `null` in place of a key after a ceremony', metadata(put(encryption, null)), { decisions: { 'encryption.requestKeySource': 'offline' } }),
  variant('META', 'publishes no key after a ceremony, beside the metadata of OpenID4VCI', metadata(drop(encryption)), { profile: 'document-openid4vci', decisions: { 'encryption.requestKeySource': 'offline' } }),

  ...markLive([
  variant('META', 'returns 404 to GET where no method was agreed on', changeResponse('issuer', 'issuerMetadata', (response, { method }) => (method === 'GET' ? { status: 404, headers: {}, body: '' } : response))),
  variant('META', 'sends `credential_issuer` with a trailing slash where the well-known path is inserted', changeIdentifier((own) => `${own}/`), { decisions: { 'metadata.path': 'insertion' } }),
  variant('META', 'sends `credential_issuer` with a path where the well-known path is appended', changeIdentifier((own) => `${own}/tenant`), { decisions: { 'metadata.path': 'append' } }),
  variant('META', 'serves its metadata with a charset parameter', setContentType('application/json;charset=utf-8')),
  variant('META', 'serves its metadata with a media type in capitals', setContentType('APPLICATION/JSON')),
  variant('META', 'publishes its keys in reverse', changeKeys((all) => all.toReversed())),
  variant('META', 'publishes a key of an unknown type before its own', changeKeys((all) => [futureKey, ...all.toReversed()])),
  variant('META', 'publishes a key of an unknown type after its own', changeKeys((all) => [...all, futureKey])),
  variant('META', 'defines another credential before the one that it offers', changeConfigurations((own) => ({ 'not-offered': { format: 'vc+sd-jwt' }, ...own }))),
  variant('META', 'publishes a key that is not used', mutate.metadata(change(keys, (all) => (Array.isArray(all) ? [...all, { ...unrelatedEcKey, kid: 'request-ec' }] : all)))),
]),
]
