import * as fc from 'fast-check'
import type { ActorMutation } from '../../model/actors.ts'
import { type Fault, fault } from '../../model/fault.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, RawJson, writeJson } from '../../protocol/encoding/json.ts'
import { writeJwe } from '../../protocol/jose/jwe.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { ATT } from '../attestation/requirements.ts'
import { CRED } from '../credential/requirements.ts'
import { LINK } from '../deeplink/requirements.ts'
import { ENC } from '../encryption/requirements.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { describedFamily, notAnArray, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { fillOctets, responseEncryptions } from '../kit/jwe-mutations.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import { unrelatedKey, unrelatedRsaKey } from '../kit/unrelated-keys.ts'
import { CERT, PROOF_ROWS as PROOF, REQ, RESP } from './requirements.ts'

const { request, response } = mutate

const standard = { profile: 'openid4vci-1.0' } as const

/** Adds to the proofs of a request, or puts others in their place. */
const proofs = (how: (proofs: readonly JsonValue[]) => JsonValue) =>
  request(change('/proof', (all) => how(Array.isArray(all) ? all : [])))

const attestation = '/proof/0/attestation'
const attested = (how: (text: string) => JsonValue | undefined) =>
  request(change(attestation, (text) => how(String(text))))
const byType = (how: (list: JsonValue) => JsonValue) => request(change('/proofs/attestation', how))

const otherTypes = fc.constantFrom(
  'Attestation',
  'ATTESTATION',
  'key_attestation',
  'di_vp',
  'cwt',
  'ldp_vp',
  'JWT',
  'sd_jwt',
  'attestation ',
  '',
)

const template = (name: string) =>
  request((all) => put('/credential_configuration_id', name)(drop('/credential_identifier')(all)))

/** Whoever looks at the answer sees the credential without any key. */
const alsoInClear: ActorMutation = {
  issuer: (honest) => {
    let shown = '' // an issuer of one session, which remembers what it made last
    return {
      ...honest,
      joinDisclosures: (jws, disclosures) => {
        shown = honest.joinDisclosures(jws, disclosures)
        return shown
      },
      wrapResponse: (sealed) => put('/preview', shown)(honest.wrapResponse(sealed)),
    }
  },
}

const inRequest = { decisions: { 'certificates.location': 'request' } }

const inCallback = { decisions: { 'certificates.location': 'callback' } }

/** Other certificates than those of the attested keys, one for each. */
const vouching = (how: (drafts: readonly CertificateDraft[]) => readonly CertificateDraft[]) =>
  changeResult('wallet', 'certifyKeys', how)

const firstAlone = vouching((all) => all.slice(0, 1))

const oneTwice = vouching(([first]) => (first ? [first, first] : []))

const none = vouching(() => [])

const ofStrangers = vouching((all) => all.map((draft) => ({ ...draft, publicKey: unrelatedKey })))

/** Certificates that travel otherwise. */
const enclosing = (how: (der: Buffer) => string) =>
  replaceStep('wallet', 'encryptCertificates', () => (drafts) => drafts.map((draft) => how(writeCertificate(draft))))

const sealedFor = (key: Jwk, alg: string) => (der: Buffer) =>
  writeJwe({ plaintext: der.toString('base64'), header: { alg, enc: 'A256GCM' }, key, random: fillOctets })

const inClear = (der: Buffer): string => der.toString('base64')

/** Something else than certificates, encrypted as they should be. */
const enclosed = (plaintext: Buffer | string) =>
  request((all) => {
    const { credential_response_encryption: encryption } = all as JsonObject // a request is an object
    const key = isObject(encryption) && isObject(encryption.jwk) ? encryption.jwk : {}
    const Credential = writeJwe({ plaintext, header: { alg: key.alg ?? '', enc: 'A256GCM' }, key, random: fillOctets })
    return put('/credentials', [{ Credential }, { Credential }])(all)
  })

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(REQ.OBJECT, 'asks with a list', request((all) => [writeJson(all)])),
  fault(REQ.OBJECT, 'asks with anything but an object', valueFamily(notAnObject, (value) => request(() => value))),
  fault(REQ.OBJECT, 'stops in the middle', request((all) => new RawJson(writeJson(all).slice(0, -20)))),
  fault(REQ.OBJECT, 'sends a form', request(() => new RawJson('credential_identifier=1&proof=2'))),

  fault(REQ.IDENTIFIER, 'names the dataset with anything but a string', valueFamily(notAString, (value) => request(put('/credential_identifier', value)))),
  fault(REQ.IDENTIFIER, 'names the dataset with an empty text', request(put('/credential_identifier', ''))),
  fault(REQ.EXCLUSIVE, 'names a dataset and a template', request(put('/credential_configuration_id', 'identity_credential'))),
  fault(REQ.EXCLUSIVE, 'names a template with the name of the dataset', request((all) => put('/credential_configuration_id', JSON.parse(writeJson(all)).credential_identifier)(all))),
  fault(REQ.EXCLUSIVE, 'names a dataset, and a template that is null', request(put('/credential_configuration_id', null)), { alsoBreaks: [REQ.CONFIGURATION] }),
  fault(REQ.CONFIGURATION, 'names a template with anything but a string', valueFamily(notAString, (value) => request((all) => put('/credential_configuration_id', value)(drop('/credential_identifier')(all))))),
  fault(REQ.CONFIGURATION, 'names a template with an empty text', request((all) => put('/credential_configuration_id', '')(drop('/credential_identifier')(all)))),
  fault(REQ.NEITHER, 'names neither dataset nor template', request(drop('/credential_identifier'))),
  fault(REQ.NEITHER, 'calls the dataset `credential_id`', request(rename('credential_identifier', 'credential_id'))),
  fault(REQ.ONE, 'asks for nothing in particular', request(drop('/credential_identifier')), { ...standard, alsoBreaks: [REQ.NEITHER] }),
  fault(REQ.ONE, 'asks in the old way, by format', request((all) => put('/format', 'vc+sd-jwt')(drop('/credential_identifier')(all))), { decisions: { 'request.identifiers': 'exactly-one' }, alsoBreaks: [REQ.NEITHER] }),
  fault(REQ.ENCRYPTION, 'asks for encryption with anything but an object', valueFamily(notAnObject, (value) => request(put('/credential_response_encryption', value)))),

  fault(PROOF.ARRAY, 'leaves out `proof`', request(drop('/proof'))),
  fault(PROOF.ARRAY, 'gives an empty list of proofs', request(put('/proof', []))),
  fault(PROOF.ARRAY, 'gives one proof in place of a list', proofs(([first]) => first ?? null)),
  fault(PROOF.ARRAY, 'gives a list by type', proofs(() => ({ attestation: [] }))),
  fault(PROOF.ARRAY, 'calls it `proofs`', request(rename('proof', 'proofs'))),
  fault(PROOF.ARRAY, 'gives anything but a list', valueFamily(notAnArray, (value) => request(put('/proof', value)))),
  fault(PROOF.ARRAY, 'puts anything but an object beside its proof', valueFamily(notAnObject, (value) => proofs((all) => [...all, value]))),
  fault(PROOF.ARRAY, 'gives a list where one proof was agreed', request(change('/proof', (one) => [one])), { decisions: { 'request.proof': 'object' } }),
  fault(PROOF.TYPE, 'proves with a type that nobody knows', describedFamily(otherTypes, (type) => type, (type) => proofs((all) => [...all, { proof_type: type }]))),
  fault(PROOF.TYPE, 'says the type with anything but a string', valueFamily(notAString, (value) => proofs((all) => [...all, { proof_type: value }]))),
  fault(PROOF.TYPE, 'leaves out the type of its proof', request(drop('/proof/0/proof_type'))),
  fault(PROOF.TYPE, 'proves with a type of another standard', request((all) => put('/proofs', { cwt: ['x'] })(all)), standard),
  fault(PROOF.ATTESTATION, 'leaves out the attestation', request(drop(attestation))),
  fault(PROOF.ATTESTATION, 'gives a list of attestations', attested((text) => [text])),
  fault(PROOF.ATTESTATION, 'gives the attestation as an object', attested((text) => ({ jwt: text }))),
  fault(PROOF.ATTESTATION, 'gives anything but a string for an attestation', valueFamily(notAString, (value) => request(put(attestation, value)))),
  fault(PROOF.ATTESTATION, 'gives an attestation of four parts', attested((text) => `${text}.AAAA`), { alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.ATTESTATION, 'gives an attestation of two parts', attested((text) => text.slice(0, text.lastIndexOf('.'))), { alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.ATTESTATION, 'gives a JWS in JSON', attested((text) => JSON.stringify({ payload: text.split('.')[1] })), { alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.OWN, 'puts its attestation into a proof of another type', describedFamily(fc.constantFrom('jwt', 'cose', 'sd-jwt'), (type) => type, (type) => proofs(([first = null]) => [first, { ...(first as object), proof_type: type }]))),
  fault(PROOF.DEVICE, 'proves with another type alone', describedFamily(fc.constantFrom('jwt', 'cose', 'sd-jwt'), (type) => type, (type) => proofs(() => [{ proof_type: type }]))),

  fault(PROOF.MAP, 'leaves out `proofs`', request(drop('/proofs')), standard),
  fault(PROOF.MAP, 'gives no proof of any type', request(put('/proofs', {})), standard),
  fault(PROOF.MAP, 'gives an empty list of attestations', byType(() => []), standard),
  fault(PROOF.MAP, 'gives an attestation where the list belongs', byType((list) => (Array.isArray(list) ? list[0] : null)), standard),
  fault(PROOF.MAP, 'proves with two types at once', request(put('/proofs/jwt', ['x'])), standard),
  fault(PROOF.MAP, 'gives anything but an object of lists', valueFamily(notAnObject, (value) => request(put('/proofs', value))), standard),

  fault(RESP.ID, 'leaves out the credential id', response(drop('/credential_identifier'))),
  fault(RESP.ID, 'calls it `credential_id`', response(rename('credential_identifier', 'credential_id'))),
  fault(RESP.ID, 'sends an empty credential id', response(put('/credential_identifier', ''))),
  fault(RESP.ID, 'says the credential id with anything but a string', valueFamily(notAString, (value) => response(put('/credential_identifier', value)))),
  fault(RESP.CREDENTIALS, 'delivers no credential', response(put('/credentials', []))),
  fault(RESP.CREDENTIALS, 'leaves out the credentials', response(drop('/credentials'))),
  fault(RESP.CREDENTIALS, 'delivers one credential in place of a list', response(rename('credentials', 'credential'))),
  fault(RESP.CREDENTIALS, 'delivers anything but a list', valueFamily(notAnArray, (value) => response(put('/credentials', value)))),
  fault(RESP.CREDENTIALS, 'delivers an empty object beside the credential', response(change('/credentials', (all) => (Array.isArray(all) ? [...all, {}] : all)))),
  fault(RESP.CREDENTIALS, 'delivers credentials that stand in no object', response(change('/credentials', (all) => (Array.isArray(all) ? all.map(() => 'x') : all)))),
  fault(RESP.CREDENTIALS, 'says the credential with anything but a string', valueFamily(notAString, (value) => response(put('/credentials', [{ Credential: value }])))),
  fault(RESP.SHAPE, 'spells the credential with a capital', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"credential"', '"Credential"')))), { ...standard, alsoBreaks: [RESP.CREDENTIALS] }),
  fault(RESP.SHAPE, 'calls the credential `vc`', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"credential"', '"vc"')))), { ...standard, alsoBreaks: [RESP.CREDENTIALS] }),


  fault(REQ.OFFERED, 'asks for a template that was not offered', template('another_credential')),
  fault(REQ.REQUIRES, 'shows the credential in clear beside the encrypted response', alsoInClear),
  fault(REQ.COVERED, 'sends its request in clear', replaceStep('wallet', 'encrypt', () => (all) => encodeBase64url(writeJson(all))), { alsoBreaks: [ENC.REQUEST, LINK.ONE, LINK.CLOSED] }),
  fault(CERT.EACH, 'encloses a certificate for the first key alone', firstAlone, inRequest),
  fault(CERT.EACH, 'encloses no certificate', none, inRequest),
  fault(CERT.EACH, 'has no array of certificates', request(drop('/credentials')), inRequest),
  fault(CERT.EACH, 'encloses one certificate twice', oneTwice, inRequest),
  fault(CERT.EACH, 'has a certificate for the first key alone delivered', firstAlone, inCallback),
  fault(CERT.EACH, 'has no certificate delivered', none, inCallback),
  fault(CERT.EACH, 'has one certificate delivered twice', oneTwice, inCallback),
  fault(CERT.KEY, 'encloses certificates for keys that nobody attested', ofStrangers, inRequest),
  fault(CERT.KEY, 'encloses something that is no certificate', enclosed('bm8gY2VydGlmaWNhdGU='), inRequest),
  fault(CERT.KEY, 'has certificates delivered for keys that nobody attested', ofStrangers, inCallback),
  fault(CERT.SEALED, 'encloses certificates in clear', enclosing(inClear), inRequest),
  fault(CERT.SEALED, 'encrypts certificates for a stranger', enclosing(sealedFor(unrelatedRsaKey, 'RSA-OAEP-256')), inRequest),
  fault(CERT.SEALED, 'encrypts certificates for another key of its own', enclosing(sealedFor(responseEncryptions.onCurve.jwk, 'ECDH-ES+A256KW')), inRequest),
  fault(CERT.SEALED, 'encrypts certificates that are not in base64', enclosed(Buffer.alloc(300, 0xc3)), inRequest),
  fault(CERT.SEALED, 'has certificates delivered in clear', enclosing(inClear), { ...inCallback, alsoBreaks: [CRED.COMPACT] }),
  fault(CERT.SEALED, 'has certificates delivered that are encrypted for another key of its own', enclosing(sealedFor(responseEncryptions.onCurve.jwk, 'ECDH-ES+A256KW')), inCallback),
  fault(RESP['SAME-ID'], 'answers with an id that nobody asked for', response(change('/credential_identifier', (id) => `${id}-2`))),
  fault(RESP.LASTING, 'gives one id to all who ask for a template', combineMutations(template('identity_credential'), response(put('/credential_identifier', 'the-same-for-all')))),
]
