import { decodeText } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'

const statuses = new Set(['active', 'suspended', 'revoked'])

/** Finds the status in a response of any form, such as a JWS inside JSON; `undefined` if it has none, or several. */
export function findStatus(body: string): string | undefined {
  const payloads = [...body.matchAll(/[\w-]+\.([\w-]+)\.[\w-]*/g)].map(([, payload = '']) =>
    parseText(payload, decodeText),
  )
  const found = new Set([...payloads, parseText(body)].flatMap(listStatuses))
  const [status] = found
  return found.size === 1 ? status : undefined
}

/** Parses a text as JSON; a text that is no JSON is a value itself. */
function parseText(text: string, decode: (text: string) => string = (all) => all): JsonValue {
  const read = attempt(() => parseJson(decode(text)))
  return 'value' in read ? read.value : text.trim()
}

/** Every status in a JSON value, in any case. */
function listStatuses(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return statuses.has(value.toLowerCase()) ? [value.toLowerCase()] : []
  if (Array.isArray(value)) return value.flatMap(listStatuses)
  return isObject(value) ? Object.values(value).flatMap(listStatuses) : []
}
