import { type Trick, trick } from '../../src/model/probe.ts'
import { isObject, type JsonObject, type Writable, writeJson } from '../../src/protocol/json.ts'
import { change, drop, flipped, instead, message, part, put } from '../deviations.ts'
import { UNASKED } from '../encryption/decisions.ts'
import { FLOW } from '../flow/requirements.ts'
import { surprise } from '../surprising.ts'
import { session } from '../tricking.ts'
import { PROOF, SERIALIZATION } from './decisions.ts'
import { PROOF_ROWS, REQ, RESP } from './requirements.ts'

/** A proof whose signature is another one's. */
function broken(proof: JsonObject): JsonObject {
  const text = typeof proof.attestation === 'string' ? proof.attestation : ''
  return { ...proof, attestation: part(2, flipped)(text) }
}

/** Proofs put together out of the one that holds. */
const proofs = (how: (good: JsonObject) => readonly JsonObject[]) =>
  message.request(
    change('/proof', (proof) => (Array.isArray(proof) && isObject(proof[0]) ? [...how(proof[0])] : proof)),
  )

const inArrays = (deviation: ReturnType<typeof proofs>) =>
  session(({ decide }) => (decide(PROOF) === 'array' ? deviation : undefined))

const further = { a: [1, 'two', null] }

// biome-ignore format: a table, one row a line.
export const tricks: readonly Trick[] = [
  trick(PROOF_ROWS.EACH, 'issuer', 'sends a proof that holds before one that does not', 'refused', inArrays(proofs((good) => [good, broken(good)]))),
  trick(PROOF_ROWS.EACH, 'issuer', 'sends a proof that does not hold before one that does', 'refused', inArrays(proofs((good) => [broken(good), good]))),
  trick(REQ.ERRORS, 'issuer', 'asks for a dataset that nobody named', 'refused', session(message.request(put('/credential_identifier', '00000000-0000-4000-8000-000000000000')))),
  trick(REQ['NO-KEY'], 'issuer', 'asks for no encryption of the response', 'refused', session(({ decide }) =>
    decide(UNASKED) === 'refused' ? message.request(drop('/credential_response_encryption')) : undefined)),
  trick(REQ.EXTRAS, 'issuer', 'sends a member that nobody defined', 'accepted', session(message.request(put('/assay_extra', { a: [1, 'two', null] })))),
  surprise(REQ.EXTRAS, 'issuer', 'sends a member beside the key for its response that nobody defined', message.request(put('/credential_response_encryption/assay_extra', { a: [1] }))),
  surprise(RESP.EXTRAS, 'identity app', 'answers with a member that nobody defined', message.response(put('/assay_extra', further))),
  surprise(RESP.EXTRAS, 'identity app', 'answers with a member beside the sealed response that nobody defined', message.validationResponse(put('/assay_extra', further))),
  trick(FLOW.VALIDATES, 'issuer', 'sends the request in clear', 'refused', session(({ decide }) =>
    decide(SERIALIZATION) === 'compact' ? instead('wallet', 'encrypt', () => (request: Writable) => writeJson(request)) : undefined)),
]
