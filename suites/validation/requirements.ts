import { gap, inExchange, info, nowhere, section, should, stated } from '../../src/model/requirement.ts'
import { ORDER } from '../disclosure/decisions.ts'
import { FIELD, METHOD, PATH, TOKEN_FORMAT, TOKEN_HEADER, UID } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const VAL = section('VAL', '2.7', {
  TOKEN: stated('identity app', 'The validation call carries a session token in a header.', inExchange('look at the headers; call without'), { refusedBy: 'issuer', hangsOn: [TOKEN_HEADER, TOKEN_FORMAT] }),
  AUTHENTICATES: stated('issuer', 'The session token says who is calling.', inExchange('call with made-up, shortened and expired tokens')),
  AUTHORIZES: stated('issuer', 'The session token says what the caller may do.', inExchange('call with the token of one holder and the `uid` of another')),
  HOLDER: stated('issuer', 'The credential is about the holder whose number is `uid`.', inExchange('ask for two holders and compare their credentials'), { hangsOn: ORDER }),
  UID: stated('identity app', 'The body carries `uid`, twelve digits in a string.', 'validation-request', { refusedBy: 'issuer' }),
  VERHOEFF: info('identity app', 'The last digit of `uid` is a check digit.', 'validation-request', { refusedBy: 'issuer', hangsOn: UID }),
  FIELD: stated('identity app', 'The body carries `encryted_credential_request`, spelled so, a string.', 'validation-request', { refusedBy: 'issuer', hangsOn: FIELD }),
  RESPONSE: stated('issuer', 'The answer carries `credential_response`, a string.', 'validation-response', { refusedBy: 'identity app' }),
  JSON: stated('everyone', 'The bodies of the validation call are JSON.', inExchange('look at the media types; send other forms'), { refusedBy: 'issuer' }),
  REPEATED: should('issuer', 'The same validation call, repeated, is no second issuance.', inExchange('send it again')),
  ENDPOINT: gap('issuer', 'Method and path of the validation call are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { hangsOn: [METHOD, PATH] }),
  HEADER: gap('identity app', 'Name and format of the session token header are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { hangsOn: [TOKEN_HEADER, TOKEN_FORMAT] }),
})
