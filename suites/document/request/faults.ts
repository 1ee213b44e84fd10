import * as fc from 'fast-check'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import { writeJwe } from '../../../protocol/jose/jwe.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { type CertificateDraft, writeCertificate } from '../../../protocol/x509/certificate-write.ts'
import { unrelatedKey, unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { ATT } from '../attestation/requirements.ts'
import { CRED } from '../credential/requirements.ts'
import { LINK } from '../deeplink/requirements.ts'
import { ENC } from '../encryption/requirements.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { describedFamily, notAnArray, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { fillOctets, responseEncryptions } from '../kit/jwe-mutations.ts'
import { mutate, nameOfferedTemplate, requestOfferedTemplate } from '../kit/message-mutations.ts'
import { changeResult, combineMutations, replaceStep } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type Fault, fault } from '../model/fault.ts'
import { CERT, PROOF_ROWS as PROOF, REQ, RESP } from './requirements.ts'

const { request, response } = mutate

/** Faults in `proof` as section 2.4 has it. */
const byArray = { decisions: { 'request.proof': 'array' } }

const standard = { profile: 'document-openid4vci', decisions: { 'request.proof': 'proofs' } } as const

/** Changes the proofs of a request. */
const changeProofs = (how: (proofs: readonly JsonValue[]) => JsonValue) =>
  request(change('/proof', (all) => how(Array.isArray(all) ? all : [])))

const attestation = '/proof/0/attestation'
const changeAttestation = (how: (text: string) => JsonValue | undefined) =>
  request(change(attestation, (text) => how(String(text))))
const changeProofList = (how: (list: JsonValue) => JsonValue) => request(change('/proofs/attestation', how))

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

const requestConfiguration = (name: string) =>
  request((all) => put('/credential_configuration_id', name)(drop('/credential_identifier')(all)))

/** Puts the credential into the response a second time, unencrypted. */
const alsoSendUnencrypted: ActorMutation = {
  issuer: (original) => {
    let credential = '' // the issuer serves one session
    return {
      ...original,
      joinDisclosures: (jws, disclosures) => {
        credential = original.joinDisclosures(jws, disclosures)
        return credential
      },
      wrapResponse: (encrypted) => put('/preview', credential)(original.wrapResponse(encrypted)),
    }
  },
}

export const inRequest = { decisions: { 'certificates.location': 'request' } }

export const inCallback = { decisions: { 'certificates.location': 'callback' } }

/** What is no JSON object. */
const noObjects: Readonly<Record<string, (text: string) => string>> = {
  'an array': (text) => `[${text}]`,
  'a string': () => '"credential"',
  'truncated JSON': (text) => text.slice(0, -1),
  nothing: () => '',
}

/** Changes the certificates for the attested keys before they are issued. */
export const changeCertificates = (how: (drafts: readonly CertificateDraft[]) => readonly CertificateDraft[]) =>
  changeResult('wallet', 'certifyKeys', how)

const certifyFirstKey = changeCertificates((all) => all.slice(0, 1))

const certifyOneKeyTwice = changeCertificates(([first]) => (first ? [first, first] : []))

const certifyNoKey = changeCertificates(() => [])

const certifyUnrelatedKeys = changeCertificates((all) => all.map((draft) => ({ ...draft, publicKey: unrelatedKey })))

/** Encodes certificates in another way. */
const encodeCertificates = (how: (der: Buffer) => string) =>
  replaceStep('wallet', 'encryptCertificates', () => (drafts) => drafts.map((draft) => how(writeCertificate(draft))))

const encryptTo = (key: Jwk, alg: string) => (der: Buffer) =>
  writeJwe({ plaintext: der.toString('base64'), header: { alg, enc: 'A256GCM' }, key, random: fillOctets })

const encodeBase64 = (der: Buffer): string => der.toString('base64')

/** Sends correctly encrypted elements that contain another plaintext than a certificate. */
const sendCertificates = (plaintext: Buffer | string) =>
  request((all) => {
    const { credential_response_encryption: encryption } = all as JsonObject // a request is an object
    const key = isObject(encryption) && isObject(encryption.jwk) ? encryption.jwk : {}
    const Credential = writeJwe({ plaintext, header: { alg: key.alg ?? '', enc: 'A256GCM' }, key, random: fillOctets })
    return put('/credentials', [{ Credential }, { Credential }])(all)
  })

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(REQ.OBJECT, 'sends the request in an array', request((all) => [writeJson(all)])),
  fault(REQ.OBJECT, 'sends the request as anything but an object', valueFamily(notAnObject, (value) => request(() => value))),
  fault(REQ.OBJECT, 'sends a truncated request', request((all) => new RawJson(writeJson(all).slice(0, -20)))),
  fault(REQ.OBJECT, 'sends the request as a form', request(() => new RawJson('credential_identifier=1&proof=2'))),

  fault(REQ.IDENTIFIER, 'sends `credential_identifier` as anything but a string', valueFamily(notAString, (value) => request(put('/credential_identifier', value)))),
  fault(REQ.IDENTIFIER, 'sends an empty `credential_identifier`', request(put('/credential_identifier', '')), { rejection: 'none' }),
  fault(REQ.EXCLUSIVE, 'sends both `credential_identifier` and `credential_configuration_id`', nameOfferedTemplate),
  fault(REQ.EXCLUSIVE, 'sends the same value in `credential_identifier` and `credential_configuration_id`', request((all) => put('/credential_configuration_id', JSON.parse(writeJson(all)).credential_identifier)(all))),
  fault(REQ.EXCLUSIVE, 'sends `credential_identifier` and a null `credential_configuration_id`', request(put('/credential_configuration_id', null)), { alsoBreaks: [REQ.CONFIGURATION], rejection: 'none' }),
  fault(REQ.CONFIGURATION, 'sends `credential_configuration_id` as anything but a string', valueFamily(notAString, (value) => request((all) => put('/credential_configuration_id', value)(drop('/credential_identifier')(all))))),
  fault(REQ.CONFIGURATION, 'sends an empty `credential_configuration_id`', request((all) => put('/credential_configuration_id', '')(drop('/credential_identifier')(all))), { rejection: 'none' }),
  fault(REQ.NEITHER, 'sends neither `credential_identifier` nor `credential_configuration_id`', request(drop('/credential_identifier'))),
  fault(REQ.NEITHER, 'sends `credential_id` instead of `credential_identifier`', request(rename('credential_identifier', 'credential_id'))),
  fault(REQ.ONE, 'sends a request without any identifier', request(drop('/credential_identifier')), { profile: 'document-openid4vci', decisions: { 'request.identifiers': 'exactly-one' }, alsoBreaks: [REQ.NEITHER] }),
  fault(REQ.ONE, 'sends `format` instead of an identifier, as in early drafts', request((all) => put('/format', 'vc+sd-jwt')(drop('/credential_identifier')(all))), { decisions: { 'request.identifiers': 'exactly-one' }, alsoBreaks: [REQ.NEITHER] }),
  fault(REQ.ENCRYPTION, 'sends `credential_response_encryption` as anything but an object', valueFamily(notAnObject.filter((value) => value !== null), (value) => request(put('/credential_response_encryption', value)))),
  fault(REQ.ENCRYPTION, 'sends null as `credential_response_encryption`', request(put('/credential_response_encryption', null)), { rejection: 'none' }),

  fault(PROOF.ARRAY, 'leaves out `proof`', request(drop('/proof')), byArray),
  fault(PROOF.ARRAY, 'sends an empty array of proofs', request(put('/proof', [])), byArray),
  fault(PROOF.ARRAY, 'sends one proof instead of an array', changeProofs(([first]) => first ?? null), { rejection: 'none' }),
  fault(PROOF.ARRAY, 'sends proofs by type instead of an array', changeProofs(() => ({ attestation: [] })), byArray),
  fault(PROOF.ARRAY, 'sends `proofs` instead of `proof`', request(rename('proof', 'proofs')), { ...byArray, rejection: 'none' }),
  fault(PROOF.ARRAY, 'sends `proof` as anything but an array', valueFamily(notAnArray, (value) => request(put('/proof', value))), byArray),
  fault(PROOF.ARRAY, 'sends a proof that is not an object', valueFamily(notAnObject, (value) => changeProofs((all) => [...all, value])), byArray),
  fault(PROOF.ARRAY, 'sends an array of proofs where one proof was agreed on', request(change('/proof', (one) => [one])), { decisions: { 'request.proof': 'object' }, rejection: 'none' }),
  fault(PROOF.TYPE, 'sends a proof of an unknown type', describedFamily(otherTypes, (type) => type, (type) => changeProofs((all) => [...all, { proof_type: type }])), byArray),
  fault(PROOF.TYPE, 'sends `proof_type` as anything but a string', valueFamily(notAString, (value) => changeProofs((all) => [...all, { proof_type: value }])), byArray),
  fault(PROOF.TYPE, 'writes the type of its only proof in capitals', request(put('/proof/0/proof_type', 'ATTESTATION')), { ...byArray, rejection: 'none' }),
  fault(PROOF.TYPE, 'leaves out `proof_type`', request(drop('/proof/0/proof_type')), byArray),
  fault(PROOF.TYPE, 'sends a proof type of another standard', request((all) => put('/proofs', { cwt: ['x'] })(all)), standard),
  fault(PROOF.ATTESTATION, 'leaves out the attestation', request(drop(attestation)), byArray),
  fault(PROOF.ATTESTATION, 'sends the attestation in an array', changeAttestation((text) => [text]), { ...byArray, rejection: 'none' }),
  fault(PROOF.ATTESTATION, 'sends the attestation as an object', changeAttestation((text) => ({ jwt: text })), byArray),
  fault(PROOF.ATTESTATION, 'sends the attestation as anything but a string', valueFamily(notAString, (value) => request(put(attestation, value))), byArray),
  fault(PROOF.ATTESTATION, 'sends an attestation of four parts', changeAttestation((text) => `${text}.AAAA`), { ...byArray, alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.ATTESTATION, 'sends an attestation of two parts', changeAttestation((text) => text.slice(0, text.lastIndexOf('.'))), { ...byArray, alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.ATTESTATION, 'sends the attestation in the JWS JSON Serialization', changeAttestation((text) => JSON.stringify({ payload: text.split('.')[1] })), { ...byArray, alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.OWN, 'sends an attestation in a proof of another type', describedFamily(fc.constantFrom('jwt', 'cose', 'sd-jwt'), (type) => type, (type) => changeProofs(([first = null]) => [first, { ...(first as object), proof_type: type }]))),
  fault(PROOF.DEVICE, 'sends only a proof of another type', describedFamily(fc.constantFrom('jwt', 'cose', 'sd-jwt'), (type) => type, (type) => changeProofs(() => [{ proof_type: type }])), byArray),

  fault(PROOF.MAP, 'leaves out `proofs`', request(drop('/proofs')), standard),
  fault(PROOF.MAP, 'sends empty `proofs`', request(put('/proofs', {})), standard),
  fault(PROOF.MAP, 'sends an empty array of attestations', changeProofList(() => []), standard),
  fault(PROOF.MAP, 'sends an attestation instead of an array', changeProofList((list) => (Array.isArray(list) ? list[0] : null)), { ...standard, rejection: 'none' }),
  fault(PROOF.MAP, 'sends proofs of two types', request(put('/proofs/jwt', ['x'])), { ...standard, rejection: 'none' }),
  fault(PROOF.MAP, 'sends `proofs` as anything but an object', valueFamily(notAnObject, (value) => request(put('/proofs', value))), standard),

  fault(RESP.ID, 'leaves out the credential ID', response(drop('/credential_identifier'))),
  fault(RESP.ID, 'returns `credential_id` instead of `credential_identifier`', response(rename('credential_identifier', 'credential_id'))),
  fault(RESP.ID, 'returns an empty credential ID', response(put('/credential_identifier', ''))),
  fault(RESP.ID, 'returns the credential ID as anything but a string', valueFamily(notAString, (value) => response(put('/credential_identifier', value)))),
  fault(RESP.CREDENTIALS, 'encrypts something else than a JSON object', describedFamily(fc.constantFrom(...Object.entries(noObjects)), ([what]) => what, ([, how]) => response((all) => new RawJson(how(writeJson(all)))))),
  fault(RESP.CREDENTIALS, 'returns an empty array of credentials', response(put('/credentials', []))),
  fault(RESP.CREDENTIALS, 'leaves out the credentials', response(drop('/credentials'))),
  fault(RESP.CREDENTIALS, 'returns `credential` instead of `credentials`', response(rename('credentials', 'credential'))),
  fault(RESP.CREDENTIALS, 'returns `credentials` as anything but an array', valueFamily(notAnArray, (value) => response(put('/credentials', value)))),
  fault(RESP.CREDENTIALS, 'returns an empty object beside the credential', response(change('/credentials', (all) => (Array.isArray(all) ? [...all, {}] : all)))),
  fault(RESP.CREDENTIALS, 'returns credentials as strings instead of objects', response(change('/credentials', (all) => (Array.isArray(all) ? all.map(() => 'x') : all)))),
  fault(RESP.CREDENTIALS, 'returns credentials in objects where a list of strings was agreed', response(change('/credentials', (all) => (Array.isArray(all) ? all.map((Credential) => ({ Credential })) : all))), { decisions: { 'response.credentialField': 'none' } }),
  fault(RESP.CREDENTIALS, 'returns a credential that is not a string', valueFamily(notAString, (value) => response(put('/credentials', [{ Credential: value }])))),
  fault(RESP.SHAPE, 'returns `Credential` instead of `credential`', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"credential"', '"Credential"')))), { ...standard, alsoBreaks: [RESP.CREDENTIALS] }),
  fault(RESP.SHAPE, 'returns `vc` instead of `credential`', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"credential"', '"vc"')))), { ...standard, alsoBreaks: [RESP.CREDENTIALS] }),

  fault(REQ.OFFERED, 'requests a configuration ID that was not offered', requestConfiguration('another_credential')),
  fault(REQ.REQUIRES, 'returns the credential unencrypted beside the encrypted response', alsoSendUnencrypted),
  fault(REQ.COVERED, 'sends its request unencrypted', replaceStep('wallet', 'encrypt', () => (all) => encodeBase64url(writeJson(all))), { alsoBreaks: [ENC.REQUEST, LINK.ONE, LINK.CLOSED, LINK.OPAQUE] }),
  fault(CERT.EACH, 'sends a certificate for the first key only', certifyFirstKey, inRequest),
  fault(CERT.EACH, 'sends no certificate', certifyNoKey, inRequest),
  fault(CERT.EACH, 'leaves out the array of certificates', request(drop('/credentials')), inRequest),
  fault(CERT.EACH, 'sends one certificate twice', certifyOneKeyTwice, inRequest),
  fault(CERT.EACH, 'has a certificate for the first key only in the callback', certifyFirstKey, inCallback),
  fault(CERT.EACH, 'has no certificate in the callback', certifyNoKey, inCallback),
  fault(CERT.EACH, 'has one certificate twice in the callback', certifyOneKeyTwice, inCallback),
  fault(CERT.KEY, 'sends certificates for keys that are not attested', certifyUnrelatedKeys, inRequest),
  fault(CERT.KEY, 'sends something other than certificates', sendCertificates('bm8gY2VydGlmaWNhdGU='), inRequest),
  fault(CERT.KEY, 'has certificates for keys that are not attested in the callback', certifyUnrelatedKeys, inCallback),
  fault(CERT.SEALED, 'sends unencrypted certificates', encodeCertificates(encodeBase64), inRequest),
  fault(CERT.SEALED, 'encrypts certificates to an unrelated key', encodeCertificates(encryptTo(unrelatedRsaKey, 'RSA-OAEP-256')), inRequest),
  fault(CERT.SEALED, 'encrypts certificates to another key of its own', encodeCertificates(encryptTo(responseEncryptions.onCurve.jwk, 'ECDH-ES+A256KW')), inRequest),
  fault(CERT.SEALED, 'encrypts certificates that are not base64-encoded', sendCertificates(Buffer.alloc(300, 0xc3)), inRequest),
  fault(CERT.SEALED, 'has unencrypted certificates in the callback', encodeCertificates(encodeBase64), { ...inCallback, alsoBreaks: [CRED.COMPACT] }),
  fault(CERT.SEALED, 'has certificates in the callback that are encrypted to another key of its own', encodeCertificates(encryptTo(responseEncryptions.onCurve.jwk, 'ECDH-ES+A256KW')), inCallback),
  fault(RESP['SAME-ID'], 'returns another credential ID than was requested', response(change('/credential_identifier', (id) => `${id}-2`))),
  fault(RESP['SAME-ID'], 'returns the requested credential ID in upper case', response(change('/credential_identifier', (id) => String(id).toUpperCase()))),
  fault(RESP.LASTING, 'returns one credential ID for all requests with a configuration ID', combineMutations(requestOfferedTemplate, response(put('/credential_identifier', 'the-same-for-all')))),
]
