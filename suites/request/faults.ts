import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { type JsonValue, RawJson, writeJson } from '../../src/protocol/json.ts'
import { ATT } from '../attestation/requirements.ts'
import { change, drop, message, put, rename } from '../deviations.ts'
import { each, family, notAnArray, notAnObject, notAString } from '../family.ts'
import { PROOF_ROWS as PROOF, REQ, RESP } from './requirements.ts'

const { request, response } = message

const standard = { under: 'openid4vci-1.0' } as const

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

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(REQ.OBJECT, 'asks with a list', request((all) => [writeJson(all)])),
  fault(REQ.OBJECT, 'asks with anything but an object', each(notAnObject, (value) => request(() => value))),
  fault(REQ.OBJECT, 'stops in the middle', request((all) => new RawJson(writeJson(all).slice(0, -20)))),
  fault(REQ.OBJECT, 'sends a form', request(() => new RawJson('credential_identifier=1&proof=2'))),

  fault(REQ.IDENTIFIER, 'names the dataset with anything but a string', each(notAString, (value) => request(put('/credential_identifier', value)))),
  fault(REQ.IDENTIFIER, 'names the dataset with an empty text', request(put('/credential_identifier', ''))),
  fault(REQ.EXCLUSIVE, 'names a dataset and a template', request(put('/credential_configuration_id', 'identity_credential'))),
  fault(REQ.EXCLUSIVE, 'names a template with the name of the dataset', request((all) => put('/credential_configuration_id', JSON.parse(writeJson(all)).credential_identifier)(all))),
  fault(REQ.EXCLUSIVE, 'names a dataset, and a template that is null', request(put('/credential_configuration_id', null)), { alsoBreaks: [REQ.CONFIGURATION] }),
  fault(REQ.CONFIGURATION, 'names a template with anything but a string', each(notAString, (value) => request((all) => put('/credential_configuration_id', value)(drop('/credential_identifier')(all))))),
  fault(REQ.CONFIGURATION, 'names a template with an empty text', request((all) => put('/credential_configuration_id', '')(drop('/credential_identifier')(all)))),
  fault(REQ.NEITHER, 'names neither dataset nor template', request(drop('/credential_identifier'))),
  fault(REQ.NEITHER, 'calls the dataset `credential_id`', request(rename('credential_identifier', 'credential_id'))),
  fault(REQ.ONE, 'asks for nothing in particular', request(drop('/credential_identifier')), { ...standard, alsoBreaks: [REQ.NEITHER] }),
  fault(REQ.ONE, 'asks in the old way, by format', request((all) => put('/format', 'vc+sd-jwt')(drop('/credential_identifier')(all))), { given: { 'request.identifiers': 'exactly-one' }, alsoBreaks: [REQ.NEITHER] }),
  fault(REQ.ENCRYPTION, 'asks for encryption with anything but an object', each(notAnObject, (value) => request(put('/credential_response_encryption', value)))),

  fault(PROOF.ARRAY, 'leaves out `proof`', request(drop('/proof'))),
  fault(PROOF.ARRAY, 'gives an empty list of proofs', request(put('/proof', []))),
  fault(PROOF.ARRAY, 'gives one proof in place of a list', proofs(([first]) => first ?? null)),
  fault(PROOF.ARRAY, 'gives a list by type', proofs(() => ({ attestation: [] }))),
  fault(PROOF.ARRAY, 'calls it `proofs`', request(rename('proof', 'proofs'))),
  fault(PROOF.ARRAY, 'gives anything but a list', each(notAnArray, (value) => request(put('/proof', value)))),
  fault(PROOF.ARRAY, 'puts anything but an object beside its proof', each(notAnObject, (value) => proofs((all) => [...all, value]))),
  fault(PROOF.ARRAY, 'gives a list where one proof was agreed', request(change('/proof', (one) => [one])), { given: { 'request.proof': 'object' } }),
  fault(PROOF.TYPE, 'proves with a type that nobody knows', family(otherTypes, (type) => type, (type) => proofs((all) => [...all, { proof_type: type }]))),
  fault(PROOF.TYPE, 'says the type with anything but a string', each(notAString, (value) => proofs((all) => [...all, { proof_type: value }]))),
  fault(PROOF.TYPE, 'leaves out the type of its proof', request(drop('/proof/0/proof_type'))),
  fault(PROOF.TYPE, 'proves with a type of another standard', request((all) => put('/proofs', { cwt: ['x'] })(all)), standard),
  fault(PROOF.ATTESTATION, 'leaves out the attestation', request(drop(attestation))),
  fault(PROOF.ATTESTATION, 'gives a list of attestations', attested((text) => [text])),
  fault(PROOF.ATTESTATION, 'gives the attestation as an object', attested((text) => ({ jwt: text }))),
  fault(PROOF.ATTESTATION, 'gives anything but a string for an attestation', each(notAString, (value) => request(put(attestation, value)))),
  fault(PROOF.ATTESTATION, 'gives an attestation of four parts', attested((text) => `${text}.AAAA`), { alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.ATTESTATION, 'gives an attestation of two parts', attested((text) => text.slice(0, text.lastIndexOf('.'))), { alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.ATTESTATION, 'gives a JWS in JSON', attested((text) => JSON.stringify({ payload: text.split('.')[1] })), { alsoBreaks: [ATT.COMPACT] }),
  fault(PROOF.OWN, 'puts its attestation into a proof of another type', family(fc.constantFrom('jwt', 'cose', 'sd-jwt'), (type) => type, (type) => proofs(([first = null]) => [first, { ...(first as object), proof_type: type }]))),
  fault(PROOF.DEVICE, 'proves with another type alone', family(fc.constantFrom('jwt', 'cose', 'sd-jwt'), (type) => type, (type) => proofs(() => [{ proof_type: type }]))),

  fault(PROOF.MAP, 'leaves out `proofs`', request(drop('/proofs')), standard),
  fault(PROOF.MAP, 'gives no proof of any type', request(put('/proofs', {})), standard),
  fault(PROOF.MAP, 'gives an empty list of attestations', byType(() => []), standard),
  fault(PROOF.MAP, 'gives an attestation where the list belongs', byType((list) => (Array.isArray(list) ? list[0] : null)), standard),
  fault(PROOF.MAP, 'proves with two types at once', request(put('/proofs/jwt', ['x'])), standard),
  fault(PROOF.MAP, 'gives anything but an object of lists', each(notAnObject, (value) => request(put('/proofs', value))), standard),

  fault(RESP.ID, 'leaves out the credential id', response(drop('/credential_identifier'))),
  fault(RESP.ID, 'calls it `credential_id`', response(rename('credential_identifier', 'credential_id'))),
  fault(RESP.ID, 'sends an empty credential id', response(put('/credential_identifier', ''))),
  fault(RESP.ID, 'says the credential id with anything but a string', each(notAString, (value) => response(put('/credential_identifier', value)))),
  fault(RESP.CREDENTIALS, 'delivers no credential', response(put('/credentials', []))),
  fault(RESP.CREDENTIALS, 'leaves out the credentials', response(drop('/credentials'))),
  fault(RESP.CREDENTIALS, 'delivers one credential in place of a list', response(rename('credentials', 'credential'))),
  fault(RESP.CREDENTIALS, 'delivers anything but a list', each(notAnArray, (value) => response(put('/credentials', value)))),
  fault(RESP.CREDENTIALS, 'delivers an empty object beside the credential', response(change('/credentials', (all) => (Array.isArray(all) ? [...all, {}] : all)))),
  fault(RESP.CREDENTIALS, 'delivers credentials that stand in no object', response(change('/credentials', (all) => (Array.isArray(all) ? all.map(() => 'x') : all)))),
  fault(RESP.CREDENTIALS, 'says the credential with anything but a string', each(notAString, (value) => response(put('/credentials', [{ Credential: value }])))),
  fault(RESP.SHAPE, 'spells the credential with a capital', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"credential"', '"Credential"')))), { ...standard, alsoBreaks: [RESP.CREDENTIALS] }),
  fault(RESP.SHAPE, 'calls the credential `vc`', response(change('/credentials', (all) => JSON.parse(JSON.stringify(all).replaceAll('"credential"', '"vc"')))), { ...standard, alsoBreaks: [RESP.CREDENTIALS] }),
]
