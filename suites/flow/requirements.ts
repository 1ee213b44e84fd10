import { byProbes, gap, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { BUILDER, FORMAT_CHOICE, HAIP, MDOC, TOKEN_ENDPOINT, TXN_CODE } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const FLOW = section('FLOW', '1', {
  'ONE-GRANT': stated('wallet', 'The exchange uses the pre-authorised code grant and no other.', inExchange('offer other grants; watch which endpoints are called'), { refusedBy: 'identity app', dependsOn: TOKEN_ENDPOINT }),
  'CODE-FIRST': stated('identity app', 'The identity app has the code before it turns to the wallet.', inExchange('compare the times of Issuer Config and offer'), { refusedBy: 'issuer' }),
  'SAME-CODE': stated('identity app', 'The code in the offer is the one that the issuer gave for this session.', inExchange('compare offer and Issuer Config; cross two sessions'), { refusedBy: 'issuer', dependsOn: [NONCE_RELATION, FIELDS] }),
  INTENT: should('identity app', 'Nothing is sent before the holder says that they want to share.', nowhere('what a run asks of an identity app begins with the wish of the holder; no driver can say that there is none')),
  UNTOUCHED: should('credential manager', 'The credential manager hands the offer on as it got it.', inExchange('compare the offer before and after'), { refusedBy: 'wallet' }),
  'TXN-CODE': info('credential manager', 'The credential manager makes a `txn_code`.', inExchange('look for a `txn_code` at the wallet'), { dependsOn: TXN_CODE }),
  ORDER: stated('wallet', 'The wallet reads the code, fetches metadata and nonce, and only then sends its request.', inExchange('compare times; withhold the metadata')),
  DEEPLINK: stated('wallet', 'The wallet hands its request to the identity app, and calls no token or credential endpoint.', inExchange('announce such endpoints and watch them'), { dependsOn: TOKEN_ENDPOINT }),
  FORWARDED: stated('identity app', "The identity app sends the wallet's request to the issuer as it got it.", inExchange('compare deeplink and validation request'), { refusedBy: 'issuer', dependsOn: BUILDER }),
  DELIVERED: stated('identity app', 'After a successful validation the identity app calls the wallet backend, once.', inExchange('count callbacks after success and after failure'), { refusedBy: 'wallet backend' }),
  VALIDATES: stated('issuer', 'The issuer validates credential requests.', byProbes('send each faulty request between two good ones')),
  FORMAT: info('issuer', 'A credential is an SD-JWT or an ISO mDOC.', inExchange('recognise the format of every credential'), { refusedBy: 'wallet', dependsOn: FORMAT_CHOICE }),
  SOURCE: should('everyone', 'The wallet backend gets credentials from the identity app and from nobody else.', inExchange('watch who calls the wallet backend')),
  MDOC: gap('issuer', 'The structure of an mDOC credential is not shown.', nowhere('there is nothing to hold an mDOC against'), { dependsOn: MDOC }),
  HAIP: info('everyone', 'The exchange follows the pattern of OpenID4VCI; no profile of it is claimed.', nowhere('it describes where the exchange comes from'), { dependsOn: HAIP }),
})

// biome-ignore format: a table, one row a line.
export const AUTH = section('AUTH', '5', {
  'NO-LOGIN': stated('everyone', 'Nobody logs in while the wallet is involved.', inExchange('watch for pages and redirects between offer and callback')),
})

export const requirements = listRows(FLOW, AUTH)
