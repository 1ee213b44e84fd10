import type { CheckContext } from '../../model/finding.ts'
import type { Tampering } from '../../model/tampering.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
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

/** Another proof in place of all others, in the form that was decided. */
const proof =
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

/** Where a proof stands under its type, what is in it has no name that could be wrong. */
const foreign = (said: JsonObject, context: CheckContext): Edits | undefined =>
  context.decide(PROOF) === 'proofs' ? undefined : proof('jwt', 'a.b.c')(said, context)

const withCredentials =
  (credentials: JsonValue) =>
  (_: JsonObject, { decide }: CheckContext): Edits => ({ [`/${decide(CREDENTIALS_FIELD)}`]: credentials })

/** The names that an id may have in a response. */
const ids = ['/credential_identifier', '/credential_id', '/id']

/** A credential that everybody can read. */
const inClear = JSON.stringify({ tampered: 'e30.e30.AAAA~' })

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperText(REQ.OBJECT, 'request', 'as the element of a list', (text) => `[${text}]`),
  replaceMembers(REQ.EXCLUSIVE, 'request', { '/credential_identifier': 'tampered', '/credential_configuration_id': 'tampered' }),
  removeMembers(REQ.NEITHER, 'request', '/credential_identifier', '/credential_configuration_id'),
  removeMembers(REQ.ONE, 'request', '/credential_identifier', '/credential_configuration_id'),
  removeMembers(PROOF_ROWS.ARRAY, 'request', '/proof'),
  replaceMembers(PROOF_ROWS.ARRAY, 'request', { '/proof': 0 }),
  removeMembers(PROOF_ROWS.MAP, 'request', '/proofs'),
  replaceMembers(PROOF_ROWS.MAP, 'request', { '/proofs': 0 }),
  replaceMembersBy(PROOF_ROWS.TYPE, 'request', 'a proof of a type that nobody knows', proof('tampered', 'a.b.c')),
  replaceMembersBy(PROOF_ROWS.ATTESTATION, 'request', 'a number for an attestation', proof('attestation', 0)),
  replaceMembersBy(PROOF_ROWS.OWN, 'request', 'an attestation in a proof of another type', foreign),
  replaceMembersBy(PROOF_ROWS.DEVICE, 'request', 'a proof of another type', proof('jwt', 'a.b.c')),
  removeMembers(RESP.ID, 'response', ...ids),
  replaceMembers(RESP.ID, 'response', Object.fromEntries(ids.map((id) => [id, 0]))),
  replaceMembersBy(RESP.CREDENTIALS, 'response', 'an empty list of credentials', withCredentials([])),
  replaceMembersBy(RESP.CREDENTIALS, 'response', 'a credential without a member', withCredentials([{}])),
  replaceMembersBy(RESP.SHAPE, 'response', 'a credential without a member', withCredentials([{}])),


  tamperBodies(REQ.OFFERED, 'request', 'a template that was not offered', () => ({ '/credential_configuration_id': 'tampered' })),
  tamperMessages(REQ.REQUIRES, 'a credential in clear', ['validate'], (each) => withResponse(each, () => ({ body: inClear }))),
  tamperArtefacts(REQ.COVERED, 'a request in clear', 'deeplink', (link, { decide }) => ({ ...link, parameters: [[decide(PARAMETER), '{"credential_response_encryption":{}}']] })),
  tamperArtefacts(CERT.EACH, 'one more key in the attestation', 'attestation', changeAttestedKeys((keys) => [...keys, basePointKey])),
  tamperArtefacts(CERT.KEY, 'other keys in the attestation', 'attestation', replaceAttestedKeys),
  tamperBodies(CERT.SEALED, 'request', 'another key for the response', () => ({ '/credential_response_encryption/jwk': basePointKey })),
  tamperBodies(RESP['SAME-ID'], 'response', 'another id in the response', ({ decide }) => ({ [`/${decide(ID_FIELD)}`]: 'tampered' })),
  tamperExchange(RESP.LASTING, 'one id in all responses', (passages, { decide }) =>
    listSessions(passages.filter(({ response }) => response.some(({ kind }) => kind === 'response')), 'validate').length > 1
      ? mapArtefacts(passages, 'response', (said) => applyEdits(said, { [`/${decide(ID_FIELD)}`]: 'tampered' }))
      : undefined),
]
