import type { Tampering } from '../../../model/tampering.ts'
import type { HeaderFields } from '../../../model/wire.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { decodeText, encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { tamperText } from '../kit/artefact-tampers.ts'
import { tamperExchange, tamperMessages, withMediaType, withRequest, withResponse } from '../kit/exchange-tampers.ts'
import { repeatMember } from '../kit/tampered-values.ts'
import type { Endpoint } from '../model/endpoints.ts'
import { BODY, bodyKinds } from './requirements.ts'

/** The kinds of artefact that are a JSON object: bodies, and the plaintexts of encrypted ones. */
const objects: readonly ArtefactKind[] = [...bodyKinds, 'request', 'response']

/** The kinds of artefact that are a JWS, with the header in front. */
const signed: readonly ArtefactKind[] = ['attestation', 'status-token']

/** Repeats a member in the header of a compact JWS. */
function repeatInHeader(text: string): string | undefined {
  const header = repeatMember(decodeText(text.slice(0, text.indexOf('.'))))
  return header && `${encodeBase64url(header)}${text.slice(text.indexOf('.'))}`
}

const json: readonly Endpoint[] = ['issuerConfig', 'issuerMetadata', 'nonce', 'validate', 'walletCallback', 'jwks']

const leaveOutType = ({ headers: { 'content-type': _, ...headers } }: { readonly headers: HeaderFields }) => ({
  headers,
})

export const tampers: readonly Tampering[] = [
  ...bodyKinds.map((kind) => tamperText(BODY.JSON, kind, 'in an array', (text) => `[${text}]`)),
  ...objects.map((kind) => tamperText(BODY.STRICT, kind, 'with a duplicate member', repeatMember)),
  ...signed.map((kind) => tamperText(BODY.STRICT, kind, 'with a duplicate member in the header', repeatInHeader)),

  tamperMessages(BODY.MEDIA, 'every body with the media type text/plain', json, (each, ...more) =>
    withMediaType('text/plain')(
      withRequest(each, ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } })),
      ...more,
    ),
  ),
  tamperMessages(BODY.TYPED, 'every body without a media type', json, (each) =>
    withResponse(withRequest(each, leaveOutType), leaveOutType),
  ),
  tamperExchange(BODY.TLS, 'every request without TLS', (all) =>
    all.map((each) => withRequest(each, ({ url }) => ({ url: url.replace(/^https:/i, 'http:') }))),
  ),
]
