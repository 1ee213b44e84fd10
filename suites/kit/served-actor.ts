import type { CommandHandler } from '../../model/driver.ts'
import type { EndpointHandler, HttpRequest, HttpResponse } from '../../model/wire.ts'
import type { ReferenceProfile } from './reference-profile.ts'

/** What an actor does otherwise; nothing, if it does everything right. */
export type ChooseChange = <Change>(reference: ReferenceProfile<Change>) => Change | undefined

type Send = (request: HttpRequest) => Promise<HttpResponse>

/** A reference actor of a standard. */
export interface PlayedActor {
  readonly handle: EndpointHandler
  readonly id: string
  /** Where it gives what begins a session. */
  readonly source: string
}

/** A kind of reference actor that is served alone, or answers the `fetch` of the code under test. */
export interface StandardActor {
  readonly title: string
  /** What its source gives. */
  readonly gives: string
  /** The names of its id and its source in JSON. */
  readonly names: readonly [id: string, source: string]
  readonly command: (source: string) => string
  /** What it fetches is sent by `send`. */
  readonly create: (origin: string, now: () => number, choose: ChooseChange, send?: Send) => PlayedActor
}

/** Where a reference wallet is: without an authority to trust, it is tried out over plain HTTP. */
interface WalletPlace {
  readonly now: () => number
  readonly send: Send
  readonly isPlain: boolean
}

/** A kind of reference wallet that takes commands. */
export type StandardWallet = (place: WalletPlace, choose: ChooseChange) => CommandHandler
