import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { type Jwk, listKeys } from '../../../protocol/jose/jwk.ts'
import { type Jws, readJws } from '../../../protocol/jose/jws.ts'
import { readHeaderKey } from '../../../protocol/x509/chain.ts'
import type { VciProof } from './issuer-steps.ts'

/** The proofs of a request, and the key attestation that came as one. */
export function readProofs({ proofs }: JsonObject) {
  const { jwt = [], attestation = [] } = isObject(proofs) ? proofs : {}
  const own = readToken(Array.isArray(attestation) ? attestation[0] : undefined)
  return { proofs: (Array.isArray(jwt) ? jwt : []).map(readProof), ...(own && { attestation: own }) }
}

function readProof(text: unknown): VciProof | undefined {
  const jws = readToken(text)
  const attestation = readToken(jws?.header.key_attestation)
  const key = jws && findKey(jws.header, attestation)
  return jws && { jws, ...(key && { key }), ...(attestation && { attestation }) }
}

/** A signed token; nothing, where it cannot be read. */
export function readToken(text: unknown): Jws | undefined {
  const read = attempt(() => readJws(typeof text === 'string' ? text : ''))
  return 'value' in read ? read.value : undefined
}

/** The key of a proof: in its header, or by its name or its place in its key attestation. */
function findKey(header: JsonObject, attestation: Jws | undefined): Jwk | undefined {
  const attested = attestation ? listAttestedKeys(attestation) : []
  const { kid } = header
  const named = typeof kid === 'string' ? attested.find((key) => key.kid === kid) : undefined
  return readHeaderKey(header) ?? named ?? attested[Number(kid)]
}

export const listAttestedKeys = ({ payload: { attested_keys: keys = [] } }: Jws): readonly Jwk[] => listKeys({ keys })
