import {
  byProbes,
  gap,
  inExchange,
  info,
  interoperability,
  listRows,
  nowhere,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { exposedKey, extensionBreaks, undefinedPoint, weakEncryption } from '../../kit/consequences.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { CEREMONY, KEY_SOURCE, METHOD, PATH, PROFILE } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const META = section('META', '4', {
  ADDRESS: stated('issuer', 'The metadata is served at the well-known path for credential issuers.', inExchange('fetch it; look at the requests of the wallet'), { refusedBy: 'wallet', dependsOn: [PATH, METHOD], consequence: interoperability('The wallet does not find the metadata.') }),
  TEMPLATES: stated('issuer', 'The metadata defines at least one credential configuration.', 'metadata', { refusedBy: 'wallet', dependsOn: PROFILE, consequence: interoperability('The wallet does not know what the issuer issues.') }),
  ENCRYPTION: stated('issuer', 'The metadata carries `credential_request_encryption`, an object.', 'metadata', { refusedBy: 'wallet', dependsOn: [KEY_SOURCE, CEREMONY], consequence: interoperability('The wallet has no key to encrypt its request with.') }),
  'KEY-USED': stated('wallet', 'The wallet encrypts its request to the key that the metadata publishes.', inExchange('decrypt the request with that key; change the key and look again'), { refusedBy: 'issuer', dependsOn: KEY_SOURCE, consequence: security('The request is encrypted for another key than the issuer published.') }),
  CURRENT: stated('wallet', 'The wallet encrypts its request to the key that the metadata publishes now.', byProbes('publish another key in a later session'), { dependsOn: [KEY_SOURCE, CEREMONY], consequence: security('A request is encrypted to a key that the issuer withdrew, because it leaked or is too old.') }),
  OFFLINE: info('issuer', 'The key may instead be exchanged offline in a key ceremony.', nowhere('a ceremony takes place outside all messages, and it is optional'), { refusedBy: 'wallet', dependsOn: KEY_SOURCE, consequence: undefinedPoint }),
  'RESPONSE-ENCRYPTION': info('issuer', 'The metadata may carry `credential_response_encryption`, an object.', 'metadata', { consequence: interoperability('The wallet cannot tell which response encryption it may request.') }),
  FIELDS: gap('issuer', 'Further members of the metadata are not defined.', fromConfiguration, { dependsOn: PROFILE, consequence: undefinedPoint }),
  METHOD: gap('issuer', 'The HTTP method for the metadata is not defined.', fromConfiguration, { dependsOn: METHOD, consequence: undefinedPoint }),

  IDENTITY: stated('issuer', '`credential_issuer` in the metadata is the identifier from which its URL was built.', 'metadata', { refusedBy: 'wallet', dependsOn: PROFILE, standard: 'OpenID4VCI 1.0, section 12.2.4', consequence: security('One issuer can present the metadata of another as its own.') }),
  INSERTED: stated('issuer', 'The well-known path is inserted between host and path of the identifier.', inExchange('fetch the metadata at that URL; compare it with `credential_issuer`'), { refusedBy: 'wallet', dependsOn: [PATH, PROFILE], standard: 'OpenID4VCI 1.0, section 12.2.2', consequence: interoperability('Wallets that follow the standard do not find the metadata.') }),
  'KEY-SET': should('issuer', '`credential_request_encryption` has `jwks` with distinct key IDs, `enc_values_supported` and `encryption_required`.', 'metadata', { refusedBy: 'wallet', dependsOn: PROFILE, agreedBy: PROFILE, standard: 'OpenID4VCI 1.0, section 12.2.4', consequence: interoperability('The wallet cannot choose a key or an algorithm.') }),
  'KEY-ALG': should('issuer', 'Every encryption key in the metadata has `alg`.', 'metadata', { dependsOn: PROFILE, agreedBy: PROFILE, standard: 'OpenID4VCI 1.0, section 10', consequence: interoperability('The wallet has to guess the algorithm.') }),
  PUBLIC: stated('issuer', 'No private or symmetric key is published.', ['metadata', 'issuer-config-response', 'offer'], { standard: 'RFC 7517, section 9', consequence: exposedKey }),
  STRONG: stated('issuer', 'A key to encrypt requests to is sound: an RSA key has an odd modulus of at least 2048 bits and an odd exponent above 1; an EC key is a point on its NIST curve; the key is not for signatures, and not for RSA1_5.', 'metadata', { standard: 'RFC 7518, sections 4.3, 6.2.1 and 6.3.1; RFC 7517, section 4.2; RFC 8725, section 3.2', consequence: weakEncryption }),
  JSON: should('issuer', 'The metadata is available as `application/json`.', inExchange('look at the media type of responses to clients that accept JSON'), { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 12.2.2', consequence: interoperability('A wallet that does not support signed metadata cannot read it.') }),
  SIGNED: should('issuer', 'Signed metadata has the `typ` of signed metadata, and the issuer as `sub`.', byProbes('request the metadata again, as a JWT; support for it is optional'), { refusedBy: 'wallet', dependsOn: PROFILE, agreedBy: PROFILE, standard: 'OpenID4VCI 1.0, section 12.2.3', consequence: security('The metadata of one issuer can be presented as that of another.') }),
  'WEAK-UNUSED': stated('wallet', 'The wallet encrypts its request to no RSA key of fewer than 2,048 bits.', byProbes('publish only such a key'), { dependsOn: KEY_SOURCE, standard: 'RFC 7518, section 4.3', consequence: weakEncryption }),
  EXTRAS: stated('wallet', 'The wallet ignores unknown members of the metadata.', byProbes('serve unknown members at every level'), { standard: 'OpenID4VCI 1.0, section 12.2.4', consequence: extensionBreaks }),
})

export const requirements = listRows(META)
