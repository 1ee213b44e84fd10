import type { CheckContext } from '../../../model/finding.ts'
import type { Tampering } from '../../../model/tampering.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { escapePointer } from '../../../protocol/encoding/pointer.ts'
import { changeAttestedKeys, replaceAttestedKeys } from '../attestation/tampers.ts'
import { PARAMETER } from '../deeplink/decisions.ts'
import { removeMembers, replaceMembers, replaceMembersBy, tamperText } from '../kit/artefact-tampers.ts'
import {
  listSessions,
  mapArtefacts,
  tamperArtefacts,
  tamperBodies,
  tamperExchange,
  tamperMessages,
  withResponse,
} from '../kit/exchange-tampers.ts'
import { applyEdits, type Edits } from '../kit/pointer-edits.ts'
import { basePointKey } from '../kit/tampered-values.ts'
import { CREDENTIALS_FIELD, ID_FIELD, PROOF } from './decisions.ts'
import { CERT, PROOF_ROWS, REQ, RESP } from './requirements.ts'

/** Replaces all proofs by one, in the form that was decided. */
const replaceProofs =
  (type: string, attestation: JsonValue) =>
  (_: JsonObject, { decide }: CheckContext): Edits => {
    const one = { proof_type: type, attestation }
    const forms = {
      array: { '/proof': [one] },
      object: { '/proof': one },
      proofs: { '/proofs': { [type]: [attestation] } },
    }
    return forms[decide(PROOF)]
  }

/** Adds an attestation to a proof of type `jwt`. In the form `proofs` an attestation has no member name. */
const replaceByJwtProof = (request: JsonObject, context: CheckContext): Edits | undefined =>
  context.decide(PROOF) === 'proofs' ? undefined : replaceProofs('jwt', 'a.b.c')(request, context)

const replaceCredentials =
  (credentials: JsonValue) =>
  (_: JsonObject, { decide }: CheckContext): Edits => ({
    [`/${escapePointer(decide(CREDENTIALS_FIELD))}`]: credentials,
  })

/** The members that may carry the credential ID. */
const ids = ['/credential_identifier', '/credential_id', '/id']

/** A response with an unencrypted credential. */
const unencrypted = JSON.stringify({ tampered: 'e30.e30.AAAA~' })

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperText(REQ.OBJECT, 'request', 'in an array', (text) => `[${text}]`),
  replaceMembers(REQ.EXCLUSIVE, 'request', { '/credential_identifier': 'tampered', '/credential_configuration_id': 'tampered' }),
  removeMembers(REQ.NEITHER, 'request', '/credential_identifier', '/credential_configuration_id'),
  removeMembers(REQ.ONE, 'request', '/credential_identifier', '/credential_configuration_id'),
  removeMembers(PROOF_ROWS.ARRAY, 'request', '/proof'),
  replaceMembers(PROOF_ROWS.ARRAY, 'request', { '/proof': 0 }),
  removeMembers(PROOF_ROWS.MAP, 'request', '/proofs'),
  replaceMembers(PROOF_ROWS.MAP, 'request', { '/proofs': 0 }),
  replaceMembersBy(PROOF_ROWS.TYPE, 'request', 'a proof of an unknown type', replaceProofs('tampered', 'a.b.c')),
  replaceMembersBy(PROOF_ROWS.ATTESTATION, 'request', 'a number as the attestation', replaceProofs('attestation', 0)),
  replaceMembersBy(PROOF_ROWS.OWN, 'request', 'an attestation in a proof of another type', replaceByJwtProof),
  replaceMembersBy(PROOF_ROWS.DEVICE, 'request', 'a proof of another type', replaceProofs('jwt', 'a.b.c')),
  removeMembers(RESP.ID, 'response', ...ids),
  replaceMembers(RESP.ID, 'response', Object.fromEntries(ids.map((id) => [id, 0]))),
  replaceMembersBy(RESP.CREDENTIALS, 'response', 'an empty array of credentials', replaceCredentials([])),
  replaceMembersBy(RESP.CREDENTIALS, 'response', 'an empty object as the credential', replaceCredentials([{}])),
  replaceMembersBy(RESP.SHAPE, 'response', 'an empty object as the credential', replaceCredentials([{}])),

  tamperBodies(REQ.OFFERED, 'request', 'a configuration ID that was not offered', () => ({ '/credential_configuration_id': 'tampered' })),
  tamperMessages(REQ.REQUIRES, 'an unencrypted credential', ['validate'], (each) => withResponse(each, () => ({ body: unencrypted }))),
  tamperArtefacts(REQ.COVERED, 'an unencrypted request', 'deeplink', (link, { decide }) => ({ ...link, parameters: [[decide(PARAMETER), '{"credential_response_encryption":{}}']] })),
  tamperArtefacts(CERT.EACH, 'one more key in the attestation', 'attestation', changeAttestedKeys((keys) => [...keys, basePointKey])),
  tamperArtefacts(CERT.KEY, 'other keys in the attestation', 'attestation', replaceAttestedKeys),
  tamperBodies(CERT.SEALED, 'request', 'another response encryption key', () => ({ '/credential_response_encryption/jwk': basePointKey })),
  tamperBodies(RESP['SAME-ID'], 'response', 'another credential ID in the response', ({ decide }) => ({ [`/${decide(ID_FIELD)}`]: 'tampered' })),
  tamperExchange(RESP.LASTING, 'one credential ID in all responses', (messages, { decide }) =>
    listSessions(messages.filter(({ response }) => response.some(({ kind }) => kind === 'response')), 'validate').length > 1
      ? mapArtefacts(messages, 'response', (body) => applyEdits(body, { [`/${decide(ID_FIELD)}`]: 'tampered' }))
      : undefined),
]
