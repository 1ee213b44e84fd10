import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { isObject, type JsonObject, readText, type Writable, writeJson } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readJws, writeJws } from '../../../protocol/jose/jws.ts'
import { CHALLENGE } from '../attestation/decisions.ts'
import { ATT } from '../attestation/requirements.ts'
import { UNASKED } from '../encryption/decisions.ts'
import { FLOW } from '../flow/requirements.ts'
import { editPart, flipLastBit } from '../kit/compact-text.ts'
import { change, drop, put } from '../kit/edits.ts'
import { legalProbe } from '../kit/legal-probe.ts'
import { mutate } from '../kit/message-mutations.ts'
import { replaceStep } from '../kit/mutations.ts'
import { afterSession, readResponse, runSession } from '../kit/probe-sessions.ts'
import type { Message } from '../model/endpoints.ts'
import { type ProbeContext, type StatefulProbe, statefulProbe } from '../model/probe.ts'
import { readNonce } from '../nonce/reading.ts'
import { PROOF, SERIALIZATION, TEMPLATE } from './decisions.ts'
import { findTemplate, nameTemplate, repeatInvalidRequests } from './repeated-validations.ts'
import { PROOF_ROWS, REQ, RESP } from './requirements.ts'

/** Changes the signature of a proof. */
function invalidate(proof: JsonObject): JsonObject {
  const text = typeof proof.attestation === 'string' ? proof.attestation : ''
  return { ...proof, attestation: editPart(2, flipLastBit)(text) }
}

/** Attests a nonce that no one issued, with a valid signature. */
function attestUnknownNonce(proof: JsonObject): JsonObject {
  const read = attempt(() => readJws(String(proof.attestation)))
  if (!('value' in read)) return proof
  const { header, payload } = read.value
  return { ...proof, attestation: writeJws(header, { ...payload, nonce: 'never-issued-nonce' }, keys.device) }
}

/** Replaces the proofs by others made from the valid one. */
const replaceProofs = (how: (valid: JsonObject) => readonly JsonObject[]) =>
  mutate.request(change('/proof', (proof) => (Array.isArray(proof) && isObject(proof[0]) ? [...how(proof[0])] : proof)))

const runWithProofs = (mutation: ReturnType<typeof replaceProofs>) =>
  runSession(({ decide }) => (decide(PROOF) === 'array' ? mutation : undefined))

const unknownDataset = '00000000-0000-4000-8000-000000000000'

const requestUnknownTemplate = nameTemplate('unknown_credential')

/** Requests a template that the issuer names, where a request may name one. */
const requestOfferedTemplate: StatefulProbe['run'] = async (context) => {
  const template = context.decide(TEMPLATE) === 'accepted' ? await findTemplate(context) : undefined
  return template === undefined ? undefined : runSession(nameTemplate(template))(context)
}

/** Attests a new nonce with a certificate chain whose challenge is an earlier one: without this check, a chain can be sent again. */
const challengeAgain = async (
  messages: readonly Message[],
  { decide, runRequest, readSessionAnswer }: ProbeContext,
) => {
  const earlier = readText(readNonce(readResponse(messages, 'nonce'), decide))
  if (earlier === '') return 'inconclusive'
  const mutation = replaceStep('wallet', 'describe', (original) => () => original(earlier))
  return readSessionAnswer(await runRequest({ mutation }))
}

const unknownValue = { a: [1, 'two', null] }

// biome-ignore format: a table, one row a line.
export const probes: readonly StatefulProbe[] = [
  statefulProbe(PROOF_ROWS.EACH, 'issuer', 'sends a valid proof before an invalid one', 'refused', runWithProofs(replaceProofs((valid) => [valid, invalidate(valid)]))),
  statefulProbe(PROOF_ROWS.EACH, 'issuer', 'sends an invalid proof before a valid one', 'refused', runWithProofs(replaceProofs((valid) => [invalidate(valid), valid]))),
  statefulProbe(PROOF_ROWS.EACH, 'issuer', 'sends a valid proof before one with an unknown nonce', 'refused', runWithProofs(replaceProofs((valid) => [valid, attestUnknownNonce(valid)]))),
  statefulProbe(PROOF_ROWS.EACH, 'issuer', 'sends a proof with an unknown nonce before a valid one', 'refused', runWithProofs(replaceProofs((valid) => [attestUnknownNonce(valid), valid]))),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'has a challenge derived from the nonce of an earlier request', 'refused', afterSession(challengeAgain, (decide) => decide(CHALLENGE) !== 'ignored'), { breaks: ATT.CHALLENGE }),
  statefulProbe(REQ.TEMPLATE, 'issuer', 'requests a template of the offer', 'accepted', requestOfferedTemplate),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'requests a template that no offer names', 'refused', runSession(requestUnknownTemplate), { breaks: REQ.OFFERED }),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'sends invalid requests for another account', 'refused', repeatInvalidRequests({ account: 1 })),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'sends invalid requests that name a template', 'refused', repeatInvalidRequests({ isByTemplate: true })),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'sends invalid requests that name a template for another account', 'refused', repeatInvalidRequests({ account: 1, isByTemplate: true })),
  statefulProbe(FLOW.RISKS, 'issuer', 'requests a dataset that was never issued', 'refused', runSession(mutate.request(put('/credential_identifier', unknownDataset))), { breaks: REQ.ERRORS }),
  statefulProbe(REQ.ERRORS, 'issuer', 'requests an unknown credential identifier', 'refused', runSession(mutate.request(put('/credential_identifier', unknownDataset)))),
  statefulProbe(REQ['NO-KEY'], 'issuer', 'requests no encryption of the response', 'refused', runSession(({ decide }) =>
    decide(UNASKED) === 'refused' ? mutate.request(drop('/credential_response_encryption')) : undefined)),
  statefulProbe(REQ.EXTRAS, 'issuer', 'sends an unknown member', 'accepted', runSession(mutate.request(put('/assay_extra', { a: [1, 'two', null] })))),
  legalProbe(REQ.EXTRAS, 'issuer', 'sends an unknown member in `credential_response_encryption`', mutate.request(put('/credential_response_encryption/assay_extra', { a: [1] }))),
  legalProbe(RESP.EXTRAS, 'identity app', 'returns an unknown member', mutate.response(put('/assay_extra', unknownValue))),
  legalProbe(RESP.EXTRAS, 'identity app', 'returns an unknown member beside the encrypted response', mutate.validationResponse(put('/assay_extra', unknownValue))),
  statefulProbe(FLOW.VALIDATES, 'issuer', 'sends the request unencrypted', 'refused', runSession(({ decide }) =>
    decide(SERIALIZATION) === 'compact' ? replaceStep('wallet', 'encrypt', () => (request: Writable) => writeJson(request)) : undefined)),
]
