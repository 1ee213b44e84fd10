import {
  byProbes,
  gap,
  inExchange,
  info,
  listRows,
  must,
  mustNot,
  nowhere,
  section,
  should,
  stated,
} from '../../model/requirement.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { CODE_LIFETIME } from '../undefined-points/decisions.ts'
import { ENVELOPE, GRANTS, ISSUER, METHOD, PRESENTED, SINGLE_USE, URL } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const OFFER = section('OFFER', '2.3', {
  ISSUER: stated('identity app', 'An offer carries `credential_issuer`, a URL.', 'offer', { refusedBy: 'wallet' }),
  BASE: stated('identity app', '`credential_issuer` is the address of the issuer.', 'offer', { refusedBy: 'wallet', dependsOn: ISSUER }),
  IDS: stated('identity app', 'An offer carries `credential_configuration_ids`, an array of strings.', 'offer', { refusedBy: 'wallet' }),
  DEFINED: stated('issuer', 'The metadata define every configuration id of an offer.', inExchange('compare offer and metadata; offer an unknown id'), { refusedBy: 'wallet', dependsOn: PROFILE }),
  GRANTS: stated('identity app', 'An offer carries `grants`, an object.', 'offer', { refusedBy: 'wallet' }),
  'ONE-GRANT': stated('identity app', '`grants` holds the pre-authorised code grant, under its URN, and nothing else.', 'offer', { refusedBy: 'wallet', dependsOn: GRANTS }),
  CODE: stated('identity app', 'The grant carries `pre-authorized_code`, a string.', 'offer', { refusedBy: 'wallet' }),
  OPAQUE: should('wallet', 'The wallet takes the code as it is and reads nothing into it.', byProbes('offer codes of many shapes')),
  'ONE-SESSION': stated('issuer', 'A code belongs to one issuance session.', inExchange('compare the codes of many sessions; use one twice'), { dependsOn: SINGLE_USE }),
  SHORT: stated('issuer', 'A code does not live long.', byProbes('put a code by, and show it when the run has gone on for longer than its lifetime'), { dependsOn: [CODE_LIFETIME, PRESENTED] }),
  'MEDIA-TYPE': must('issuer', 'An offer that is fetched from a URL MUST come as `application/json`.', inExchange('look at the media type; serve others to the wallet'), { refusedBy: 'wallet' }),
  UNSIGNED: stated('issuer', 'An offer is not signed.', 'offer', { refusedBy: 'wallet' }),
  'NOT-NONE': mustNot('issuer', 'An offer MUST NOT come as a JWT, `application/jwt`, whose `alg` is `none`.', 'offer', { refusedBy: 'wallet' }),
  OTHER: info('wallet', 'The authorization code grant exists, and is not used here: the wallet goes on with the pre-authorised code where both are offered.', byProbes('offer both grants and see which is used'), { dependsOn: GRANTS }),
  FETCHED: stated('issuer', 'What an offer URL returns has the shape of an offer.', inExchange('fetch the offer and judge it like one that was pushed'), { refusedBy: 'wallet' }),
  PUSHED: stated('identity app', 'An offer is pushed through the operating system, not over HTTP.', inExchange('watch for offers that arrive over HTTP'), { dependsOn: ENVELOPE }),
  ENDPOINT: gap('issuer', 'Address and method of an offer URL are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { dependsOn: [URL, METHOD] }),

  DISTINCT: should('identity app', '`credential_configuration_ids` names at least one template, and none twice.', 'offer', { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 4.1.1' }),
  SECURE: should('identity app', '`credential_issuer` is an https URL without query and fragment.', 'offer', { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 12.2.1' }),
  EXTRAS: stated('wallet', 'Members of an offer that nobody defined are ignored.', byProbes('offer with further members'), { standard: 'OpenID4VCI 1.0, section 4.1.1' }),
  'SINGLE-USE': stated('issuer', 'A code is good for one use.', byProbes('use a code twice, one after the other and at once'), { dependsOn: [SINGLE_USE, PRESENTED], standard: 'OpenID4VCI 1.0, section 4.1.1' }),
  REFUSED: stated('wallet', 'The wallet goes no further with an offer, metadata or a nonce that are not as they should be.', byProbes('put broken ones before it, between two good ones'), { standard: 'OpenID4VCI 1.0, section 4.1' }),
  'ONE-WAY': should('identity app', 'An offer comes by value or by reference, not both.', inExchange('offer both ways at once'), { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 4.1' }),
  UNTRUSTED: should('wallet', 'An offer alone does not make the wallet trust an issuer.', byProbes('offer from an issuer that nobody knows'), { standard: 'OpenID4VCI 1.0, section 13.5' }),
  'TX-CODE': info('identity app', '`tx_code` in the grant, where it is there, is an object that announces a further code.', 'offer', { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 4.1.1' }),
})

export const requirements = listRows(OFFER)
