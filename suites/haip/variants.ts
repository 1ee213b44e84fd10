import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { drivingLicence } from '../../protocol/mdoc/driving-licence.ts'
import { keepMembers as keep, markOpen, setMembers as put, type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { nameSpace, setEntries } from '../mdoc/sample.ts'
import { addConfiguration, setConfiguration } from '../openid4vci/sample.ts'
import { drop, makeQuery, setMetadata } from '../openid4vp/changes.ts'
import { VPCLIENT } from '../openid4vp/request-requirements.ts'
import { certify, encodeCertificates, encryptionKey, hashId } from '../openid4vp/request-sample.ts'
import {
  changeSession,
  presentMdoc,
  presentPlain,
  seal,
  sealedRequest,
  usualResponse,
} from '../openid4vp/response-sample.ts'
import type { VpChange } from '../openid4vp/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { HAIPVC } from './requirements.ts'
import type { HaipChange } from './sample.ts'

const make = sampleVariant<HaipChange>('HAIP')

const vp = (description: string, change: VpChange): SampleVariant<HaipChange> => make(description, { vp: change })

const authority = certify({
  subject: 'Another authority',
  publicKey: keys.holder as never,
  ca: true,
  keyUsage: ['keyCertSign'],
})
const below = certify({ issuer: 'Another authority', issuerKey: keys.holder })

const certified = { header: put(encodeCertificates(certify())) }

const licence: JsonObject = {
  format: 'mso_mdoc',
  meta: { doctype_value: drivingLicence },
  claims: [{ path: [nameSpace, 'age_over_18'] }],
}

const identifier = new Map<string, WritableCbor>([
  ['id', Buffer.from('a')],
  ['uri', 'https://status.example/1'],
])
const identified = { object: setEntries({ status: new Map([['identifier_list', identifier]]) }) }

const licencesRequest = changeSession({
  transaction_data: undefined as never,
  dcql_query: {
    credentials: [
      { id: 'one', ...licence },
      { id: 'two', ...licence },
    ],
  },
})

const sealedFacts = { presentationRequest: sealedRequest }

// biome-ignore format: a table, one row a line.
export const variants: readonly SampleVariant<HaipChange>[] = [
  vp('is the usual request object', { about: 'vp-request-object' }),
  vp('is a request object with an authority between', { about: 'vp-request-object', header: put(encodeCertificates(below, authority)), content: put({ client_id: hashId(below) }) }),
  markOpen(vp('is a request object whose trusted roots are not known', { about: 'vp-request-object', facts: { anchors: undefined } }), VPCLIENT.TRUSTED),
  vp('is a request with more algorithms', { about: 'vp-request', content: setMetadata({ encrypted_response_enc_values_supported: ['A256CBC-HS512', 'A256GCM', 'A128GCM'], jwks: { keys: [encryptionKey, { kty: 'OKP', crv: 'X25519', x: 'WPX7wnwq10hFNK9aDSyG1QlLswE_CJY14LdhcFUIVVc', kid: 'x', alg: 'ECDH-ES' }] } }) }),
  vp('is a request over the API', { about: 'vp-dc-request' }),
  vp('is a link of the scheme of this profile', { about: 'vp-request-link', write: (text) => text.replace('openid4vp:', 'haip-vp:') }),
  vp('is a query for mdocs and credentials of another format', { about: 'vp-dcql-query', content: () => ({ credentials: [{ id: 'a', format: 'mso_mdoc', meta: {} }, { id: 'b', format: 'jwt_vc_json', meta: {} }] }) }),
  vp('is an encrypted response', { about: 'vp-encrypted-response', header: put({ enc: 'A256GCM' }), content: () => ({ vp_token: { one: [presentPlain([], certified)] }, state: usualResponse.state ?? '' }), facts: { presentationRequest: { ...sealedRequest, dcql_query: makeQuery({}), transaction_data: undefined as never } } }),
  vp('is posted encrypted', { about: 'vp-http-request', isAnswer: true, content: () => ({ response: seal('{"error":"access_denied"}', { enc: 'A256GCM' }) }), facts: sealedFacts }),
  vp('is posted as an error', { about: 'vp-http-request', isAnswer: true, content: ({ state = '' }) => ({ error: 'access_denied', state }), facts: sealedFacts }),
  vp('is a presentation of a credential that has no key', { about: 'vp-response', content: put({ vp_token: { one: [presentPlain([], { ...certified, binding: null, claims: ({ cnf: _, ...all }) => all })] } }), facts: { presentationRequest: changeSession({ dcql_query: makeQuery({ require_cryptographic_holder_binding: false }), transaction_data: undefined as never }) } }),
  vp('is a presentation of an mdoc with an identifier in a list', { about: 'vp-response', content: put({ vp_token: { one: [presentMdoc(licencesRequest, identified)], two: [presentMdoc(licencesRequest)] } }), facts: { presentationRequest: licencesRequest } }),
  vp('is a presentation of two mdocs', { about: 'vp-response', content: put({ vp_token: { one: [presentMdoc(licencesRequest)], two: [presentMdoc(licencesRequest)] } }), facts: { presentationRequest: licencesRequest } }),
  vp('is the usual answer to a response', { about: 'vp-endpoint-response' }),
  make('is a credential with a certificate', { credential: { binding: null } }),
  make('is a credential without a key', { credential: { binding: null, claims: ({ cnf: _, ...all }) => all } }),
  make('is a credential with a status', { credential: { binding: null, payload: (all) => ({ ...all, status: { status_list: { idx: 1, uri: 'https://status.example/1' } } }) } }),
  make('is a list with a certificate', { list: {} }),
  markOpen(make('is a list whose trusted roots are not known', { list: { facts: { anchors: undefined } } }), HAIPVC['LIST-X5C']),
  make('is a list in CBOR', { list: { list: { format: 'cwt', header: ({ x5c: _, ...all }) => all } } }),
  make('is the metadata of an issuer', { vci: { about: 'vci-issuer-metadata' } }),
  make('is the metadata of an issuer with one scope for a credential in two formats, and in two configurations', { vci: { about: 'vci-issuer-metadata', content: (content) => addConfiguration({ format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL', vct: undefined as never, credential_signing_alg_values_supported: [-7] }, 'mdoc')(addConfiguration({}, 'other')(content)) } }),
  make('is the metadata of an issuer without key binding', { vci: { about: 'vci-issuer-metadata', content: (all) => drop('nonce_endpoint')(setConfiguration({ cryptographic_binding_methods_supported: undefined as never, proof_types_supported: undefined as never })(all)) } }),
  make('is the metadata of an issuer of mdocs', { vci: { about: 'vci-issuer-metadata', content: setConfiguration({ format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL', vct: undefined as never, credential_signing_alg_values_supported: [-7] }) } }),
  make('is the metadata of an issuer with a proof type of its own', { vci: { about: 'vci-issuer-metadata', content: setConfiguration({ proof_types_supported: { 'x-proof': { proof_signing_alg_values_supported: ['ES384'] } } }) } }),
  make('is signed metadata of an issuer', { vci: { about: 'vci-signed-metadata', content: keep } }),
  make('is a key attestation', { vci: { about: 'vci-key-attestation' } }),
  make('is a token response', { vci: { about: 'vci-token-response' } }),
  make('is a token response in other letters', { vci: { about: 'vci-token-response', content: put({ token_type: 'dpop' }) } }),
  make('is an offer', { vci: { about: 'vci-offer' } }),
  make('is an offer in a link of the scheme of this profile', { vci: { about: 'vci-offer-link', write: (text) => text.replace('openid-credential-offer:', 'haip-vci:') } }),
]
