import { gap, inExchange, info, nowhere, section, should, stated } from '../../src/model/requirement.ts'
import { kinds } from '../../src/protocol/evidence.ts'
import { MEDIA_TYPE } from '../encryption/decisions.ts'
import { TOKEN_HEADER } from '../validation/decisions.ts'
import * as D from './decisions.ts'

const setting = nowhere('there is nothing to hold a target against until the integrator says what is right')

/** The kinds that are the body of a message. */
export const bodies = [
  'issuer-config-request',
  'issuer-config-response',
  'offer',
  'metadata',
  'nonce-response',
  'validation-request',
  'validation-response',
  'callback',
  'jwks',
] as const

// biome-ignore format: a table, one row a line.
export const BODY = section('BODY', '4', {
  JSON: stated('everyone', 'A body is JSON: an object.', bodies, { refusedBy: 'everyone' }),
  STRICT: should('everyone', 'JSON is unambiguous: no member twice, no byte order mark, no half of a surrogate pair.', kinds, { refusedBy: 'everyone', standard: 'RFC 8259, section 4; RFC 7493' }),
  MEDIA: stated('everyone', 'A body says that it is JSON.', inExchange('look at the media types'), { hangsOn: MEDIA_TYPE }),
  TLS: should('everyone', 'Every call goes over TLS, and certificates are checked.', inExchange('look at addresses and certificates; serve a wrong one'), { standard: 'OpenID4VCI 1.0, section 13.9' }),
})

// biome-ignore format: a table, one row a line.
export const SILENT = section('SILENT', '5', {
  AUTH: gap('everyone', 'Who may call the endpoints other than validation is not shown.', setting, { hangsOn: [D.AUTH_CONFIG, D.AUTH_OFFER, D.AUTH_METADATA, D.AUTH_NONCE, D.AUTH_CALLBACK, D.AUTH_KEYS, D.AUTH_STATUS] }),
  TOKEN: should('everyone', 'A session token is told to whoever it is for, in no address, no offer, no callback and no answer that everybody can read.', inExchange('look for the tokens of all sessions wherever they do not belong'), { hangsOn: [TOKEN_HEADER, D.AUTH_CALLBACK], standard: 'RFC 6750, section 5.3' }),
  PERSON: should('everyone', 'Neither a code nor an identity number stands in an address, nor in an answer that everybody can read.', inExchange('look for the codes and the numbers of all sessions in addresses, metadata, key sets and statuses'), { standard: 'RFC 9110, section 17.9; RFC 6973, section 6.1' }),
})

// biome-ignore format: a table, one row a line.
export const EVENT = section('EVENT', '6', {
  NONE: gap('everyone', 'Events and notifications are not shown.', setting, { hangsOn: D.EVENTS }),
  NOTIFIED: info('wallet', 'The wallet tells the issuer what became of a credential.', inExchange('serve a notification endpoint'), { hangsOn: D.EVENTS, standard: 'OpenID4VCI 1.0, section 11' }),
})

// biome-ignore format: a table, one row a line.
export const ERROR = section('ERROR', '7', {
  CODES: gap('everyone', 'Error codes are not shown.', setting, { hangsOn: D.CODES }),
  STATUS: gap('everyone', 'The HTTP status of an error is not shown.', setting, { hangsOn: D.REFUSAL }),
  BODY: gap('everyone', 'The body of an error is not shown.', setting, { hangsOn: D.BODIES }),
  STANDARD: should('issuer', 'An error is a 400 with a code of the standard.', inExchange('cause errors with nonce, proof and request; look at status and body'), { hangsOn: [D.CODES, D.BODIES, D.REFUSAL], standard: 'OpenID4VCI 1.0, section 8.3.1.2' }),
})

// biome-ignore format: a table, one row a line.
export const LIMIT = section('LIMIT', '8', {
  RATE: gap('everyone', 'Rate limits are not shown.', setting, { hangsOn: D.RATE }),
  SIZE: gap('everyone', 'Size limits are not shown.', setting, { hangsOn: [D.SIZE, D.LINK_SIZE] }),
  TIME: gap('everyone', 'Time-outs are not shown.', setting, { hangsOn: D.TIMEOUTS }),
  CODE: gap('issuer', 'The lifetime of a code is not shown.', setting, { hangsOn: D.CODE_LIFETIME }),
})

// biome-ignore format: a table, one row a line.
export const VERSION = section('VERSION', '9', {
  PRESENTATION: info('wallet', 'A presentation is aligned with OpenID4VP.', inExchange('ask for a presentation'), { refusedBy: 'verifier', hangsOn: D.KEY_BINDING }),
  SCOPE: info('everyone', 'What is described is the SD-JWT credential and the exchange, nothing else.', nowhere('it says what the document is about')),
  SCHEME: gap('everyone', 'How versions are named, and which go together, is not shown.', setting, { hangsOn: [D.VERSION, D.COMPATIBILITY] }),
})
