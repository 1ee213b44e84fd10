import { parseJsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { PresentationCall } from '../actors/presentation-session.ts'

/** Where an answer sends the user; nowhere, if it does not say so. */
function readReturn({ response: { body } }: PresentationCall): string | undefined {
  const read = attempt(() => parseJsonObject(body))
  const address = 'value' in read ? read.value.redirect_uri : undefined
  return address === undefined ? undefined : readText(address)
}

export const hasReturn = (call: PresentationCall): boolean => readReturn(call) !== undefined

/** Whether a URL has all that is in the query of another. */
export function isQueryKept(url: string, given: string): boolean {
  const sent = listParameters(url)
  return listParameters(given).every((each) => sent.includes(each))
}

const listParameters = (url: string): readonly string[] =>
  [...new URLSearchParams(/\?[^#]*/.exec(url)?.[0])].map(([name, value]) => `${name}=${value}`)

/** Whether a browser opened the address to which a user was sent: it does so with GET, and keeps the fragment to itself. */
export function hasReturned(calls: readonly PresentationCall[]): boolean {
  const given = calls.flatMap((call) => (call.place === 'response' ? (readReturn(call) ?? []) : []))
  return calls.some(
    ({ place, request: { method, url } }) =>
      place === 'done' && method === 'GET' && given.some((each) => isQueryKept(url, each)),
  )
}

/** Whether a user was sent somewhere, and has not been there. */
export const isReturnDue = (calls: readonly PresentationCall[]): boolean =>
  calls.some((call) => call.place === 'response' && hasReturn(call)) && !hasReturned(calls)
