import { markLive, type Variant, variant } from '../../model/fault.ts'
import { change, drop, put } from '../kit/edits.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResponse } from '../kit/mutations.ts'
import { unrelatedEcKey } from '../kit/unrelated-keys.ts'

const { metadata } = mutate

const encryption = '/credential_request_encryption'
const template = '/credential_configurations_supported/identity_credential'
const standard = { profile: 'openid4vci-1.0' } as const
const further = { ...unrelatedEcKey, kid: 'request-ec' }

const served = (type: string) => changeHeaders('issuer', 'issuerMetadata', { 'content-type': type })

const keys = '/credential_request_encryption/jwks/keys'

/** Names itself otherwise, at the same host. */
const named = (how: (own: string) => string) => mutate.metadata(change('/credential_issuer', (own) => how(String(own))))

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('META', 'describes many credentials', metadata(put('/credential_configurations_supported', { identity_credential: {}, a: { format: 'vc+sd-jwt' }, b: { format: 'mso_mdoc', doctype: 'x' }, 'c/d~e': {} }))),
  variant('META', 'shows how its credential looks', metadata(put(`${template}/display`, [{ name: 'அடையாளம்', locale: 'ta', logo: { uri: 'data:image/png;base64,' } }]))),
  variant('META', 'says nothing that the document does not show', metadata(drop('/credential_issuer'))),
  variant('META', 'publishes a second key, on a curve', metadata(change(`${encryption}/jwks/keys`, (keys) => (Array.isArray(keys) ? [...keys, further] : keys))), standard),
  variant('META', 'publishes its certificate beside the key', metadata(put(`${encryption}/jwks/keys/0/x5c`, ['MAA=']))),
  variant('META', 'takes several content encryptions', metadata(put(`${encryption}/enc_values_supported`, ['A128GCM', 'A256GCM', 'A256CBC-HS512'])), standard),
  variant('META', 'does not require encryption', metadata(put(`${encryption}/encryption_required`, false)), standard),
  variant('META', 'says how responses can be encrypted', metadata(put('/credential_response_encryption', { alg_values_supported: ['RSA-OAEP-256'], enc_values_supported: ['A256GCM'], encryption_required: true }))),
  variant('META', 'publishes no key, for there was a ceremony', metadata(drop(encryption)), { decisions: { 'encryption.requestKeySource': 'offline' } }),


  ...markLive([
variant('META', 'is not served for GET, where no method was agreed', changeResponse('issuer', 'issuerMetadata', () => ({ status: 404, headers: {}, body: '' }))),
  variant('META', 'names itself with a slash at its end, where paths are inserted', named((own) => `${own}/`), { decisions: { 'metadata.path': 'insertion' } }),
  variant('META', 'names an identifier with a path, where the well-known path is at the end', named((own) => `${own}/tenant`), { decisions: { 'metadata.path': 'append' } }),
  variant('META', 'is served with a charset', served('application/json;charset=utf-8')),
  variant('META', 'is served with capitals in its media type', served('APPLICATION/JSON')),
  variant('META', 'publishes a key that nobody uses', mutate.metadata(change(keys, (all) => (Array.isArray(all) ? [...all, { ...unrelatedEcKey, kid: 'request-ec' }] : all)))),
]),
]
