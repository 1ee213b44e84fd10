import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { attesting, attestingOthers } from '../attestation/exchange-tampers.ts'
import { PARAMETER } from '../deeplink/decisions.ts'
import { exchanged, exhibits, mapShown, members, messages, replying, sessionsWith } from '../exchange-tampering.ts'
import { edited, nobodys } from '../tampering.ts'
import { ID_FIELD } from './decisions.ts'
import { CERT, REQ, RESP } from './requirements.ts'

/** A credential that everybody can read. */
const inClear = JSON.stringify({ tampered: 'e30.e30.AAAA~' })

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  members(REQ.OFFERED, 'request', 'a template that was not offered', () => ({ '/credential_configuration_id': 'tampered' })),
  messages(REQ.REQUIRES, 'a credential in clear', ['validate'], (each) => replying(each, () => ({ body: inClear }))),
  exhibits(REQ.COVERED, 'a request in clear', 'deeplink', (link, { decide }) => ({ ...link, parameters: [[decide(PARAMETER), '{"credential_response_encryption":{}}']] })),
  exhibits(CERT.EACH, 'one more key in the attestation', 'attestation', attesting((keys) => [...keys, nobodys])),
  exhibits(CERT.KEY, 'other keys in the attestation', 'attestation', attestingOthers),
  members(CERT.SEALED, 'request', 'another key for the response', () => ({ '/credential_response_encryption/jwk': nobodys })),
  members(RESP['SAME-ID'], 'response', 'another id in the response', ({ decide }) => ({ [`/${decide(ID_FIELD)}`]: 'tampered' })),
  exchanged(RESP.LASTING, 'one id in all responses', (passages, { decide }) =>
    sessionsWith(passages.filter(({ replied }) => replied.some(({ kind }) => kind === 'response')), 'validate').length > 1
      ? mapShown(passages, 'response', (said) => edited(said, { [`/${decide(ID_FIELD)}`]: 'tampered' }))
      : undefined),
]
