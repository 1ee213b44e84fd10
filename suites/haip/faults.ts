import { listInstances } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { WritableCbor } from '../../protocol/cbor/encode.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { drivingLicence } from '../../protocol/mdoc/driving-licence.ts'
import { setMembers as put, type SampleFault, sampleFault } from '../kit/samples.ts'
import { nameSpace, setEntries } from '../mdoc/sample.ts'
import { jwtsOf } from '../openid4vci/requirements.ts'
import { addConfiguration, setConfiguration } from '../openid4vci/sample.ts'
import { drop, makeQuery, setFirst, setMetadata } from '../openid4vp/changes.ts'
import { VPCLIENT, VPREQ } from '../openid4vp/request-requirements.ts'
import {
  certify,
  encodeCertificates,
  encryptionKey,
  hashId,
  host,
  rootCertificate,
  writeRequestObject,
} from '../openid4vp/request-sample.ts'
import { changeSession, presentMdoc, presentPlain } from '../openid4vp/response-sample.ts'
import type { VpChange } from '../openid4vp/sample.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { SDVC } from '../sd-jwt-vc/requirements.ts'
import { HAIPVC, HAIPVCI, HAIPVP } from './requirements.ts'
import type { HaipChange } from './sample.ts'

type Fault = SampleFault<HaipChange>
type Content = NonNullable<VpChange['content']>
type Rows = readonly Requirement[]

const make = sampleFault<HaipChange>()

const request = (row: Requirement, description: string, content: Content, besides: Rows = []): Fault =>
  make(row, description, { vp: { about: 'vp-request', content } }, besides)

const object = (row: Requirement, description: string, vp: VpChange, besides: Rows = []): Fault =>
  make(row, description, { vp: { ...vp, about: 'vp-request-object' } }, besides)

/** A header with these certificates. */
const withCertificates = (...list: readonly Buffer[]) => ({ header: put(encodeCertificates(...list)) })

const [own, self] = [certify(), certify({ issuer: host, issuerKey: keys.issuer })]

const withRoot = withCertificates(own, rootCertificate)
const withSelf = withCertificates(self)
const withOther = withCertificates(certify({ publicKey: toPublic(keys.holder) }))
const without = { header: drop('x5c') }

const signed = (
  row: Requirement,
  about: 'vci-signed-metadata' | 'vci-key-attestation',
  description: string,
  change: object,
  besides: Rows = [],
): Fault => make(row, description, { vci: { ...change, about } }, besides)

const credential = (
  row: Requirement,
  description: string,
  change: HaipChange['credential'] = {},
  besides: Rows = [],
): Fault => make(row, description, { credential: { binding: null, ...change } }, besides)

const list = (row: Requirement, description: string, header: (all: object) => object, key = keys.issuer): Fault =>
  make(row, description, { list: { list: { header: header as never, key } } })

/** Two documents in one response of a device. */
const doubleDocuments = (response: ReadonlyMap<string | number, unknown>) => {
  const documents = response.get('documents')
  return new Map([...response, ['documents', [documents, documents].flat()]]) as never
}

const licenceRequest = changeSession({
  transaction_data: undefined as never,
  dcql_query: makeQuery({
    format: 'mso_mdoc',
    meta: { doctype_value: drivingLicence },
    claims: [{ path: [nameSpace, 'age_over_18'] }],
  }),
})

const presentLicences: VpChange = {
  about: 'vp-response',
  content: ({ state = '' }) => ({
    vp_token: { one: [presentMdoc(licenceRequest, { response: doubleDocuments })] },
    state,
  }),
  facts: { presentationRequest: licenceRequest },
}

const setStatus = (status: Readonly<Record<string, WritableCbor>>) =>
  setEntries({ status: new Map(Object.entries(status)) })

/** A document with a status. */
const presentStatus = (status: Readonly<Record<string, WritableCbor>>): VpChange => ({
  about: 'vp-response',
  content: ({ state = '' }) => ({
    vp_token: {
      one: [presentMdoc(licenceRequest, { object: setStatus(status) })],
    },
    state,
  }),
  facts: { presentationRequest: licenceRequest },
})

const plainKey: JsonObject = {
  kty: 'OKP',
  crv: 'X25519',
  x: 'WPX7wnwq10hFNK9aDSyG1QlLswE_CJY14LdhcFUIVVc',
  kid: 'x',
  alg: 'ECDH-ES',
}

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  request(HAIPVP.TYPE, 'asks for an ID token besides', put({ response_type: 'vp_token id_token' })),
  request(HAIPVP.MODE, 'asks for a response in plain text', put({ response_mode: 'direct_post' }), [VPREQ['ENC-UNUSED']]),
  request(HAIPVP.MODE, 'asks for an encrypted response by redirect', (all) => ({ ...drop('response_uri')(all), client_id: 'redirect_uri:https://verifier.example/cb', redirect_uri: 'https://verifier.example/cb', response_mode: 'fragment.jwt' })),
  request(HAIPVP.ENC, 'supports one of two content encryptions', setMetadata({ encrypted_response_enc_values_supported: ['A256GCM'] })),
  request(HAIPVP.ENC, 'leaves its content encryption to the default', setMetadata({}, 'encrypted_response_enc_values_supported')),
  request(HAIPVP.KEY, 'has a key on another curve', setMetadata({ jwks: { keys: [plainKey] } })),
  request(HAIPVP.KEY, 'has a key that wraps', setMetadata({ jwks: { keys: [{ ...encryptionKey, alg: 'ECDH-ES+A256KW' }] } })),
  make(HAIPVP.FORMAT, 'asks for an SD-JWT by the format of a draft', { vp: { about: 'vp-dcql-query', content: setFirst({ format: 'vc+sd-jwt' }) } }),
  object(HAIPVP.CLIENT, 'is known by a DNS name', { content: put({ client_id: `x509_san_dns:${host}` }) }),
  object(HAIPVP.CLIENT, 'is known by its address', { content: put({ client_id: 'redirect_uri:https://verifier.example/response' }) }),
  object(HAIPVP.ANCHOR, 'has the root behind its certificate', withRoot),
  object(HAIPVP.SELF, 'has a certificate by itself', { ...withSelf, content: put({ client_id: hashId(self) }) }, [VPCLIENT.TRUSTED]),
  make(HAIPVP.URI, 'has its request object in the URL', { vp: { about: 'vp-request-link', content: () => ({ client_id: hashId(own), request: writeRequestObject({ client_id: hashId(own) }) }) } }),
  make(HAIPVP.SEALED, 'posts its response in plain text', { vp: { about: 'vp-http-request', isAnswer: true } }, [HAIPVC.X5C]),
  make(HAIPVP.SEALED, 'redirects with its response in plain text', { vp: { about: 'vp-response-link', facts: { presentationRequest: changeSession({ response_mode: 'fragment' }) } } }, [HAIPVC.X5C]),
  make(HAIPVP.BOUND, 'presents a credential without its key', { vp: { about: 'vp-response', content: put({ vp_token: { one: [presentPlain([], { binding: null, header: put(encodeCertificates(own)) })] } }), facts: { presentationRequest: changeSession({ dcql_query: makeQuery({ require_cryptographic_holder_binding: false }), transaction_data: undefined as never }) } } }),
  make(HAIPVP.DOCUMENTS, 'has two mdocs in one response of a device', { vp: presentLicences }),
  make(HAIPVP.RETURN, 'does not send the user back', { vp: { about: 'vp-endpoint-response', content: () => ({}) } }),
  credential(HAIPVC.X5C, 'has a credential without certificates', without),
  credential(HAIPVC.ANCHOR, 'has a credential with the root', withRoot),
  credential(HAIPVC.SELF, 'has a credential with a certificate by itself', withSelf),
  credential(HAIPVC.CNF, 'has the name of a key in a credential', { payload: (all: JsonObject) => ({ ...all, cnf: { kid: 'a' } }) }, [SDVC['CNF-JWK']]),
  credential(HAIPVC.STATUS, 'has a status in a list of its own', { payload: (all: JsonObject) => ({ ...all, status: { identifier_list: { id: 'a', uri: 'https://status.example' } } }) }),
  make(HAIPVC['MSO-STATUS'], 'has the status of an mdoc in a way of its own', { vp: presentStatus({ revocation: 'https://status.example/1' }) }),
  make(HAIPVC['MSO-STATUS'], 'has a text as the identifier of an mdoc', { vp: presentStatus({ identifier_list: new Map([['id', 'a'], ['uri', 'https://status.example/1']]) }) }),
  list(HAIPVC['LIST-X5C'], 'has a list without certificates', drop('x5c') as never),
  list(HAIPVC['LIST-X5C'], 'signs a list by another key than that of its certificate', (all) => all, keys.holder as never),
  list(HAIPVC['LIST-ANCHOR'], 'has a list with the root', put(encodeCertificates(own, rootCertificate)) as never),
  list(HAIPVC['LIST-SELF'], 'has a list with a certificate by itself', put(encodeCertificates(self)) as never),
  make(HAIPVCI.SCOPE, 'has a credential without scope', { vci: { about: 'vci-issuer-metadata', content: setConfiguration({ scope: undefined as never }) } }),
  make(HAIPVCI['SCOPE-TYPE'], 'has one scope for two types', { vci: { about: 'vci-issuer-metadata', content: addConfiguration({ vct: 'https://types.example/guest' }) } }),
  make(HAIPVCI['SCOPE-TYPE'], 'has one scope for two types of mdocs', { vci: { about: 'vci-issuer-metadata', content: (content) => addConfiguration({ format: 'mso_mdoc', doctype: 'org.example.guest', vct: undefined as never, credential_signing_alg_values_supported: [-9] })(setConfiguration({ format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL', vct: undefined as never, credential_signing_alg_values_supported: [-7] })(content)) } }),
  make(HAIPVCI.NONCE, 'has no nonces for proofs', { vci: { about: 'vci-issuer-metadata', content: drop('nonce_endpoint') } }),
  signed(HAIPVCI.X5C, 'vci-signed-metadata', 'signs its metadata without certificates', without),
  signed(HAIPVCI.ANCHOR, 'vci-signed-metadata', 'signs its metadata with the root', withRoot),
  signed(HAIPVCI.SELF, 'vci-signed-metadata', 'signs its metadata with a certificate by itself', withSelf),
  make(HAIPVCI.FORMAT, 'has credentials of another format alone', { vci: { about: 'vci-issuer-metadata', content: setConfiguration({ format: 'x-format' }) } }),
  make(HAIPVCI.ES256, 'takes proofs by EdDSA alone', { vci: { about: 'vci-issuer-metadata', content: setConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['EdDSA'] } } }) } }),
  make(HAIPVCI.DPOP, 'issues bearer tokens', { vci: { about: 'vci-token-response', content: put({ token_type: 'Bearer' }) } }),
  signed(HAIPVCI['KEY-X5C'], 'vci-key-attestation', 'attests keys without certificates', without),
  signed(HAIPVCI['KEY-X5C'], 'vci-key-attestation', 'attests keys with the certificate of another key', withOther, listInstances(jwtsOf.attestation, 'JWS-SIGNED')),
  signed(HAIPVCI['KEY-ANCHOR'], 'vci-key-attestation', 'attests keys with the root', withRoot),
  signed(HAIPVCI['KEY-SELF'], 'vci-key-attestation', 'attests keys with a certificate by itself', withSelf),
]
