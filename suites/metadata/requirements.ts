import { byProbes, gap, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { CEREMONY, KEY_SOURCE, METHOD, PATH, PROFILE } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const META = section('META', '4', {
  ADDRESS: stated('issuer', 'The metadata are served under the well-known path for credential issuers.', inExchange('fetch them; watch where the wallet looks'), { refusedBy: 'wallet', dependsOn: [PATH, METHOD] }),
  TEMPLATES: stated('issuer', 'The metadata describe the credentials of the issuer: one template at least.', 'metadata', { refusedBy: 'wallet', dependsOn: PROFILE }),
  ENCRYPTION: stated('issuer', 'The metadata carry `credential_request_encryption`, an object.', 'metadata', { refusedBy: 'wallet', dependsOn: [KEY_SOURCE, CEREMONY] }),
  'KEY-USED': stated('wallet', 'The wallet encrypts its request with the key that the metadata publish.', inExchange('open the request with that key; change the key and look again'), { refusedBy: 'issuer', dependsOn: KEY_SOURCE }),
  OFFLINE: info('issuer', 'The key may instead be exchanged in a ceremony.', nowhere('a ceremony takes place outside of every message, and who holds none keeps this too'), { refusedBy: 'wallet', dependsOn: KEY_SOURCE }),
  'RESPONSE-ENCRYPTION': info('issuer', 'The metadata may carry `credential_response_encryption`, an object.', 'metadata'),
  FIELDS: gap('issuer', 'Further fields of the metadata are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { dependsOn: PROFILE }),
  METHOD: gap('issuer', 'The method for the metadata is not shown.', nowhere('it is a setting of the run; there is nothing to hold it against'), { dependsOn: METHOD }),

  IDENTITY: stated('issuer', '`credential_issuer` in the metadata is the identifier that their address was made from.', 'metadata', { refusedBy: 'wallet', dependsOn: PROFILE, standard: 'OpenID4VCI 1.0, section 12.2.4' }),
  INSERTED: stated('issuer', 'The well-known path stands between host and path of the identifier.', inExchange('fetch them at that address; compare it with the identifier in them'), { refusedBy: 'wallet', dependsOn: [PATH, PROFILE], standard: 'OpenID4VCI 1.0, section 12.2.2' }),
  'KEY-SET': should('issuer', '`credential_request_encryption` has a key set with distinct key ids, the content encryptions it takes, and whether encryption is required.', 'metadata', { refusedBy: 'wallet', dependsOn: PROFILE, standard: 'OpenID4VCI 1.0, section 12.2.4' }),
  'KEY-ALG': should('issuer', 'Every encryption key in the metadata names its algorithm.', 'metadata', { dependsOn: PROFILE, standard: 'OpenID4VCI 1.0, section 10' }),
  PUBLIC: stated('issuer', 'No private or symmetric key is published.', 'metadata', { standard: 'RFC 7517, section 9' }),
  JSON: should('issuer', 'The metadata can be had as `application/json` whatever else is asked for.', inExchange('ask for other media types'), { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 12.2.2' }),
  SIGNED: should('issuer', 'Signed metadata are of their own type and name the issuer.', byProbes('ask once more, for a JWT; who serves none need not'), { refusedBy: 'wallet', dependsOn: PROFILE, standard: 'OpenID4VCI 1.0, section 12.2.3' }),
  EXTRAS: stated('wallet', 'Members of the metadata that nobody defined are ignored.', byProbes('serve further members at every level'), { standard: 'OpenID4VCI 1.0, section 12.2.4' }),
})

export const requirements = listRows(META)
