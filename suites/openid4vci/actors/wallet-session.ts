import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { VciEndpoint } from './issuer-steps.ts'

/** A request of a wallet, and what it was answered. */
export interface WalletCall {
  /** `other` for an address where nothing is. */
  readonly endpoint: VciEndpoint | 'other'
  readonly request: HttpRequest
  readonly response: HttpResponse
  /** Milliseconds since 1970. */
  readonly at: number
}

/** All that a wallet did about one offer. */
export interface WalletSession {
  /** The identifier of the issuer. */
  readonly issuer: string
  readonly offer: JsonObject
  readonly isByReference: boolean
  /** When the offer was made, by the clock of the test, which --now may have set. Seconds since 1970. */
  readonly start: number
  readonly txCode?: string
  /** The metadata of the issuer and of its authorization server, as they were served. */
  readonly metadata: JsonObject
  readonly server: JsonObject
  readonly calls: readonly WalletCall[]
  /** The JSON in a request, decrypted if it was encrypted. */
  readonly read: (call: WalletCall) => JsonObject | undefined
}
