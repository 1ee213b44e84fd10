import { recogniseSdJwtVc } from '../../protocol/sd-jwt-vc/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'SD-JWT VC draft 19',
  version: 'draft-ietf-oauth-sd-jwt-vc-19, as of 21 August 2026',
  kinds: ['sd-jwt', 'type-metadata', 'vc-issuer-metadata', 'vc-http-response'],
  recognise: recogniseSdJwtVc,
} as const satisfies Suite
