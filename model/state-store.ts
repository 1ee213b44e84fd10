import type { JsonObject } from '../protocol/encoding/json.ts'

/** What an actor stores between two calls. */
export interface StateStore {
  readonly get: (key: string) => JsonObject | undefined
  readonly set: (key: string, entry: JsonObject) => void
}
