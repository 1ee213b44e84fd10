import type { SessionEnd } from '../../../model/session-plan.ts'
import type { Message } from '../../../model/wire.ts'
import type { ManualStep } from './step.ts'

/** What a person is to do now. */
export interface ManualTask {
  /** Counted over the whole run; whoever tries again has a new one. */
  readonly number: number
  readonly role: string
  readonly session: string
  readonly step: ManualStep
  /** Seconds that it waits, and when that is over: milliseconds since 1970. */
  readonly timeout: number
  readonly until: number
}

/** How far a run is, for the page. */
export interface RunProgress {
  readonly task?: ManualTask
  readonly seen: readonly SeenMessage[]
  readonly endings: readonly Pick<SessionEnd, 'planned' | 'ended' | 'reason'>[]
}

/** A message that was seen, with nothing of what is in it. */
export type SeenMessage = Pick<Message, 'session' | 'endpoint' | 'from' | 'to'> & { readonly came: string }
