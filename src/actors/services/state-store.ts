import type { StateStore } from '../../../model/state-store.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'

/** A ledger that lasts as long as the process. */
export function createStateStore(): StateStore {
  const entries = new Map<string, JsonObject>()
  return { get: (key) => entries.get(key), set: (key, entry) => void entries.set(key, entry) }
}
