import type { Tamper } from '../../src/model/tamper.ts'
import { decodeText, encodeBase64url } from '../../src/protocol/base64url.ts'
import type { Kind } from '../../src/protocol/evidence.ts'
import { rewritten, saidTwice } from '../tampering.ts'
import { BODY, bodies } from './requirements.ts'

/** What is a JSON object, in a body or behind a seal. */
const objects: readonly Kind[] = [...bodies, 'request', 'response']

/** A header that says a member twice, in front of what was signed. */
function inHeader(text: string): string | undefined {
  const header = saidTwice(decodeText(text.slice(0, text.indexOf('.'))))
  return header && `${encodeBase64url(header)}${text.slice(text.indexOf('.'))}`
}

/** What is signed, and carries its header in front. */
const signed: readonly Kind[] = ['attestation', 'status-token']

export const tampers: readonly Tamper[] = [
  ...bodies.map((kind) => rewritten(BODY.JSON, kind, 'as the element of a list', (text) => `[${text}]`)),
  ...objects.map((kind) => rewritten(BODY.STRICT, kind, 'a member that is said twice', saidTwice)),
  ...signed.map((kind) => rewritten(BODY.STRICT, kind, 'a header that says a member twice', inHeader)),
]
