import type { Account } from '../../../../model/driver.ts'
import type { Address, HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { type Writable, writeJson } from '../../../../protocol/encoding/json.ts'
import type { Terms } from '../../model/terms.ts'

const jsonHeaders = { 'content-type': 'application/json' }

/** An answer in JSON. */
export const createJsonResponse = (body: Writable, status = 200): HttpResponse => ({
  status,
  headers: jsonHeaders,
  body: writeJson(body),
})

/** An answer that turns away, and says for the sake of which requirements. */
export const createRejection = (
  requirements: readonly string[],
  status = 400,
  error = 'invalid_request',
): HttpResponse =>
  createJsonResponse({ error, error_description: requirements.join(', '), requirements: [...requirements] }, status)

/** A call with a body in JSON, where there is a body. */
export const createJsonRequest = (
  { method, url }: Address,
  body?: Writable,
  headers: Readonly<Record<string, string>> = {},
): HttpRequest => ({
  method,
  url,
  headers: { accept: 'application/json', ...(body !== undefined && jsonHeaders), ...headers },
  ...(body !== undefined && { body: writeJson(body) }),
})

/** An address with an id in its place. */
export const insertId = ({ method, url }: Address, id: string): Address => ({
  method,
  url: url.replaceAll('{id}', encodeURIComponent(id)),
})

/** The id in a URL that was made from an address, or nothing if it was not. */
export function extractId(url: string, address: Address): string {
  const [before = '', after = ''] = extractPath(address.url).split('{id}')
  const path = extractPath(url)
  if (!path.startsWith(before) || !path.endsWith(after)) return ''
  return decodeOnce(path.slice(before.length, path.length - after.length))
}

/** Everything between the host and the query, as it is written: a `URL` would rewrite it. */
const extractPath = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? ''

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // no id that was ever given
  }
}

export const isSuccessful = ({ status }: HttpResponse): boolean => status >= 200 && status < 300

/** The session token, for endpoints that were configured to require one. */
export const createTokenHeader = (
  { token: { header, format } }: Terms,
  { sessionToken }: Account,
): Readonly<Record<string, string>> => ({
  [header.toLowerCase()]: format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken,
})
