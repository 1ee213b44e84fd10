import type { Address } from '../../model/terms.ts'
import type { Asked, Replied } from '../../model/wire.ts'
import { type Writable, writeJson } from '../../protocol/json.ts'

const json = { 'content-type': 'application/json' }

/** An answer in JSON. */
export const answered = (body: Writable, status = 200): Replied => ({ status, headers: json, body: writeJson(body) })

/** An answer that turns away, and says for the sake of which requirements. */
export const refused = (requirements: readonly string[], status = 400, error = 'invalid_request'): Replied =>
  answered({ error, error_description: requirements.join(', '), requirements: [...requirements] }, status)

/** A call with a body in JSON, where there is a body. */
export const called = (
  { method, url }: Address,
  body?: Writable,
  headers: Readonly<Record<string, string>> = {},
): Asked => ({
  method,
  url,
  headers: { accept: 'application/json', ...(body !== undefined && json), ...headers },
  ...(body !== undefined && { body: writeJson(body) }),
})

/** An address with an id in its place. */
export const addressed = ({ method, url }: Address, id: string): Address => ({
  method,
  url: url.replaceAll('{id}', encodeURIComponent(id)),
})

/** The id in a URL that was made from an address, or nothing if it was not. */
export function idIn(url: string, address: Address): string {
  const [before = '', after = ''] = pathOf(address.url).split('{id}')
  const path = pathOf(url)
  if (!path.startsWith(before) || !path.endsWith(after)) return ''
  return decodeOnce(path.slice(before.length, path.length - after.length))
}

/** Everything between the host and the query, as it is written: a `URL` would rewrite it. */
const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? ''

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // no id that was ever given
  }
}

export const succeeded = ({ status }: Replied): boolean => status >= 200 && status < 300
