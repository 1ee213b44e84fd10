import {
  byProbes,
  gap,
  hygiene,
  inExchange,
  info,
  interoperability,
  listRows,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { AUTH_NONCE } from '../privacy/decisions.ts'
import { FIELD, LIFETIME, METHOD, NONCE_RELATION, PATH, SINGLE_USE } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const NONCE = section('NONCE', '4', {
  ANSWER: stated('issuer', 'The nonce endpoint returns a nonce, a string.', 'nonce-response', { refusedBy: 'wallet', dependsOn: FIELD, consequence: interoperability('The wallet has no nonce, and none of its requests is accepted.') }),
  ATTESTED: stated('wallet', 'The attestation carries the nonce that the nonce endpoint returned.', 'attestation', { refusedBy: 'issuer', consequence: interoperability('The issuer rejects the attestation.') }),
  NEW: stated('wallet', 'The wallet attests a nonce in one session only.', inExchange('compare the attestations of several sessions'), { section: '2.5', consequence: security('An attestation that was recorded can be used again.') }),
  BOUND: stated('issuer', 'The issuer rejects a request without a nonce from the nonce endpoint.', byProbes('send attestations without a nonce, and with one that was never issued'), { dependsOn: NONCE_RELATION, consequence: security('An attestation that was recorded once can be used again at any time.') }),
  ONCE: should('issuer', 'The issuer does not accept a nonce twice.', byProbes('use one nonce for two requests, one after the other and at the same time'), { dependsOn: SINGLE_USE, agreedBy: SINGLE_USE, consequence: security('A recorded request is accepted a second time.') }),
  STALE: should('issuer', 'The issuer does not accept an expired nonce.', byProbes('fetch a nonce early and use it once the run has lasted longer than its lifetime'), { dependsOn: [LIFETIME, NONCE_RELATION], agreedBy: LIFETIME, consequence: security('A request that was recorded long ago is accepted.') }),
  RELATION: info('issuer', 'The same values called a nonce are equal in every session.', inExchange('compare the values of several sessions'), { dependsOn: NONCE_RELATION, agreedBy: NONCE_RELATION, consequence: undefinedPoint }),
  ENDPOINT: gap('issuer', 'The method and path of the nonce endpoint are not defined.', fromConfiguration, { dependsOn: [METHOD, PATH], consequence: undefinedPoint }),

  OPEN: should('issuer', 'The nonce endpoint accepts a POST request from any client.', inExchange('send requests without a token'), { refusedBy: 'wallet', dependsOn: [METHOD, PATH, AUTH_NONCE], agreedBy: METHOD, standard: 'OpenID4VCI 1.0, section 7', consequence: interoperability('The wallet gets no nonce.') }),
  UNCACHED: should('issuer', 'A nonce response is not cached: it carries `Cache-Control: no-store`.', inExchange('look at the header fields of the response'), { standard: 'OpenID4VCI 1.0, section 7.2', consequence: hygiene('A cache may hand the same nonce to several wallets.') }),
  GUESSLESS: should('issuer', 'Nonces are unpredictable.', inExchange('collect nonces and look for structure'), { dependsOn: SINGLE_USE, standard: 'OpenID4VCI 1.0, section 7.2', consequence: security('An attacker prepares an attestation for a nonce that is yet to come.') }),
})

export const requirements = listRows(NONCE)
