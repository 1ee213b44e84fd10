import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { VpEndpoint } from './verifier-steps.ts'

/**
 * Where a wallet calls a verifier: `elsewhere` and `moved` are addresses at which no response is due, `done` is that to
 * which its user is sent, and `plain` is any without TLS where the verifier has it.
 */
export type PresentationPlace = VpEndpoint | 'elsewhere' | 'moved' | 'done' | 'plain' | 'other'

/** A call of a wallet, and what it was answered. */
export interface PresentationCall {
  readonly place: PresentationPlace
  readonly request: HttpRequest
  readonly response: HttpResponse
  /** Milliseconds since 1970. */
  readonly at: number
}

/** All that a wallet did about one request. */
export interface PresentationSession {
  /** The request as a link, or as it is put to the Digital Credentials API. */
  readonly link: string
  /** The origin of the verifier, where its request is put to that API. */
  readonly origin?: string
  /** The parameters of the request. */
  readonly parameters: JsonObject
  readonly calls: readonly PresentationCall[]
  /** The parameters of a response, decrypted if they were encrypted. */
  readonly read: (call: PresentationCall) => JsonObject
}
