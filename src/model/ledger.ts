import type { JsonObject } from '../protocol/json.ts'

/** What an actor remembers between two calls. */
export interface Ledger {
  readonly get: (key: string) => JsonObject | undefined
  readonly set: (key: string, entry: JsonObject) => void
}
