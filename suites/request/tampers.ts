import type { Context } from '../../src/model/check.ts'
import type { Tamper } from '../../src/model/tamper.ts'
import type { JsonObject, JsonValue } from '../../src/protocol/json.ts'
import { type Edits, removed, replaced, replacedBy, rewritten } from '../tampering.ts'
import { CREDENTIALS_FIELD, PROOF } from './decisions.ts'
import { PROOF_ROWS, REQ, RESP } from './requirements.ts'

/** Another proof in place of all others, in the form that was decided. */
const proof =
  (type: string, attestation: JsonValue) =>
  (_: JsonObject, { decide }: Context): Edits => {
    const one = { proof_type: type, attestation }
    const forms = {
      array: { '/proof': [one] },
      object: { '/proof': one },
      proofs: { '/proofs': { [type]: [attestation] } },
    }
    return forms[decide(PROOF)]
  }

/** Where a proof stands under its type, what is in it has no name that could be wrong. */
const foreign = (said: JsonObject, context: Context): Edits | undefined =>
  context.decide(PROOF) === 'proofs' ? undefined : proof('jwt', 'a.b.c')(said, context)

const withCredentials =
  (credentials: JsonValue) =>
  (_: JsonObject, { decide }: Context): Edits => ({ [`/${decide(CREDENTIALS_FIELD)}`]: credentials })

/** The names that an id may have in a response. */
const ids = ['/credential_identifier', '/credential_id', '/id']

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tamper[] = [
  rewritten(REQ.OBJECT, 'request', 'as the element of a list', (text) => `[${text}]`),
  replaced(REQ.EXCLUSIVE, 'request', { '/credential_identifier': 'tampered', '/credential_configuration_id': 'tampered' }),
  removed(REQ.NEITHER, 'request', '/credential_identifier', '/credential_configuration_id'),
  removed(REQ.ONE, 'request', '/credential_identifier', '/credential_configuration_id'),
  removed(PROOF_ROWS.ARRAY, 'request', '/proof'),
  replaced(PROOF_ROWS.ARRAY, 'request', { '/proof': 0 }),
  removed(PROOF_ROWS.MAP, 'request', '/proofs'),
  replaced(PROOF_ROWS.MAP, 'request', { '/proofs': 0 }),
  replacedBy(PROOF_ROWS.TYPE, 'request', 'a proof of a type that nobody knows', proof('tampered', 'a.b.c')),
  replacedBy(PROOF_ROWS.ATTESTATION, 'request', 'a number for an attestation', proof('attestation', 0)),
  replacedBy(PROOF_ROWS.OWN, 'request', 'an attestation in a proof of another type', foreign),
  replacedBy(PROOF_ROWS.DEVICE, 'request', 'a proof of another type', proof('jwt', 'a.b.c')),
  removed(RESP.ID, 'response', ...ids),
  replaced(RESP.ID, 'response', Object.fromEntries(ids.map((id) => [id, 0]))),
  replacedBy(RESP.CREDENTIALS, 'response', 'an empty list of credentials', withCredentials([])),
  replacedBy(RESP.CREDENTIALS, 'response', 'a credential without a member', withCredentials([{}])),
  replacedBy(RESP.SHAPE, 'response', 'a credential without a member', withCredentials([{}])),
]
