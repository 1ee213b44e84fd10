import type { Tamper } from '../../src/model/tamper.ts'
import type { Kind } from '../../src/protocol/evidence.ts'
import { rewritten, saidTwice } from '../tampering.ts'
import { BODY, bodies } from './requirements.ts'

/** What is a JSON object, in a body or behind a seal. */
const objects: readonly Kind[] = [...bodies, 'request', 'response']

export const tampers: readonly Tamper[] = [
  ...bodies.map((kind) => rewritten(BODY.JSON, kind, 'as the element of a list', (text) => `[${text}]`)),
  ...objects.map((kind) => rewritten(BODY.STRICT, kind, 'a member that is said twice', saidTwice)),
]
