import type { Ledger } from '../model/ledger.ts'
import type { JsonObject } from '../protocol/json.ts'

/** A ledger that lasts as long as the process. */
export function inMemory(): Ledger {
  const entries = new Map<string, JsonObject>()
  return { get: (key) => entries.get(key), set: (key, entry) => void entries.set(key, entry) }
}
