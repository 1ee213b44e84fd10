import type { StateStore } from '../../../../model/state-store.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'

/**
 * A ledger that lasts as long as the process. Of more than `most` entries, those are forgotten that were not used for
 * longest: a caller may open sessions without end.
 */
export function createStateStore(most = Number.POSITIVE_INFINITY): StateStore {
  const entries = new Map<string, JsonObject>()
  const set = (key: string, entry: JsonObject): void => {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
  }
  const get = (key: string): JsonObject | undefined => {
    const entry = entries.get(key)
    if (entry !== undefined && most < Number.POSITIVE_INFINITY) set(key, entry)
    return entry
  }
  return { get, set }
}

/** The entries of a server in memory: about 10,000 sessions with their codes, nonces and credentials. */
export const servedEntries = 50_000
