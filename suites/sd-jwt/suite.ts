import { recogniseSdJwt } from '../../protocol/sd-jwt/recognise.ts'
import type { Suite } from '../suite.ts'

export const suite = {
  title: 'RFC 9901',
  roles: ['holder'],
  kinds: ['sd-jwt'],
  recognise: recogniseSdJwt,
} as const satisfies Suite
