import type { JsonValue } from '../../protocol/encoding/json.ts'

const positive = /^(true|yes|ok|valid|verified|accepted|success|active)$/i

/** Whether a verifier says that it accepts: by a boolean, or by a word. `undefined` if it says neither. */
export function readAcceptance(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'string' ? positive.test(value) : undefined
}
