import { byProbes, gap, inExchange, info, listRows, section, should, stated } from '../../model/requirement.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { FIELD, METHOD, PATH, TOKEN_FORMAT, TOKEN_HEADER, UID } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const VAL = section('VAL', '2.7', {
  TOKEN: stated('identity app', 'The validation request has a session token in a header field.', inExchange('look at the header fields; send a request without the token'), { refusedBy: 'issuer', dependsOn: [TOKEN_HEADER, TOKEN_FORMAT] }),
  AUTHENTICATES: stated('issuer', 'The session token authenticates the caller.', byProbes('send invented, truncated and expired tokens')),
  AUTHORIZES: stated('issuer', 'The session token authorizes the caller.', byProbes('send the token of one holder with the `uid` of another')),
  HOLDER: stated('issuer', 'The credential is about the holder with the identity number `uid`.', inExchange('request credentials for two holders and compare them'), { dependsOn: ORDER }),
  UID: stated('identity app', 'The request body has `uid`, a string of twelve digits.', 'validation-request', { refusedBy: 'issuer' }),
  VERHOEFF: info('identity app', 'The last digit of `uid` is a Verhoeff check digit.', 'validation-request', { refusedBy: 'issuer', dependsOn: UID }),
  FIELD: stated('identity app', 'The request body has `encryted_credential_request` (with this spelling), a string.', 'validation-request', { refusedBy: 'issuer', dependsOn: FIELD }),
  RESPONSE: stated('issuer', 'The response body has `credential_response`, a string.', 'validation-response', { refusedBy: 'identity app' }),
  JSON: stated('everyone', 'The bodies of the validation request and response are JSON.', inExchange('look at the bodies; send other formats'), { refusedBy: 'issuer' }),
  REPEATED: should('issuer', 'A repeated validation request does not issue a second credential.', byProbes('repeat a validation request')),
  ENDPOINT: gap('issuer', 'The method and path of the validation endpoint are not defined.', fromConfiguration, { dependsOn: [METHOD, PATH] }),
  HEADER: gap('identity app', 'The name and format of the session token header field are not defined.', fromConfiguration, { dependsOn: [TOKEN_HEADER, TOKEN_FORMAT] }),
})

export const requirements = listRows(VAL)
