import {
  byProbes,
  inExchange,
  interoperability,
  listRows,
  section,
  security,
  should,
  stated,
} from '../../../model/requirement.ts'
import { documentKinds } from '../../../protocol/artefacts/artefact-kinds.ts'
import { unreadable } from '../../kit/consequences.ts'
import { MEDIA_TYPE } from '../encryption/decisions.ts'

/** The kinds of artefact that are the body of a message. */
export const bodyKinds = [
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
  JSON: stated('everyone', 'A body is a JSON object.', bodyKinds, { refusedBy: 'everyone', consequence: unreadable }),
  STRICT: should('everyone', 'JSON is unambiguous: no duplicate member name, no byte order mark, no unpaired surrogate.', documentKinds, { refusedBy: 'everyone', standard: 'RFC 8259, section 4; RFC 7493', consequence: security('Two parsers read two different messages from the same bytes.') }),
  MEDIA: stated('everyone', 'The `Content-Type` of a message with a JSON body, if it has one, is a JSON media type.', inExchange('look at the media types'), { dependsOn: MEDIA_TYPE, consequence: interoperability('Receivers that check the media type reject the message.') }),
  TYPED: should('everyone', 'A message with a body has a `Content-Type`.', inExchange('look at the header fields'), { standard: 'RFC 9110, section 8.3', consequence: interoperability('Receivers that check the media type reject the message.') }),
  CERTIFICATE: should('everyone', 'No request is sent to a server whose certificate cannot be verified.', byProbes('show certificates that are expired, self-signed, for another name or from an unknown authority'), { standard: 'RFC 5280, section 6.1', consequence: security('Anyone on the network can impersonate the server, and read and alter the messages.') }),
  TLS: should('everyone', 'Every request is sent over TLS.', inExchange('look at URLs'), { standard: 'OpenID4VCI 1.0, section 13.9', consequence: security('Anyone on the network can read and alter the messages.') }),
})

export const requirements = listRows(BODY)
