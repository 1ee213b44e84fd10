import { type Check, readable } from '../../src/model/check.ts'
import { kinds } from '../../src/protocol/evidence.ts'
import { BODY, bodies } from './requirements.ts'

export const checks: readonly Check[] = [
  ...bodies.map((kind) => readable(BODY.JSON, kind, ['json', 'not-an-object', 'utf8'])),
  ...kinds.map((kind) => readable(BODY.STRICT, kind, ['json-duplicate', 'json-surrogate', 'json-bom', 'json-number'])),
]
