import type { ProbeAnswer } from '../../../../../model/probe.ts'
import { createTaskQueue, type SideTask, type TaskQueue } from '../../../../../src/wire/client/task-queue.ts'
import { type Concurrency, oneAtATime } from '../../../../../src/wire/client/tempo.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { createScopes, type ProbeScope } from './probe-scope.ts'

/** Something that is sent in sessions of its own. */
export type Task<T> = SideTask<ProbeScope, T>

/** Sends tasks side by side: as many at a time as the target can take. */
export interface SideBySide extends TaskQueue<ProbeScope> {
  /** Sends a control along a path, unless less than that was sent since the last one was accepted there. */
  readonly sendControl: (control: Task<ProbeAnswer>, path: unknown, less: number) => Promise<ProbeAnswer>
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
  const accepted = new Map<unknown, number>()
  return {
    ...side,
    sendControl: async (control, path, less) => {
      if (side.countSent() - (accepted.get(path) ?? Number.NEGATIVE_INFINITY) < less) return 'accepted'
      const answer = await side.sendAlone(control)
      if (answer === 'accepted') accepted.set(path, side.countSent())
      else accepted.delete(path)
      return answer
    },
  }
}
