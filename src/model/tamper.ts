import type { Exhibit, Kind } from '../protocol/evidence.ts'
import type { Context } from './check.ts'
import type { Exchange } from './exchange-check.ts'
import type { Requirement } from './requirement.ts'

/**
 * A change to a copy of what somebody said, after which the copy certainly breaks one requirement. Nobody's key is
 * needed for it: where a signature would be, the part that was read is changed and not the octets that were signed.
 */
export interface Tamper {
  readonly breaks: Requirement
  readonly kind: Kind
  readonly deed: string
  /** The copy; nothing, where this artefact offers no hold under these answers. */
  readonly on: (exhibit: Exhibit, context: Context) => Exhibit | undefined
}

/** The same for a whole exchange: a message dropped, an answer replaced, an identifier used twice. */
export interface ExchangeTamper {
  readonly breaks: Requirement
  readonly deed: string
  readonly on: (exchange: Exchange, context: Context) => Exchange | undefined
}

/** Everything that passes are put to the test with. */
export interface Tampers {
  readonly artefacts: readonly Tamper[]
  readonly exchanges: readonly ExchangeTamper[]
}
