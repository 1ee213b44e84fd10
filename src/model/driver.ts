import type { JsonObject } from '../protocol/json.ts'
import type { Account } from './settings.ts'

// A wallet and an identity app are moved by a finger. A driver is that finger: it hands something over, and tells what
// came of it. What travels by HTTP goes its own way and is seen there.

/** What somebody under test is to do next. */
export type Order =
  /** To an identity app: the holder wants to share. */
  | ({ readonly verb: 'share'; readonly offer: 'value' | 'reference' } & Account & Places)
  /** To a wallet: the credential manager hands an offer over. */
  | ({ readonly verb: 'offer'; readonly offer: string; readonly credentialIdentifier: string } & Places)
  /** To an identity app: somebody opened this deeplink. */
  | ({ readonly verb: 'open'; readonly link: string } & Places)
  /** To a verifier: somebody presents this. */
  | ({ readonly verb: 'verify'; readonly presentation: string } & Places)

export type Verb = Order['verb']

/** In which session, and where everybody else is found in it: base addresses without a slash at their end. */
export interface Places {
  readonly session: string
  readonly issuer: string
  readonly statusService: string
  readonly walletBackend: string
}

/** An offer that was pushed. */
export interface Push {
  readonly offer: string
  readonly credentialIdentifier: string
}

/** What came of an order. Everything may be absent: who does nothing has refused. */
export interface Deed {
  /** Offers that an identity app pushed. */
  readonly pushed?: readonly Push[]
  /** Deeplinks that a wallet opened. */
  readonly links?: readonly string[]
  /** What a verifier made of a presentation, and what it read in it. */
  readonly accepted?: boolean
  readonly claims?: JsonObject
  /** Why it went no further, in its own words. */
  readonly refused?: string
}

/** What a driver may use while it waits. */
export interface Waiting {
  readonly signal: AbortSignal
  /** The deeplink, if it arrives at a server of ours. */
  readonly arrival: Promise<string>
}

/** Moves somebody under test. What is lost on the way is a `WireError`, and never a verdict. */
export interface Driver {
  readonly order: (order: Order, waiting: Waiting) => Promise<Deed>
  readonly close: () => Promise<void>
}
