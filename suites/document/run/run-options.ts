import type { ProbeResult } from '../../../model/probe.ts'
import type { Tampering } from '../../../model/tampering.ts'
import type { FetchHandler } from '../../../src/wire/server/app.ts'
import type { SessionEnd } from '../model/session-plan.ts'
import type { SessionStoreOptions } from './sessions/options.ts'
import type { SessionStore } from './sessions/session-store.ts'

/** What a run needs from outside. */
export interface RunOptions extends SessionStoreOptions {
  readonly tool: { readonly name: string; readonly version: string }
  /** Called whenever a session ends. */
  readonly progress: (ending: SessionEnd) => void
  /** Lets targets call the reference actors. Without it, nothing answers them. */
  readonly listen?: (handler: FetchHandler) => Promise<() => Promise<void>>
  /** Sends probes between the planned sessions. Without it, none are sent. */
  readonly sendProbes?: (store: SessionStore) => Promise<readonly ProbeResult[]>
  /** The tamperings that show that a passed check can fail. Without them, passes stay unproven. */
  readonly tampers?: readonly Tampering[]
}
