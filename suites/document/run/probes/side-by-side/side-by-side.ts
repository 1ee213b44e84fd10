import type { ProbeAnswer } from '../../../../../model/probe.ts'
import { createTaskQueue, type SideTask, type TaskQueue } from '../../../../../src/wire/client/task-queue.ts'
import { type Concurrency, oneAtATime } from '../../../../../src/wire/client/tempo.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { createScopes, type ProbeScope } from './probe-scope.ts'

/** Something that is sent in sessions of its own. */
export type Task<T> = SideTask<ProbeScope, T>

/** Sends tasks side by side: as many at a time as the target can take. */
export interface SideBySide extends TaskQueue<ProbeScope> {
  /** Sends a control along a path. One that was the last of all that was sent is not sent again, unless that is wanted. */
  readonly sendControl: (control: Task<ProbeAnswer>, path: unknown, isAgain?: boolean) => Promise<ProbeAnswer>
}

const oneAddress = 'a target calls one address for all sessions'

/** Creates what sends the probes for one store. */
export function createSideBySide(
  store: SessionStore,
  concurrency: Concurrency = oneAtATime,
  prefix?: string,
): SideBySide {
  const side = createTaskQueue({
    concurrency,
    openScope: createScopes(store, prefix),
    findMixture: () => (store.hasUnnamedCalls() ? oneAddress : undefined),
  })
  let last: { readonly path: unknown; readonly at: number; readonly answer: ProbeAnswer } | undefined
  return {
    ...side,
    sendControl: async (control, path, isAgain = false) => {
      if (!isAgain && last !== undefined && last.path === path && last.at === side.countSent()) return last.answer
      const answer = await side.sendAlone(control)
      last = { path, at: side.countSent(), answer }
      return answer
    },
  }
}
