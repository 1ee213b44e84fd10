import { gap, inExchange, info, nowhere, section, should, stated } from '../../src/model/requirement.ts'
import { ID_RELATION, SKEW, STATUS_FORM, TIMES } from '../credential/decisions.ts'
import { BODY, COMPARE, METHOD, TRANSITIONS, VOCABULARY } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const STATUS = section('STATUS', '3', {
  PATH: stated('issuer', 'A status address is the base address of the service, `/credentials/status/`, and one more part.', 'credential', { section: '4', refusedBy: 'verifier', hangsOn: STATUS_FORM }),
  ID: should('issuer', 'The last part of a status address is the `id` of the credential.', 'credential', { section: '4', refusedBy: 'verifier', hangsOn: [ID_RELATION, STATUS_FORM] }),
  SIGNED: stated('status service', 'A status answer is signed.', 'status-token', { refusedBy: 'verifier', hangsOn: BODY }),
  VALUE: stated('status service', 'A status answer says `active`, `suspended` or `revoked`.', 'status-token', { refusedBy: 'verifier', hangsOn: [BODY, VOCABULARY, COMPARE] }),
  SUBJECT: should('status service', 'A status answer names the credential that it is about.', 'status-token', { refusedBy: 'verifier', hangsOn: BODY }),
  OBEYED: should('verifier', 'A verifier accepts a credential only while it is active.', inExchange('change the status; make the service unreachable')),
  TRANSITIONS: gap('status service', 'Which status may follow which is not shown.', nowhere('it is a setting of the run; there is nothing to hold it against'), { hangsOn: TRANSITIONS }),
  BODY: gap('status service', 'What a status answer looks like is not shown.', nowhere('it is a setting of the run; there is nothing to hold it against'), { hangsOn: BODY }),
  METHOD: gap('status service', 'The method for a status is not shown.', nowhere('it is a setting of the run; there is nothing to hold it against'), { hangsOn: METHOD }),

  COMPACT: stated('status service', 'A status answer is a compact JWS.', 'status-token', { refusedBy: 'verifier', hangsOn: BODY, standard: 'RFC 7515, section 7.1' }),
  ALG: stated('status service', 'A status answer is signed with ES256.', 'status-token', { refusedBy: 'verifier', hangsOn: BODY, standard: 'RFC 8725, section 3.1' }),
  CRIT: stated('status service', 'A status answer lists no critical extension that nobody defined, and its payload is encoded.', 'status-token', { refusedBy: 'verifier', standard: 'RFC 7515, section 4.1.11, and RFC 7797' }),
  TIMES: stated('status service', '`iat`, `nbf` and `exp` of a status answer, where they are there, are UNIX timestamps.', 'status-token', { refusedBy: 'verifier', hangsOn: [BODY, TIMES], standard: 'RFC 7519, sections 4.1.4 to 4.1.6' }),
  CURRENT: should('verifier', 'A status answer is used after it was made and before it expires.', 'status-token', { refusedBy: 'verifier', hangsOn: [BODY, SKEW], standard: 'RFC 7519, section 4.1.4' }),
  ISSUER: should('status service', '`iss` of a status answer, where it is there, is the address of the issuer or of the status service.', 'status-token', { refusedBy: 'verifier', hangsOn: BODY, standard: 'RFC 7519, section 4.1.1' }),
  LIST: info('issuer', 'A status that is an object refers to a token status list.', 'credential', { hangsOn: STATUS_FORM, standard: 'Token Status List' }),
})
