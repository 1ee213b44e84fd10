import {
  byProbes,
  gap,
  inExchange,
  info,
  interoperability,
  listRows,
  nowhere,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { METHOD as CALLBACK_METHOD, PATH as CALLBACK_PATH } from '../callback/decisions.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { DELIVERY } from '../offer/decisions.ts'
import { BUILDER, TOKEN_ENDPOINT } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const FLOW = section('FLOW', '1', {
  'ONE-GRANT': stated('wallet', 'The wallet uses the pre-authorised code grant and no other.', inExchange('offer other grants; look at which endpoints are called'), { refusedBy: 'identity app', dependsOn: TOKEN_ENDPOINT, consequence: interoperability('The wallet waits for a login that this exchange does not have.') }),
  'CODE-FIRST': stated('identity app', 'The identity app obtains the pre-authorised code before it pushes the offer.', inExchange('compare the times of Issuer Config and offer'), { refusedBy: 'issuer', consequence: interoperability('The wallet gets an offer without a session behind it.') }),
  'SAME-CODE': stated('identity app', 'The code in the offer is the one that the issuer returned for this session.', inExchange('compare offer and Issuer Config; mix up two sessions'), { refusedBy: 'issuer', dependsOn: [NONCE_RELATION, FIELDS], consequence: security('The credential of one session is delivered to another.') }),
  INTENT: should('identity app', 'Nothing is sent before the holder has chosen to share the credential.', nowhere('every run begins with that choice: no driver can show what happens without it'), { consequence: privacy('Data about the holder leaves the device without consent.') }),
  UNTOUCHED: should('credential manager', 'The credential manager forwards the offer unchanged.', inExchange('compare the offer before and after'), { refusedBy: 'wallet', consequence: security('An offer that was changed on its way leads the wallet to another issuer.') }),
  'TXN-CODE': info('credential manager', 'The credential manager creates a `txn_code`.', inExchange('look for a `txn_code` at the wallet'), { consequence: interoperability('The wallet asks the holder for a code that nothing verifies.') }),
  ORDER: stated('wallet', 'The wallet reads the code, fetches the metadata and a nonce, and only then sends its request.', inExchange('compare times; withhold the metadata'), { consequence: interoperability('The request lacks the key or the nonce that the issuer expects.') }),
  DEEPLINK: stated('wallet', 'The wallet passes its request to the identity app and calls no token or credential endpoint.', inExchange('announce such endpoints; look at whether they are called'), { dependsOn: [TOKEN_ENDPOINT, DELIVERY], consequence: security('A request that bypasses the identity app reaches the issuer without the holder being authenticated.') }),
  FORWARDED: stated('identity app', "The identity app forwards the wallet's request to the issuer unchanged.", inExchange('compare deeplink and validation request'), { refusedBy: 'issuer', dependsOn: [BUILDER, DELIVERY], consequence: interoperability('The issuer cannot decrypt or verify the request.') }),
  DELIVERED: stated('identity app', 'After a successful validation, the identity app calls the wallet backend exactly once.', inExchange('count callbacks after success and after failure'), { refusedBy: 'wallet backend', dependsOn: [CALLBACK_METHOD, CALLBACK_PATH], consequence: interoperability('The holder shared successfully, and the wallet has no credential, or has it twice.') }),
  UNDELIVERED: stated('identity app', 'After a validation that failed, the identity app delivers nothing.', byProbes('answer a validation request with an error'), { consequence: security('The wallet backend gets content that no issuer confirmed.') }),
  UNOFFERED: stated('identity app', 'After an Issuer Config request that failed, the identity app offers no code of that response or of an earlier session.', byProbes('answer an Issuer Config request with an error'), { consequence: interoperability('The wallet gets an offer without a session behind it.') }),
  VALIDATES: stated('issuer', 'The issuer validates credential requests.', byProbes('send each invalid request between two valid ones'), { consequence: security('An attacker gets a credential for a key, a device or a person that is not theirs.') }),
  ANSWERED: stated('issuer', 'The issuer answers valid messages of the exchange: Issuer Config, nonce and validation requests.', inExchange('look at the answers to valid messages'), { consequence: interoperability('No wallet gets a credential.') }),
  RECEIVED: stated('wallet backend', 'The wallet backend accepts a valid callback.', inExchange('look at the answers to valid callbacks'), { consequence: interoperability('The holder shared successfully, and the wallet has no credential.') }),
  RISKS: should('issuer', 'The issuer also rejects requests that break a recommendation whose violation is a risk.', byProbes('send such requests between valid ones'), { consequence: security('A stolen or outdated attestation is accepted.') }),
  FORMAT: info('issuer', 'A credential is an SD-JWT or an ISO mDOC.', inExchange('look at the format of every credential'), { refusedBy: 'wallet', consequence: interoperability('The wallet cannot store the credential.') }),
  SOURCE: should('everyone', 'Only the identity app sends credentials to the wallet backend.', inExchange('look at which actors call the wallet backend'), { consequence: security('A credential that did not come through the identity app is stored as genuine.') }),
  MDOC: gap('issuer', 'The structure of an mDOC credential is not defined.', nowhere('there is no definition to compare an mDOC with'), { consequence: undefinedPoint }),
  HAIP: info('everyone', 'The exchange follows the pattern of OpenID4VCI and claims conformance to no profile of it.', nowhere('it describes the origin of the exchange'), { consequence: interoperability('An implementation that expects the profile rejects the exchange.') }),
})

// biome-ignore format: a table, one row a line.
export const AUTH = section('AUTH', '5', {
  'NO-LOGIN': stated('everyone', 'The user does not have to log in between offer and callback.', inExchange('look for login pages and redirects between offer and callback'), { consequence: interoperability('The exchange stops at a login page.') }),
})

export const requirements = listRows(FLOW, AUTH)
