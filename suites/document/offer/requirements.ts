import {
  byProbes,
  gap,
  inExchange,
  info,
  interoperability,
  listRows,
  must,
  mustNot,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { extensionBreaks, undefinedPoint } from '../../kit/consequences.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { CODE_LIFETIME, REFUSAL } from '../undefined-points/decisions.ts'
import { CONFIGURATION, DELIVERY, GRANTS, METHOD, PRESENTED, SINGLE_USE, URL } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const OFFER = section('OFFER', '2.3', {
  ISSUER: stated('identity app', 'An offer carries `credential_issuer`, a URL.', 'offer', { refusedBy: 'wallet', consequence: interoperability('The wallet does not know where to go.') }),
  BASE: stated('identity app', '`credential_issuer` is the address of the issuer.', 'offer', { refusedBy: 'wallet', consequence: security('The wallet fetches keys and nonces from another server than the issuer.') }),
  IDS: stated('identity app', 'An offer carries `credential_configuration_ids`, an array of strings.', 'offer', { refusedBy: 'wallet', consequence: interoperability('The wallet does not know what it is offered.') }),
  DEFINED: stated('issuer', 'The metadata defines every credential configuration ID of an offer.', inExchange('compare offer and metadata; offer an unknown id'), { refusedBy: 'wallet', dependsOn: [PROFILE, DELIVERY, CONFIGURATION], consequence: interoperability('The wallet does not know what it is offered.') }),
  GRANTS: stated('identity app', 'An offer carries `grants`, an object.', 'offer', { refusedBy: 'wallet', consequence: interoperability('The wallet finds no code in the offer.') }),
  'ONE-GRANT': stated('identity app', '`grants` has the URN of the pre-authorised code grant as its only member.', 'offer', { refusedBy: 'wallet', dependsOn: GRANTS, consequence: interoperability('The wallet may choose a grant that nothing answers.') }),
  CODE: stated('identity app', 'The grant carries `pre-authorized_code`, a string.', 'offer', { refusedBy: 'wallet', consequence: interoperability('The wallet has no code for its session.') }),
  OPAQUE: should('wallet', 'The wallet treats the code as opaque.', byProbes('offer codes in many forms'), { consequence: interoperability('The wallet fails as soon as the issuer changes the form of its codes.') }),
  'ONE-SESSION': stated('issuer', 'A code belongs to one issuance session.', inExchange('compare the codes of several sessions; use one twice'), { dependsOn: [SINGLE_USE, DELIVERY], consequence: security('One code opens the session of two holders.') }),
  GUESSLESS: should('issuer', 'Codes are unpredictable.', inExchange('collect codes and look for structure'), { dependsOn: NONCE_RELATION, standard: 'RFC 6749, section 10.10', consequence: security('An attacker guesses the code of another session and opens it.') }),
  MEANINGLESS: should('issuer', 'Codes, nonces and credential identifiers contain no identity number, and codes and nonces no device identifier either, in no encoding.', inExchange('decode them, and look for the accounts of the run'), { consequence: privacy('The wallet and everyone who reads an offer learn the identity number, or recognise the device.') }),
  SHORT: stated('issuer', 'A code is short-lived.', byProbes('get a code early and use it once the run has lasted longer than its lifetime'), { dependsOn: [CODE_LIFETIME, PRESENTED], consequence: security('A code that leaked long ago still opens a session.') }),
  'MEDIA-TYPE': must('issuer', 'An offer that is fetched from a URL MUST have the media type `application/json`.', inExchange('look at the media type'), { consequence: interoperability('Wallets that check the media type reject the offer.') }),
  UNSIGNED: stated('issuer', 'An offer is not signed.', 'offer', { refusedBy: 'wallet', consequence: interoperability('The wallet cannot read the offer.') }),
  'NOT-NONE': mustNot('issuer', 'An offer MUST NOT be a JWT, `application/jwt`, whose `alg` is `none`.', 'offer', { refusedBy: 'wallet', consequence: security('Anyone can forge an offer that looks signed.') }),
  NEGOTIATED: stated('issuer', 'An offer URL returns no JWT, not even to a client that accepts only `application/jwt`.', byProbes('fetch an offer with `Accept: application/jwt`'), { consequence: security('Anyone can forge an offer that looks signed.') }),
  OTHER: info('wallet', 'The authorization code grant is not used: the wallet uses the pre-authorised code if an offer has both grants.', byProbes('offer both grants and see which one is used'), { dependsOn: GRANTS, consequence: interoperability('The wallet waits for a login that this exchange does not have.') }),
  FETCHED: stated('issuer', 'An offer URL returns a valid offer.', inExchange('fetch the offer and check it like a pushed one'), { refusedBy: 'wallet', dependsOn: REFUSAL, consequence: interoperability('The wallet cannot read the offer.') }),
  PUSHED: stated('identity app', 'An offer is pushed through the operating system, not over HTTP.', inExchange('look for offers in HTTP requests'), { consequence: privacy('The offer, with the code of the session, travels over the network.') }),
  'PUSHED-PLAIN': stated('identity app', 'An offer that the identity app pushes or hosts is JSON, neither signed nor a JWT with `alg` `none`, and `application/json` where it is fetched.', inExchange('look at each push, and fetch what it leads to'), { refusedBy: 'wallet', consequence: interoperability('The wallet cannot read the offer.') }),
  'PUSHED-DEFINED': stated('identity app', 'An offer that the identity app pushes or hosts names credential configurations that the metadata of the issuer define.', inExchange('compare each push with the metadata'), { refusedBy: 'wallet', dependsOn: PROFILE, consequence: interoperability('The wallet does not know what it is offered.') }),
  'SAME-CODE': stated('issuer', 'An offer that is fetched carries the code that the Issuer Config response returned.', inExchange('compare the offer with the Issuer Config response'), { dependsOn: [NONCE_RELATION, FIELDS, DELIVERY], consequence: security('The wallet continues the session of another holder, or none.') }),
  UNKNOWN: should('issuer', 'The URL of an offer that does not exist returns no offer.', byProbes('fetch the offer of a session that was never opened'), { consequence: security('Anyone gets the code of a session without knowing its identifier.') }),
  UNCACHED: should('issuer', 'No offer and no nonce is marked as cacheable.', inExchange('look at the header fields of the responses'), { standard: 'RFC 9111, section 5.2', consequence: security('A cache hands the code or the nonce of one wallet to another.') }),
  ENDPOINT: gap('issuer', 'The address and method of an offer URL are not defined.', fromConfiguration, { dependsOn: [URL, METHOD], consequence: undefinedPoint }),

  DISTINCT: should('identity app', '`credential_configuration_ids` has at least one element and no duplicates.', 'offer', { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 4.1.1', consequence: interoperability('The wallet requests nothing, or the same credential twice.') }),
  SECURE: should('identity app', '`credential_issuer` is an https URL without a query or fragment.', 'offer', { standard: 'OpenID4VCI 1.0, section 12.2.1', consequence: security('The wallet talks to an issuer that anyone on the network can imitate.') }),
  EXTRAS: stated('wallet', 'The wallet ignores unknown members of an offer.', byProbes('send offers with unknown members'), { standard: 'OpenID4VCI 1.0, section 4.1.1', consequence: extensionBreaks }),
  'SINGLE-USE': stated('issuer', 'A code can be used once only.', byProbes('use a code several times, one after the other and at the same time'), { dependsOn: [SINGLE_USE, PRESENTED], standard: 'OpenID4VCI 1.0, section 4.1.1', consequence: security('An attacker who saw a code once gets a credential of their own with it.') }),
  REFUSED: should('wallet', 'The wallet stops at an invalid offer, invalid metadata or an invalid nonce response.', byProbes('send invalid ones between two valid ones'), { standard: 'OpenID4VCI 1.0, section 4.1', consequence: interoperability('The wallet sends a request that no issuer accepts.') }),
  RISKS: should('wallet', 'The wallet stops at an offer or metadata that break a rule whose violation is a risk.', byProbes('send such offers and metadata between valid ones'), { standard: 'OpenID4VCI 1.0, section 13.5', consequence: security('A forged offer or forged metadata makes the wallet encrypt for an attacker.') }),
  'ONE-WAY': should('identity app', 'An offer is passed by value or by reference, not both.', inExchange('look at how the offer is pushed'), { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 4.1', consequence: security('Two wallets read two different offers from the same link.') }),
  STATUS: should('wallet', 'The wallet takes no offer, metadata or nonce from a response whose status says that there is none.', byProbes('answer with an error status and a valid body'), { standard: 'RFC 9110, section 15', consequence: interoperability('The wallet uses what a cache or a proxy returned in place of the server.') }),
  UNTRUSTED: should('wallet', 'The wallet does not trust an issuer because of an offer alone.', byProbes('send an offer from an unknown issuer'), { standard: 'OpenID4VCI 1.0, section 13.5', consequence: security('Any web page can make the wallet send a request to an issuer of its choice.') }),
  'TX-CODE': info('identity app', 'If the grant carries `tx_code`, it is an object that describes a transaction code.', 'offer', { refusedBy: 'wallet', standard: 'OpenID4VCI 1.0, section 4.1.1', consequence: interoperability('The wallet asks the holder for a code that does not exist.') }),
})

export const requirements = listRows(OFFER)
