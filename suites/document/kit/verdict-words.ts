import { type JsonValue, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'

const positive = /^(true|yes|ok|valid|verified|accepted|success|active)$/i

/** Whether a verifier says that it accepts: by a boolean, or by a word. `undefined` if it says neither. */
export function readAcceptance(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'string' ? positive.test(value) : undefined
}

/** Whether a body is a JSON object with an `error`. Some APIs have the member in every response: without a value, it says nothing. */
export function hasError(body: string): boolean {
  const read = attempt(() => parseJsonObject(body))
  const { error } = 'value' in read ? read.value : {}
  return error !== undefined && error !== null && error !== false && error !== ''
}
