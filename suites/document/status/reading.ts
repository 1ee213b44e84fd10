import type { Decide } from '../../../model/decision.ts'
import { decodeText } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, parseJson } from '../../../protocol/encoding/json.ts'
import { findMember } from '../../../protocol/encoding/pointer.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { openStatusList, readStatus } from '../../../protocol/status-list/status-list.ts'
import { STATUS_FORM } from '../credential/decisions.ts'
import { BODY, COMPARE, ID_MEMBER, MEMBER } from './decisions.ts'

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

/** Whether a status response calls a credential active. */
export function isCalledActive(response: JsonObject, credential: JsonObject, decide: Decide): boolean {
  if (decide(STATUS_FORM) === 'object') return readListed(response, credential) === 0
  if (decide(BODY) === 'any') return listTexts(response).some((text) => text.toLowerCase() === 'active')
  const status = findMember(response, decide(MEMBER))
  return status === 'active' || (decide(COMPARE) === 'any-case' && String(status).toLowerCase() === 'active')
}

/** The number that a list has for a credential. */
function readListed(claims: JsonObject, { status }: JsonObject): number | undefined {
  const opened = openStatusList({ claims })
  const reference = isObject(status) && isObject(status.status_list) ? status.status_list : {}
  return 'list' in opened ? readStatus(opened.list, Number(reference.idx)) : undefined
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

/** Replaces every status in a JSON object, at any depth. */
export const replaceStatuses = (object: JsonObject, by: string): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, replaceInside(value, by)]))

function replaceInside(value: JsonValue, by: string): JsonValue {
  if (typeof value === 'string') return statusValues.includes(value.toLowerCase()) ? by : value
  if (Array.isArray(value)) return value.map((each) => replaceInside(each, by))
  return isObject(value) ? replaceStatuses(value, by) : value
}

/** The members that may have the id of the credential: none where the format is another one, and the member is not decided. */
export function listIdMembers(decide: Decide): readonly string[] {
  const member = decide(STATUS_FORM) === 'object' ? 'id-or-sub' : decide(ID_MEMBER)
  if (member !== 'id-or-sub') return [member]
  return decide(BODY) === 'any' ? [] : ['id', 'sub']
}
