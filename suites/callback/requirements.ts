import { gap, inExchange, nowhere, section, should, stated } from '../../src/model/requirement.ts'
import { CREDENTIAL_FORM } from '../encryption/decisions.ts'
import { CERTIFICATES, ID_FIELD } from '../request/decisions.ts'
import { FIELD, METHOD, PATH, SUCCESS } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const CALLBACK = section('CALLBACK', '2.8', {
  IDENTIFIER: stated('identity app', 'The callback carries `credential_identifier`, a string.', 'callback', { refusedBy: 'wallet backend' }),
  'SAME-ID': should('identity app', 'The identifier of the callback is the credential id of the response.', inExchange('compare response and callback'), { refusedBy: 'wallet backend', hangsOn: ID_FIELD }),
  ARRAY: stated('identity app', 'The callback carries `credentials`, an array of objects that is not empty.', 'callback', { refusedBy: 'wallet backend' }),
  'ONE-FIELD': stated('identity app', 'Each element of `credentials` has one field, `Credential`.', 'callback', { refusedBy: 'wallet backend', hangsOn: FIELD }),
  STRING: stated('identity app', '`Credential` is a string, the credential.', 'callback', { refusedBy: 'wallet backend', hangsOn: [FIELD, CREDENTIAL_FORM, CERTIFICATES] }),
  COUNT: should('identity app', 'The callback carries as many credentials as the response.', inExchange('compare response and callback'), { refusedBy: 'wallet backend', hangsOn: CERTIFICATES }),
  VERIFIED: should('wallet backend', 'The wallet backend turns away a credential that does not verify.', inExchange('call back with broken credentials')),
  ENDPOINT: gap('wallet backend', 'Method and path of the callback are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { hangsOn: [METHOD, PATH, SUCCESS] }),
})
