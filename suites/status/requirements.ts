import { byProbes, gap, info, listRows, section, should, stated } from '../../model/requirement.ts'
import { ID_RELATION, SKEW, STATUS_FORM, TIMES } from '../credential/decisions.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { BODY, COMPARE, METHOD, TRANSITIONS, VOCABULARY } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const STATUS = section('STATUS', '3', {
  PATH: stated('issuer', 'The status URL is the base URL of the status service, `/credentials/status/`, and one further path segment.', 'credential', { section: '4', refusedBy: 'verifier', dependsOn: STATUS_FORM }),
  ID: should('issuer', 'The last path segment of the status URL is the `id` of the credential.', 'credential', { section: '4', refusedBy: 'verifier', dependsOn: [ID_RELATION, STATUS_FORM] }),
  SIGNED: stated('status service', 'A status response is signed.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY }),
  VALUE: stated('status service', 'The status in a status response is `active`, `suspended` or `revoked`.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, VOCABULARY, COMPARE] }),
  SUBJECT: should('status service', 'A status response names the credential that it is about.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY }),
  OBEYED: should('verifier', 'A verifier accepts a credential only while its status is `active`.', byProbes('change the status; make the status service unreachable')),
  TRANSITIONS: gap('status service', 'The permitted status transitions are not defined.', fromConfiguration, { dependsOn: TRANSITIONS }),
  BODY: gap('status service', 'The format of a status response is not defined.', fromConfiguration, { dependsOn: BODY }),
  METHOD: gap('status service', 'The method of the status endpoint is not defined.', fromConfiguration, { dependsOn: METHOD }),

  COMPACT: stated('status service', 'A status response is a compact JWS.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY, standard: 'RFC 7515, section 7.1' }),
  ALG: stated('status service', 'A status response is signed with ES256.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY, standard: 'RFC 8725, section 3.1' }),
  CRIT: stated('status service', 'A status response lists no undefined extension in `crit`, and its payload is base64url-encoded.', 'status-token', { refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11, and RFC 7797' }),
  TIMES: stated('status service', '`iat`, `nbf` and `exp` of a status response, if present, are UNIX timestamps.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, TIMES], standard: 'RFC 7519, sections 4.1.4 to 4.1.6' }),
  CURRENT: should('verifier', 'A status response is used after it was issued and before it expires.', 'status-token', { refusedBy: 'verifier', dependsOn: [BODY, SKEW], standard: 'RFC 7519, section 4.1.4' }),
  ISSUER: should('status service', '`iss` of a status response, if present, is the base URL of the issuer or of the status service.', 'status-token', { refusedBy: 'verifier', dependsOn: BODY, standard: 'RFC 7519, section 4.1.1' }),
  LIST: info('issuer', 'A `status` that is an object refers to a Token Status List.', 'credential', { dependsOn: STATUS_FORM, standard: 'Token Status List' }),
})

export const requirements = listRows(STATUS)
