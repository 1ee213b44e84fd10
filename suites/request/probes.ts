import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import { isObject, type JsonObject, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import { UNASKED } from '../encryption/decisions.ts'
import { FLOW } from '../flow/requirements.ts'
import { editPart, flipLastBit } from '../kit/compact-text.ts'
import { change, drop, put } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { mutate } from '../kit/message-mutations.ts'
import { replaceStep } from '../kit/mutations.ts'
import { runSession } from '../kit/probe-sessions.ts'
import { PROOF, SERIALIZATION } from './decisions.ts'
import { PROOF_ROWS, REQ, RESP } from './requirements.ts'

/** A proof whose signature is another one's. */
function broken(proof: JsonObject): JsonObject {
  const text = typeof proof.attestation === 'string' ? proof.attestation : ''
  return { ...proof, attestation: editPart(2, flipLastBit)(text) }
}

/** Proofs put together out of the one that holds. */
const proofs = (how: (good: JsonObject) => readonly JsonObject[]) =>
  mutate.request(change('/proof', (proof) => (Array.isArray(proof) && isObject(proof[0]) ? [...how(proof[0])] : proof)))

const inArrays = (deviation: ReturnType<typeof proofs>) =>
  runSession(({ decide }) => (decide(PROOF) === 'array' ? deviation : undefined))

const further = { a: [1, 'two', null] }

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(PROOF_ROWS.EACH, 'issuer', 'sends a proof that holds before one that does not', 'refused', inArrays(proofs((good) => [good, broken(good)]))),
  statefulProbe(PROOF_ROWS.EACH, 'issuer', 'sends a proof that does not hold before one that does', 'refused', inArrays(proofs((good) => [broken(good), good]))),
  statefulProbe(REQ.ERRORS, 'issuer', 'asks for a dataset that nobody named', 'refused', runSession(mutate.request(put('/credential_identifier', '00000000-0000-4000-8000-000000000000')))),
  statefulProbe(REQ['NO-KEY'], 'issuer', 'asks for no encryption of the response', 'refused', runSession(({ decide }) =>
    decide(UNASKED) === 'refused' ? mutate.request(drop('/credential_response_encryption')) : undefined)),
  statefulProbe(REQ.EXTRAS, 'issuer', 'sends a member that nobody defined', 'accepted', runSession(mutate.request(put('/assay_extra', { a: [1, 'two', null] })))),
  legalProbe(REQ.EXTRAS, 'issuer', 'sends a member beside the key for its response that nobody defined', mutate.request(put('/credential_response_encryption/assay_extra', { a: [1] }))),
  legalProbe(RESP.EXTRAS, 'identity app', 'answers with a member that nobody defined', mutate.response(put('/assay_extra', further))),
  legalProbe(RESP.EXTRAS, 'identity app', 'answers with a member beside the sealed response that nobody defined', mutate.validationResponse(put('/assay_extra', further))),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'sends the request in clear', 'refused', runSession(({ decide }) =>
    decide(SERIALIZATION) === 'compact' ? replaceStep('wallet', 'encrypt', () => (request: Writable) => writeJson(request)) : undefined)),
]
