import { inExchange, listRows, section, should, stated } from '../../model/requirement.ts'
import { artefactKinds } from '../../protocol/artefacts/artefact-kinds.ts'
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
  JSON: stated('everyone', 'A body is a JSON object.', bodyKinds, { refusedBy: 'everyone' }),
  STRICT: should('everyone', 'JSON is unambiguous: no duplicate member name, no byte order mark, no unpaired surrogate.', artefactKinds, { refusedBy: 'everyone', standard: 'RFC 8259, section 4; RFC 7493' }),
  MEDIA: stated('everyone', 'A message with a JSON body has a JSON media type as its `Content-Type`.', inExchange('look at the media types'), { dependsOn: MEDIA_TYPE }),
  TLS: should('everyone', 'Every request is sent over TLS, and the server certificate is verified.', inExchange('look at URLs and certificates; present an invalid certificate'), { standard: 'OpenID4VCI 1.0, section 13.9' }),
})

export const requirements = listRows(BODY)
