import { decodeText } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonValue, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'

/** The statuses of section 3. */
export const statusValues: readonly string[] = ['active', 'suspended', 'revoked']

/** Finds the status in a response of any form, such as a JWS inside JSON; `undefined` if it has none, or several. */
export function findStatus(body: string): string | undefined {
  const payloads = [...body.matchAll(/[\w-]+\.([\w-]+)\.[\w-]*/g)].map(([, payload = '']) =>
    parseText(payload, decodeText),
  )
  const texts = [...payloads, parseText(body)].flatMap(listTexts).map((text) => text.toLowerCase())
  const found = new Set(texts.filter((text) => statusValues.includes(text)))
  const [status] = found
  return found.size === 1 ? status : undefined
}

/** Parses a text as JSON; a text that is no JSON is a value itself. */
function parseText(text: string, decode: (text: string) => string = (all) => all): JsonValue {
  const read = attempt(() => parseJson(decode(text)))
  return 'value' in read ? read.value : text.trim()
}

/** Every string in a JSON value. */
export function listTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(listTexts)
  return isObject(value) ? Object.values(value).flatMap(listTexts) : []
}
