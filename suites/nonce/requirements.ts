import { byProbes, gap, inExchange, info, listRows, section, should, stated } from '../../model/requirement.ts'
import { fromConfiguration } from '../kit/gap-reasons.ts'
import { AUTH_NONCE } from '../privacy/decisions.ts'
import { FIELD, LIFETIME, METHOD, NONCE_RELATION, PATH, SINGLE_USE } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const NONCE = section('NONCE', '4', {
  ANSWER: stated('issuer', 'The nonce endpoint returns a nonce, a string.', 'nonce-response', { refusedBy: 'wallet', dependsOn: FIELD }),
  ATTESTED: stated('wallet', 'The attestation carries the nonce that the nonce endpoint returned.', 'attestation', { refusedBy: 'issuer' }),
  BOUND: stated('issuer', 'The issuer rejects a request without a nonce from the nonce endpoint.', byProbes('send attestations without a nonce, and with one that was never issued')),
  ONCE: should('issuer', 'The issuer does not accept a nonce twice.', byProbes('use one nonce for two requests, one after the other and at the same time'), { dependsOn: SINGLE_USE }),
  STALE: should('issuer', 'The issuer does not accept an expired nonce.', byProbes('fetch a nonce early and use it once the run has lasted longer than its lifetime'), { dependsOn: [LIFETIME, NONCE_RELATION] }),
  RELATION: info('issuer', 'The same values called a nonce are equal in every session.', inExchange('compare the values of several sessions'), { dependsOn: NONCE_RELATION }),
  ENDPOINT: gap('issuer', 'The method and path of the nonce endpoint are not defined.', fromConfiguration, { dependsOn: [METHOD, PATH] }),

  OPEN: should('issuer', 'The nonce endpoint accepts a POST request from any client.', inExchange('send requests without a token'), { refusedBy: 'wallet', dependsOn: [METHOD, PATH, AUTH_NONCE], standard: 'OpenID4VCI 1.0, section 7' }),
  UNCACHED: should('issuer', 'A nonce response is not cached: it carries `Cache-Control: no-store`.', inExchange('look at the header fields of the response'), { standard: 'OpenID4VCI 1.0, section 7.2' }),
  GUESSLESS: should('issuer', 'Nonces are unpredictable.', inExchange('collect nonces and look for structure'), { dependsOn: SINGLE_USE, standard: 'OpenID4VCI 1.0, section 7.2' }),
})

export const requirements = listRows(NONCE)
