import { byProbes, gap, inExchange, info, listRows, nowhere, section, should, stated } from '../../model/requirement.ts'
import { AUTH_NONCE } from '../privacy/decisions.ts'
import { FIELD, LIFETIME, METHOD, NONCE_RELATION, PATH, SINGLE_USE } from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const NONCE = section('NONCE', '4', {
  ANSWER: stated('issuer', 'The nonce endpoint returns a nonce, a string.', 'nonce-response', { refusedBy: 'wallet', dependsOn: FIELD }),
  ATTESTED: stated('wallet', 'The attestation carries the nonce that the nonce endpoint gave.', 'attestation', { refusedBy: 'issuer' }),
  BOUND: stated('issuer', 'A request without a nonce from the nonce endpoint is refused.', byProbes('attest without a nonce, and with one that nobody gave')),
  ONCE: should('issuer', 'A nonce is not accepted twice.', byProbes('use one nonce for two requests, in turn and at once'), { dependsOn: SINGLE_USE }),
  STALE: should('issuer', 'A nonce is not accepted when it is old.', byProbes('put a nonce by, and use it when the run has gone on for longer than its lifetime'), { dependsOn: [LIFETIME, NONCE_RELATION] }),
  RELATION: info('issuer', 'Which of the values called a nonce are equal is the same in all sessions.', inExchange('compare the values over many sessions'), { dependsOn: NONCE_RELATION }),
  ENDPOINT: gap('issuer', 'Method and path of the nonce endpoint are not shown.', nowhere('they are settings of the run; there is nothing to hold them against'), { dependsOn: [METHOD, PATH] }),

  OPEN: should('issuer', 'The nonce endpoint takes a POST from anybody.', inExchange('ask without a token, and with GET'), { refusedBy: 'wallet', dependsOn: [METHOD, PATH, AUTH_NONCE], standard: 'OpenID4VCI 1.0, section 7' }),
  UNCACHED: should('issuer', 'A nonce is not to be stored by caches.', inExchange('look at the headers of the answer'), { standard: 'OpenID4VCI 1.0, section 7.2' }),
  GUESSLESS: should('issuer', 'Nonces cannot be guessed.', inExchange('collect many nonces and look for structure'), { dependsOn: SINGLE_USE, standard: 'OpenID4VCI 1.0, section 7.2' }),
})

export const requirements = listRows(NONCE)
