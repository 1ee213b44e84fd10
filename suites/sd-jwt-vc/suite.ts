import { recogniseSdJwtVc } from '../../protocol/sd-jwt-vc/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'SD-JWT VC draft 19',
  about: 'SD-JWT VC on RFC 9901: credentials, type metadata and issuer metadata (`verify`, `vectors`, `prove`, `list`)',
  version: 'draft-ietf-oauth-sd-jwt-vc-19, as of 21 August 2026',
  namesake: 'document-sd-jwt-vc',
  kinds: ['sd-jwt', 'type-metadata', 'vc-issuer-metadata', 'vc-http-response'],
  recognise: recogniseSdJwtVc,
} as const satisfies Suite
