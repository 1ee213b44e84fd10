import {
  byProbes,
  gap,
  inExchange,
  info,
  interoperability,
  listRows,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { ID_RELATION, SKEW, STATUS_FORM, TIMES } from '../credential/decisions.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { REFUSAL } from '../undefined-points/decisions.ts'
import { BODY, COMPARE, ID_MEMBER, MEMBER, METHOD, SIGNER, TRANSITIONS, VOCABULARY } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const STATUS = section('STATUS', '3', {
  PATH: stated('issuer', 'The status URL is the base URL of the status service, `/credentials/status/`, and one further path segment.', 'credential', { section: '4', dependsOn: STATUS_FORM, consequence: interoperability('Verifiers do not find the status.') }),
  ID: should('issuer', 'The last path segment of the status URL is the `id` of the credential.', 'credential', { section: '4', dependsOn: [ID_RELATION, STATUS_FORM], agreedBy: ID_RELATION, consequence: privacy('The status URL reveals more about the holder than the id of the credential does.') }),
  SIGNED: stated('status service', 'A status response is signed.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, SIGNER], consequence: security('Anyone on the network can report a revoked credential as active.') }),
  VALUE: stated('status service', 'The status in a status response is `active`, `suspended` or `revoked`, or a list has it, by decision.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, MEMBER, VOCABULARY, COMPARE, STATUS_FORM], consequence: interoperability('Verifiers cannot tell whether the credential is valid.') }),
  SUBJECT: should('status service', 'A status response names the credential that it is about.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, ID_MEMBER, STATUS_FORM], agreedBy: [BODY, ID_MEMBER], consequence: security('The status of another credential is accepted.') }),
  OBEYED: should('verifier', 'A verifier accepts a credential only while its status is `active`.', byProbes('change the status; make the status service unreachable'), { dependsOn: STATUS_FORM, consequence: security('A revoked credential is accepted.') }),
  KNOWN: should('status service', 'A status service does not report a credential that was not issued as active.', byProbes('ask for the status of an invented id'), { dependsOn: STATUS_FORM, consequence: security('An attacker invents an id, and its credential is confirmed.') }),
  CHANGED: stated('status service', 'A status response has the status that the credential has now.', byProbes('change the status, and ask again'), { dependsOn: STATUS_FORM, consequence: security('A revoked credential stays in use.') }),
  TRANSITIONS: gap('status service', 'The permitted status transitions are not defined.', fromConfiguration, { dependsOn: TRANSITIONS, consequence: undefinedPoint }),
  BODY: gap('status service', 'The format of a status response is not defined.', fromConfiguration, { dependsOn: BODY, consequence: undefinedPoint }),
  METHOD: gap('status service', 'The method of the status endpoint is not defined.', fromConfiguration, { dependsOn: METHOD, consequence: undefinedPoint }),

  COMPACT: stated('status service', 'A status response is a compact JWS.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, REFUSAL], standard: 'RFC 7515, section 7.1', consequence: interoperability('Verifiers cannot read the status.') }),
  ALG: stated('status service', 'A status response is signed with ES256.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY, standard: 'RFC 8725, section 3.1', consequence: security('A status with a weak signature, or none, is accepted.') }),
  CRIT: stated('status service', 'A status response lists no undefined extension in `crit`, and its payload is base64url-encoded.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY, standard: 'RFC 7515, section 4.1.11, and RFC 7797', consequence: security('Verifiers that ignore `crit` and those that obey it read two different statuses.') }),
  TIMES: stated('status service', '`iat`, `nbf` and `exp` of a status response, if present, are UNIX timestamps.', 'status-token', { dependsOn: [BODY, TIMES], standard: 'RFC 7519, sections 4.1.4 to 4.1.6', consequence: security('An old status is accepted as a new one.') }),
  CURRENT: stated('verifier', 'A status response is used after it was issued and before it expires.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, SKEW], standard: 'RFC 7519, section 4.1.4', consequence: security('An old status is accepted after the credential was revoked.') }),
  ISSUER: should('status service', '`iss` of a status response, if present, is the base URL of the issuer or of the status service.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY, agreedBy: BODY, standard: 'RFC 7519, section 4.1.1', consequence: security('A status that another party signed is accepted.') }),
  PUNCTUAL: should('status service', 'A status response is valid at the time at which it is sent.', inExchange('compare `iat`, `nbf` and `exp` with the time of the request'), { dependsOn: [BODY, SKEW], standard: 'RFC 7519, sections 4.1.4 and 4.1.5', consequence: security('Verifiers have to accept old statuses, and a revoked credential stays in use.') }),
  NAMELESS: should('status service', 'A status response contains no claim of the holder.', inExchange('look for the claims of the issued credentials in status responses'), { dependsOn: ORDER, standard: 'RFC 6973, section 6.1', consequence: privacy('Anyone who knows the id of a credential learns about its holder.') }),
  LIST: info('issuer', 'A `status` that is an object refers to a Token Status List.', 'credential', { dependsOn: STATUS_FORM, agreedBy: STATUS_FORM, standard: 'Token Status List', consequence: interoperability('Verifiers that know only one form do not find the status.') }),
})

export const requirements = listRows(STATUS)
