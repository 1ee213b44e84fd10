import { byProbes, gap, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { BUILDER, FORMAT_CHOICE, HAIP, MDOC, TOKEN_ENDPOINT, TXN_CODE } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const FLOW = section('FLOW', '1', {
  'ONE-GRANT': stated('wallet', 'The wallet uses the pre-authorised code grant and no other.', inExchange('offer other grants; look at which endpoints are called'), { refusedBy: 'identity app', dependsOn: TOKEN_ENDPOINT }),
  'CODE-FIRST': stated('identity app', 'The identity app obtains the pre-authorised code before it pushes the offer.', inExchange('compare the times of Issuer Config and offer'), { refusedBy: 'issuer' }),
  'SAME-CODE': stated('identity app', 'The code in the offer is the one that the issuer returned for this session.', inExchange('compare offer and Issuer Config; mix up two sessions'), { refusedBy: 'issuer', dependsOn: [NONCE_RELATION, FIELDS] }),
  INTENT: should('identity app', 'Nothing is sent before the holder has chosen to share the credential.', nowhere('every run begins with that choice: no driver can show what happens without it')),
  UNTOUCHED: should('credential manager', 'The credential manager forwards the offer unchanged.', inExchange('compare the offer before and after'), { refusedBy: 'wallet' }),
  'TXN-CODE': info('credential manager', 'The credential manager creates a `txn_code`.', inExchange('look for a `txn_code` at the wallet'), { dependsOn: TXN_CODE }),
  ORDER: stated('wallet', 'The wallet reads the code, fetches the metadata and a nonce, and only then sends its request.', inExchange('compare times; withhold the metadata')),
  DEEPLINK: stated('wallet', 'The wallet passes its request to the identity app and calls no token or credential endpoint.', inExchange('announce such endpoints; look at whether they are called'), { dependsOn: TOKEN_ENDPOINT }),
  FORWARDED: stated('identity app', "The identity app forwards the wallet's request to the issuer unchanged.", inExchange('compare deeplink and validation request'), { refusedBy: 'issuer', dependsOn: BUILDER }),
  DELIVERED: stated('identity app', 'After a successful validation, the identity app calls the wallet backend exactly once.', inExchange('count callbacks after success and after failure'), { refusedBy: 'wallet backend' }),
  VALIDATES: stated('issuer', 'The issuer validates credential requests.', byProbes('send each invalid request between two valid ones')),
  FORMAT: info('issuer', 'A credential is an SD-JWT or an ISO mDOC.', inExchange('look at the format of every credential'), { refusedBy: 'wallet', dependsOn: FORMAT_CHOICE }),
  SOURCE: should('everyone', 'Only the identity app sends credentials to the wallet backend.', inExchange('look at which actors call the wallet backend')),
  MDOC: gap('issuer', 'The structure of an mDOC credential is not defined.', nowhere('there is no definition to compare an mDOC with'), { dependsOn: MDOC }),
  HAIP: info('everyone', 'The exchange follows the pattern of OpenID4VCI and claims conformance to no profile of it.', nowhere('it describes the origin of the exchange'), { dependsOn: HAIP }),
})

// biome-ignore format: a table, one row a line.
export const AUTH = section('AUTH', '5', {
  'NO-LOGIN': stated('everyone', 'The user does not have to log in between offer and callback.', inExchange('look for login pages and redirects between offer and callback')),
})

export const requirements = listRows(FLOW, AUTH)
