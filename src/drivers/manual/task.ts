import type { SessionEnd } from '../../../model/session-end.ts'
import type { Message } from '../../../model/wire.ts'
import type { ManualStep } from './step.ts'

/** What a person has to do now. */
export interface ManualTask {
  /** Counted over the whole run; a retry has a new number. */
  readonly number: number
  readonly role: string
  readonly session: string
  readonly step: ManualStep
  /** The timeout in seconds, and its end in milliseconds since 1970. */
  readonly timeout: number
  readonly until: number
}

/** The progress of a run, for the page. */
export interface RunProgress {
  readonly task?: ManualTask
  readonly seen: readonly SeenMessage[]
  readonly endings: readonly Pick<SessionEnd, 'planned' | 'ended' | 'reason'>[]
}

/** A message without its content. */
export type SeenMessage = Pick<Message, 'session' | 'endpoint' | 'from' | 'to'> & { readonly came: string }
