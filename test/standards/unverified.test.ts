import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { StandardProfile } from '../../model/decision.ts'
import type { KnownFacts } from '../../model/finding.ts'
import { coseLabels } from '../../protocol/cbor/cose.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { readCertificate } from '../../protocol/x509/certificate.ts'
import { exportKey } from '../../protocol/x509/chain.ts'
import { verify } from '../../src/verify/verify.ts'
import { licencePurpose } from '../../suites/mdoc/sample.ts'
import { writeAttestation } from '../../suites/openid4vci/sample.ts'
import { certify, encodeCertificates, hashId, host, nameHosts, origin } from '../../suites/openid4vp/request-sample.ts'
import { changeSession, sessionRequest } from '../../suites/openid4vp/response-sample.ts'
import { makeW3cJwt } from '../../suites/openid4vp/w3c-sample.ts'
import { standardProofs } from '../../suites/proofs.ts'
import { toPublic } from '../../suites/sd-jwt/sample.ts'
import keys from '../../suites/sd-jwt/sample-keys.json' with { type: 'json' }
import type { Sample } from '../../suites/suite.ts'

/** What says whose a key is. */
const keyless = { jwks: undefined, anchors: undefined, issuerMetadata: undefined }

const judge = (profile: StandardProfile, { kind, text, facts }: Sample, known: Partial<KnownFacts> = {}) =>
  verify(text, { ...facts, ...known, as: kind, profile }).conclusion

const make = (profile: StandardProfile, change: object): Sample => standardProofs[profile].makeSample(change)

const w3cSession = changeSession({
  transaction_data: undefined as never,
  dcql_query: { credentials: [{ id: 'w3c', format: 'jwt_vc_json', meta: { type_values: [['A']] } }] },
})
const redirectSession = changeSession({
  response_mode: 'fragment',
  response_uri: undefined as never,
  redirect_uri: `${origin}/cb`,
})
const w3c = {
  about: 'vp-response',
  content: () => ({ vp_token: { w3c: [makeW3cJwt({}, { jwk: toPublic(keys.holder) })] }, state: sessionRequest.state }),
  facts: { presentationRequest: w3cSession },
}

// biome-ignore format: a table, one row a line.
const signed: readonly (readonly [name: string, profile: StandardProfile, change: object])[] = [
  ['an SD-JWT with its Key Binding JWT', 'sd-jwt', {}],
  ['an SD-JWT without Key Binding JWT', 'sd-jwt', { binding: null }],
  ['an SD-JWT VC', 'sd-jwt-vc', {}],
  ['a status list token', 'token-status-list', { about: 'list' }],
  ['a status list token in CBOR', 'token-status-list', { about: 'list', list: { format: 'cwt' } }],
  ['a response with a status list token', 'token-status-list', { about: 'response' }],
  ['a referenced token', 'token-status-list', { about: 'token' }],
  ['a referenced token in CBOR', 'token-status-list', { about: 'token', token: { format: 'cwt' } }],
  ['what the issuer of an mdoc signed', 'mdoc', {}],
  ['what the device of an mdoc signed', 'mdoc', { about: 'document' }],
  ['a response of a device', 'mdoc', { about: 'response' }],
  ['signed metadata', 'openid4vci-1.0', { about: 'vci-signed-metadata' }],
  ['a key attestation', 'openid4vci-1.0', { about: 'vci-key-attestation' }],
  ['a proof with a key attestation', 'openid4vci-1.0', { about: 'vci-proof', header: ({ jwk: _, ...all }: JsonObject) => ({ ...all, key_attestation: writeAttestation() }) }],
  ['a request object', 'openid4vp-1.0', { about: 'vp-request-object' }],
  ['a request object by the hash of a certificate', 'openid4vp-1.0', { about: 'vp-request-object', content: (all: object) => ({ ...all, client_id: hashId(certify()) }) }],
  ['a verifier attestation', 'openid4vp-1.0', { about: 'vp-verifier-attestation' }],
  ['a presentation of an SD-JWT VC', 'openid4vp-1.0', { about: 'vp-response' }],
  ['a presentation in a link', 'openid4vp-1.0', { about: 'vp-response-link', facts: { presentationRequest: redirectSession } }],
  ['a presentation of a W3C credential', 'openid4vp-1.0', w3c],
  ['a request object of HAIP', 'haip-1.0', { vp: { about: 'vp-request-object' } }],
  ['signed metadata of HAIP', 'haip-1.0', { vci: { about: 'vci-signed-metadata' } }],
  ['a key attestation of HAIP', 'haip-1.0', { vci: { about: 'vci-key-attestation' } }],
  ['a credential of HAIP', 'haip-1.0', { credential: { binding: null } }],
  ['a status list token of HAIP', 'haip-1.0', { list: {} }],
]

describe('without a known key', () => {
  it.each(signed)('%s is not conformant under %s', (_, profile, change) => {
    expect(judge(profile, make(profile, change), keyless)).toBe('inconclusive')
  })
})

const usualSpki = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')

/** A certificate with another public key. */
function certifyOther(spki: Buffer): Buffer {
  const { extensions = [] } = nameHosts(host)
  const certificate = certify({ extensions: [...extensions, licencePurpose] })
  const at = certificate.indexOf(usualSpki)
  const changed = Buffer.concat([certificate.subarray(0, at), spki, certificate.subarray(at + 91)])
  for (const place of [2, 6]) changed.writeUInt16BE(certificate.readUInt16BE(place) + spki.length - 91, place)
  return changed
}

const spkiOf = (namedCurve: string): Buffer =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'der' })

const unknownKind = spkiOf('prime256v1').fill(0x2b, 7, 8)

const certificates = [
  { of: 'a key on a curve that JWK does not have', octets: certifyOther(spkiOf('brainpoolP256r1')) },
  { of: 'a key of an unknown kind', octets: certifyOther(unknownKind) },
]

const shows =
  (octets: Buffer) =>
  ({ kid: _, jwk: __, ...header }: JsonObject) => ({
    ...header,
    ...encodeCertificates(octets),
  })

// biome-ignore format: a table, one row a line.
const certified = certificates.flatMap(({ of, octets }) => {
  const header = shows(octets)
  const by = { header, content: (all: object) => ({ ...all, client_id: hashId(octets) }) }
  return ([
    ['an SD-JWT', 'sd-jwt', { header, binding: null }],
    ['an SD-JWT VC', 'sd-jwt-vc', { header, binding: null }],
    ['a status list token', 'token-status-list', { about: 'list', list: { header } }],
    ['what the issuer of an mdoc signed', 'mdoc', { auth: { unprotected: () => new Map([[coseLabels.x5chain, octets]]) } }],
    ['signed metadata', 'openid4vci-1.0', { about: 'vci-signed-metadata', header }],
    ['a key attestation', 'openid4vci-1.0', { about: 'vci-key-attestation', header }],
    ['a proof', 'openid4vci-1.0', { about: 'vci-proof', header }],
    ['a request object', 'openid4vp-1.0', { about: 'vp-request-object', header }],
    ['a request object by a hash', 'openid4vp-1.0', { about: 'vp-request-object', ...by }],
    ['a verifier attestation', 'openid4vp-1.0', { about: 'vp-verifier-attestation', header }],
    ['a request object of HAIP', 'haip-1.0', { vp: { about: 'vp-request-object', ...by } }],
    ['signed metadata of HAIP', 'haip-1.0', { vci: { about: 'vci-signed-metadata', header } }],
    ['a key attestation of HAIP', 'haip-1.0', { vci: { about: 'vci-key-attestation', header } }],
    ['a credential of HAIP', 'haip-1.0', { credential: { header, binding: null } }],
    ['a status list token of HAIP', 'haip-1.0', { list: { list: { header } } }],
  ] as const).map(([name, profile, change]) => ({ name, of, profile, change }))
})

describe('with a certificate whose key cannot be read', () => {
  it.each(certificates)('there is $of', ({ octets }) => {
    expect(exportKey(readCertificate(octets))).toBeUndefined()
  })

  it.each(certified)('$name is not conformant under $profile: $of', ({ profile, change }) => {
    expect(judge(profile, make(profile, change), keyless)).toBe('inconclusive')
  })
})

describe('a file of the document without a known key', () => {
  const read = (name: string) => readFileSync(`fixtures/artefacts/${name}`, 'utf8')
  const judgeFile = (name: string) => verify(read(name), { now: 1_795_000_000 })

  it.each([
    ['credential.txt', 'CRED-SIGNED'],
    ['response.json', 'CRED-SIGNED'],
    ['signed-response.jwt', 'ENC-SIGNED'],
    ['status-token.jwt', 'STATUS-SIGNED'],
  ])('%s is not conformant: %s is open', (name, id) => {
    const { conclusion, results } = judgeFile(name)

    expect(conclusion).not.toBe('conformant')
    expect(results.find(({ requirement }) => requirement.id === id)?.outcome).toBe('cantTell')
  })
})
