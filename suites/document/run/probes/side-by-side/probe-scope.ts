import { once } from '../../../../../protocol/encoding/once.ts'
import { createOverload } from '../../../../../src/wire/client/overload.ts'
import type { ScopeOptions, TaskScope } from '../../../../../src/wire/client/task-queue.ts'
import type { Message } from '../../../model/endpoints.ts'
import { createUnmadeNote, type SessionStore } from '../../sessions/session-store.ts'
import type { RunProbeSession } from '../probe-path.ts'
import { createSessionRunners } from '../session-runner.ts'

/** What belongs to one probe while others are sent as well: its sessions, and the way of their messages to the record. */
export interface ProbeScope extends TaskScope {
  readonly name: string
  /** Its place among all probes. */
  readonly number: number
  /** Opens sessions of this probe. */
  readonly store: SessionStore
  readonly run: RunProbeSession
  readonly runTogether: RunTogether
  readonly isDropped: () => boolean
}

/** The runner of the sessions of a probe, along one path. */
export type ChoosePath = (scope: ProbeScope) => RunProbeSession

/** Runs several sessions of one probe, at the same time where the target can take that. */
export type RunTogether = <T>(runs: readonly (() => Promise<T>)[]) => Promise<readonly T[]>

/** Runs them one after the other. */
export const runOneByOne: RunTogether = async (runs) => {
  const outcomes = []
  for (const run of runs) outcomes.push(await run())
  return outcomes
}

/** Numbers the scopes of a store: their names, and what is drawn by them, depend on the order and not on the speed of a target. */
export function createScopes(store: SessionStore, prefix = 'probe'): (options: ScopeOptions<ProbeScope>) => ProbeScope {
  const runners = createSessionRunners(store)
  let [count, extra] = [0, 0]
  const nameNext = (isExtra?: true): Pick<ProbeScope, 'name' | 'number'> =>
    isExtra
      ? { name: `${prefix}-beside-${++extra}`, number: count + 0.5 }
      : { name: `${prefix}-${++count}`, number: count }
  return ({ isHeld, again, isExtra, onCall, runTogether = runOneByOne }) => {
    const { name, number } = again ? { name: `${again.name}-again`, number: again.number } : nameNext(isExtra)
    const overload = createOverload()
    const unmade = createUnmadeNote()
    const closed = createClosedSessions(store, isHeld)
    const onMessage = (message: Message): void => {
      unmade.add(message)
      if (!store.isTarget(message.to)) return
      overload.add(message)
      onCall?.(message)
    }
    const outlet = once(() => store.openOutlet({ isHeld, onMessage }))
    const scoped: SessionStore = {
      ...store,
      probe: name,
      openSession: (options) => {
        outlet().take(options.session)
        return store.openSession({ ...options, probe: name, onClose: closed.add })
      },
      isWrong: (session) => {
        closed.judge()
        return store.isWrong(session)
      },
      takeUnmade: unmade.take,
      runOffRecord: (run, isWorthRecording) => outlet().runOffRecord(run, isWorthRecording),
    }
    let isDropped = false
    return {
      ...{ name, number, store: scoped, run: runners(scoped, name) },
      ...{ runTogether, findOverload: overload.find, isDelayed: overload.isDelayed, isDropped: () => isDropped },
      judge: closed.judge,
      release: () => {
        closed.judge()
        outlet().release()
      },
      drop: () => {
        isDropped = true
        closed.forget()
        outlet().drop()
      },
    }
  }
}

/** The sessions of a probe that are over. They are judged when it is certain that the probe is not sent again. */
function createClosedSessions({ judgeSession }: SessionStore, isHeld: boolean) {
  const waiting: (readonly Message[])[] = []
  const judge = (): void => {
    for (const messages of waiting.splice(0)) judgeSession(messages)
  }
  return {
    add: (messages: readonly Message[]): void => {
      waiting.push(messages)
      if (!isHeld) judge()
    },
    judge,
    forget: (): void => void waiting.splice(0),
  }
}
