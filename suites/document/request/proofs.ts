import type { CheckContext } from '../../../model/finding.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { PROOF } from './decisions.ts'

/** One proof of a request: its place, its type, and its attestation if it has one. */
export interface RequestProof {
  readonly at: string
  readonly type: JsonValue | undefined
  readonly attestation: JsonValue | undefined
}

/** The proofs of a request in the form that was decided; `undefined` if they have another form. */
export function readProofs(request: JsonObject, { decide }: CheckContext): readonly RequestProof[] | undefined {
  const { proof, proofs } = request
  switch (decide(PROOF)) {
    case 'array':
      return isListOfObjects(proof) ? proof.map((element, i) => toProof(`/proof/${i}`, element)) : undefined
    case 'object':
      return isObject(proof) ? [toProof('/proof', proof)] : undefined
    case 'proofs':
      return isObject(proofs) ? Object.entries(proofs).flatMap(([type, list]) => toListedProofs(type, list)) : undefined
  }
}

const isListOfObjects = (value: JsonValue | undefined): value is readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject)

const toProof = (at: string, element: JsonObject): RequestProof => ({
  at,
  type: element.proof_type,
  attestation: element.attestation,
})

const toListedProofs = (type: string, list: JsonValue): readonly RequestProof[] =>
  (Array.isArray(list) ? list : []).map((element: JsonValue, i: number) => ({
    at: `/proofs/${type}/${i}`,
    type,
    attestation: type === 'attestation' ? element : undefined,
  }))
