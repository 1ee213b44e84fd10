import { gap, hygiene, inExchange, listRows, privacy, section, security, should } from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { noExpectation } from '../kit/gap-reasons.ts'
import { TOKEN_HEADER } from '../validation/decisions.ts'
import * as D from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const SILENT = section('SILENT', '5', {
  AUTH: gap('everyone', 'How the endpoints other than validation authenticate their callers is not defined.', noExpectation, { dependsOn: [D.AUTH_CONFIG, D.AUTH_OFFER, D.AUTH_METADATA, D.AUTH_NONCE, D.AUTH_CALLBACK, D.AUTH_KEYS, D.AUTH_STATUS], consequence: undefinedPoint }),
  TOKEN: should('everyone', 'A session token is sent only to the party that it is for: it is in no URL, offer, callback or publicly readable response.', inExchange('look for the session tokens of all sessions wherever they do not belong'), { dependsOn: [TOKEN_HEADER, D.AUTH_CALLBACK], standard: 'RFC 6750, section 5.3', consequence: security('An attacker who reads a log or a link acts as the holder.') }),
  NUMBER: should('issuer', 'A credential contains neither the identity number of the holder nor a hash of it without a key.', inExchange('look for the identity numbers of all sessions in credentials, also encoded or hashed'), { section: '2.9', consequence: privacy('Every verifier learns the identity number: a hash of twelve digits is reversed within seconds.') }),
  ERRORS: should('issuer', 'An error response contains no claim of the holder.', inExchange('cause errors after a credential was issued, and look for its claims in them'), { section: '2.7', standard: 'RFC 6973, section 6.1', consequence: privacy('Claims travel in plaintext, and logs keep them.') }),
  PERSON: should('everyone', 'Neither a pre-authorised code nor an identity number is in a URL or in a publicly readable response, and no identity number is in an offer, nor in a request of another kind than validation. The same applies to a hash of the number without a key.', inExchange('look for the codes and identity numbers of all sessions in URLs, requests, metadata, key sets and status responses'), { standard: 'RFC 9110, section 17.9; RFC 6973, section 6.1', consequence: privacy('Logs, caches and links identify the holder.') }),
  DEVICE: should('identity app', 'The identifier of a device is in no offer and in no callback: only Issuer Config needs it.', inExchange('look for the device ids of all sessions in offers and callbacks'), { section: '2.8', standard: 'RFC 6973, section 6.1', consequence: hygiene('The wallet and its backend can recognise the device, whatever credential it requests.') }),
})

export const requirements = listRows(SILENT)
