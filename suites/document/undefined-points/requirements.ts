import {
  byProbes,
  gap,
  hygiene,
  inExchange,
  info,
  interoperability,
  listRows,
  nowhere,
  section,
  security,
  should,
} from '../../../model/requirement.ts'
import { undefinedPoint } from '../../kit/consequences.ts'
import { noExpectation } from '../kit/gap-reasons.ts'
import * as D from './decisions.ts'

// biome-ignore format: a table, one row a line.
export const EVENT = section('EVENT', '6', {
  NONE: gap('everyone', 'Events and notifications are not defined.', noExpectation, { consequence: undefinedPoint }),
  NOTIFIED: info('wallet', 'The wallet notifies the issuer whether it accepted, deleted or failed to store a credential.', inExchange('serve a notification endpoint'), { standard: 'OpenID4VCI 1.0, section 11', consequence: interoperability('The issuer does not learn that the credential was not stored.') }),
})

// biome-ignore format: a table, one row a line.
export const ERROR = section('ERROR', '7', {
  CODES: gap('everyone', 'Error codes are not defined.', noExpectation, { dependsOn: D.CODES, consequence: undefinedPoint }),
  STATUS: gap('everyone', 'The HTTP status of an error response is not defined.', noExpectation, { dependsOn: D.REFUSAL, consequence: undefinedPoint }),
  BODY: gap('everyone', 'The body of an error response is not defined.', noExpectation, { dependsOn: D.BODIES, consequence: undefinedPoint }),
  STANDARD: should('issuer', 'An error response has status 400 and an error code of OpenID4VCI.', byProbes('cause errors with nonce, proof and request; look at status and body'), { dependsOn: [D.CODES, D.BODIES, D.REFUSAL], agreedBy: D.CODES, standard: 'OpenID4VCI 1.0, section 8.3.1.2', consequence: hygiene('The wallet cannot tell its user what was wrong.') }),
})

// No sentence of the document says what becomes of an invalid message, so these rows are recommendations: they never decide at
// the gate `conformance`. What takes a service away from everyone is a risk to security, and decides at `go-live`. A status
// of 5xx is an answer: it costs clarity and no safety, and decides nowhere. A status of 501 or 503 is no crash.
const ends = security('Anyone who can send one such message can take the service down for everyone.')
const erred = hygiene('A client error looks like an outage: it raises an alarm, and clients retry.')
const invalid = byProbes('send a message that got no answer once more, between two valid ones')
const handled = { standard: 'OWASP ASVS 5.0, section 16.5.4', consequence: ends }
const blamed = { standard: 'RFC 9110, section 15.6', consequence: erred }

// biome-ignore format: a table, one row a line.
export const SURVIVES = section('SURVIVES', '7', {
  ISSUER: should('issuer', 'The issuer answers every message: it neither stops, nor hangs, nor closes the connection.', invalid, handled),
  WALLET: should('wallet', 'The wallet survives every message.', invalid, { ...handled, consequence: security('Anyone who can make the wallet open an offer can stop it.') }),
  APP: should('identity app', 'The identity app survives every message.', invalid, { ...handled, consequence: security('Anyone who can open a link on the device can stop the identity app.') }),
  BACKEND: should('wallet backend', 'The wallet backend answers every message: it neither stops, nor hangs, nor closes the connection.', invalid, handled),
  VERIFIER: should('verifier', 'The verifier answers every presentation: it neither stops, nor hangs, nor closes the connection.', invalid, handled),
})

// biome-ignore format: a table, one row a line.
export const ANSWERED = section('ANSWERED', '7', {
  ISSUER: should('issuer', 'The issuer answers no message with a server error, other than 501 and 503.', invalid, blamed),
  BACKEND: should('wallet backend', 'The wallet backend answers no message with a server error, other than 501 and 503.', invalid, blamed),
  VERIFIER: should('verifier', 'The verifier answers no presentation with a server error, other than 501 and 503, and 502 and 504 while a server that it calls fails.', invalid, blamed),
})

// biome-ignore format: a table, one row a line.
export const LIMIT = section('LIMIT', '8', {
  RATE: gap('everyone', 'Rate limits are not defined.', noExpectation, { consequence: undefinedPoint }),
  SIZE: gap('everyone', 'Size limits are not defined.', noExpectation, { dependsOn: D.LINK_SIZE, consequence: undefinedPoint }),
  TIME: gap('everyone', 'Timeouts are not defined.', noExpectation, { consequence: undefinedPoint }),
  CODE: gap('issuer', 'The lifetime of a pre-authorised code is not defined.', noExpectation, { dependsOn: D.CODE_LIFETIME, consequence: undefinedPoint }),
})

// biome-ignore format: a table, one row a line.
export const VERSION = section('VERSION', '9', {
  PRESENTATION: info('wallet', 'A presentation is aligned with OpenID4VP.', inExchange('ask for a presentation'), { refusedBy: 'verifier', dependsOn: [D.PRESENTATION_METHOD, D.PRESENTATION_PATH], consequence: interoperability('Verifiers that expect OpenID4VP cannot read the presentation.') }),
  SCOPE: info('everyone', 'The document covers the SD-JWT credential and the exchange, and nothing else.', nowhere('it describes the scope of the document'), { consequence: hygiene('The credential is used where the document says nothing about it.') }),
  SCHEME: gap('everyone', 'How versions are identified, and which are compatible, is not defined.', noExpectation, { consequence: undefinedPoint }),
})

export const requirements = listRows(EVENT, ERROR, SURVIVES, ANSWERED, LIMIT, VERSION)
