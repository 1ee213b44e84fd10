import type { ProblemCode } from '../../protocol/encoding/problem.ts'

/** Why a text is no JSON object that every reader reads alike. */
export const jsonCauses: readonly ProblemCode[] = [
  'utf8',
  'json',
  'json-duplicate',
  'json-surrogate',
  'json-bom',
  'json-number',
  'not-an-object',
]

/** Why a text is no compact JWS of a JSON object. */
export const jwsCauses: readonly ProblemCode[] = [...jsonCauses, 'jws-parts', 'base64url']
