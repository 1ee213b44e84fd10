import { recogniseSdJwt } from '../../protocol/sd-jwt/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'RFC 9901',
  about: 'RFC 9901 alone: any SD-JWT, whatever exchange it comes from (`verify`, `test`, `vectors`, `prove`, `list`)',
  version: 'RFC 9901 of November 2025, by the text of its last draft, draft-ietf-oauth-selective-disclosure-jwt-22',
  roles: ['holder'],
  kinds: ['sd-jwt'],
  recognise: recogniseSdJwt,
} as const satisfies Suite
