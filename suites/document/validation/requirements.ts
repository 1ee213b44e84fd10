import {
  byProbes,
  gap,
  inExchange,
  info,
  interoperability,
  listRows,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { lostRequest, undefinedPoint } from '../../kit/consequences.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { REFUSAL } from '../undefined-points/decisions.ts'
import { FIELD, METHOD, PATH, TOKEN_FORMAT, TOKEN_HEADER, UID } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const VAL = section('VAL', '2.7', {
  TOKEN: stated('identity app', 'The validation request has a session token in a header field.', inExchange('look at the header fields; send a request without the token'), { refusedBy: 'issuer', dependsOn: [TOKEN_HEADER, TOKEN_FORMAT], consequence: interoperability('The issuer cannot authenticate the caller.') }),
  AUTHENTICATES: stated('issuer', 'The session token authenticates the caller.', byProbes('send invented, truncated and expired tokens'), { consequence: security("Anyone can get anyone's credential.") }),
  AUTHORIZES: stated('issuer', 'The session token authorizes the caller.', byProbes('send the token of one holder with the `uid` of another'), { consequence: security('One holder gets the credential of another.') }),
  'SAME-HOLDER': stated('identity app', 'The validation request carries the `uid` and the session token of the holder who shares.', inExchange('compare the holder of each session with the `uid` and the token that were sent'), { consequence: security('The credential of another person is requested.') }),
  HOLDER: stated('issuer', 'The credential is about the holder with the identity number `uid`.', inExchange('request credentials for two holders and compare them'), { dependsOn: ORDER, consequence: security('The credential of another person is issued.') }),
  UID: stated('identity app', 'The request body has `uid`, a string of twelve digits.', 'validation-request', { refusedBy: 'issuer', consequence: interoperability('The issuer cannot tell whose credential is requested.') }),
  VERHOEFF: info('identity app', 'The last digit of `uid` is a Verhoeff check digit.', 'validation-request', { refusedBy: 'issuer', dependsOn: UID, agreedBy: UID, consequence: interoperability('A mistyped identity number reaches the issuer.') }),
  FIELD: stated('identity app', 'The request body has `encryted_credential_request` (with this spelling), a string.', 'validation-request', { refusedBy: 'issuer', dependsOn: FIELD, consequence: lostRequest }),
  RESPONSE: stated('issuer', 'The response body has `credential_response`, a string.', 'validation-response', { refusedBy: 'identity app', dependsOn: REFUSAL, consequence: interoperability('The identity app finds no response to deliver.') }),
  JSON: stated('everyone', 'The bodies of the validation request and response are JSON.', inExchange('look at the bodies; send other formats'), { refusedBy: 'issuer', consequence: lostRequest }),
  REPEATED: should('issuer', 'A repeated validation request does not issue a second credential.', byProbes('repeat a validation request'), { consequence: security('An attacker who records a request gets a credential with it.') }),
  ENDPOINT: gap('issuer', 'The method and path of the validation endpoint are not defined.', fromConfiguration, { dependsOn: [METHOD, PATH], consequence: undefinedPoint }),
  HEADER: gap('identity app', 'The name and format of the session token header field are not defined.', fromConfiguration, { dependsOn: [TOKEN_HEADER, TOKEN_FORMAT], consequence: undefinedPoint }),
})

export const requirements = listRows(VAL)
