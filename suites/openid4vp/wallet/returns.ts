import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { PresentationCall } from '../actors/presentation-session.ts'

/** Whether an answer sends the user somewhere. */
export function hasReturn({ response: { body } }: PresentationCall): boolean {
  const read = attempt(() => parseJsonObject(body))
  return 'value' in read && read.value.redirect_uri !== undefined
}

/** Whether a browser opened the address to which a user was sent: it does so with GET. */
export const isReturn = ({ place, request: { method } }: PresentationCall): boolean =>
  place === 'done' && method === 'GET'

/** Whether a user was sent somewhere, and has not been there. */
export const isReturnDue = (calls: readonly PresentationCall[]): boolean =>
  calls.some((call) => call.place === 'response' && hasReturn(call)) && !calls.some(isReturn)
