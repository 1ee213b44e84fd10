import { type Variant, variant } from '../../src/model/fault.ts'
import { change, drop, message, put } from '../deviations.ts'
import { sealOnCurve } from '../stranger.ts'

const { metadata } = message

const encryption = '/credential_request_encryption'
const template = '/credential_configurations_supported/identity_credential'
const standard = { under: 'openid4vci-1.0' } as const
const further = { ...sealOnCurve, kid: 'request-ec' }

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
  variant('META', 'publishes no key, for there was a ceremony', metadata(drop(encryption)), { given: { 'encryption.requestKeySource': 'offline' } }),
]
