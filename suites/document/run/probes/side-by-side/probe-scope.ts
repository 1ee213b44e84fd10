import { once } from '../../../../../protocol/encoding/once.ts'
import type { Message } from '../../../model/endpoints.ts'
import { createUnmadeNote, type SessionStore } from '../../sessions/session-store.ts'
import type { RunProbeSession } from '../probe-path.ts'
import { createSessionRunners } from '../session-runner.ts'

/** What belongs to one probe while others are sent as well: its sessions, and the way of their messages to the record. */
export interface ProbeScope {
  readonly name: string
  /** Its place among all probes. */
  readonly number: number
  /** Opens sessions of this probe. */
  readonly store: SessionStore
  readonly run: RunProbeSession
  readonly runTogether: RunTogether
  /** The sign that a target has too much to do, if there was one. */
  readonly findOverload: () => string | undefined
  /** Whether a target said when it wants to be called again. */
  readonly isDelayed: () => boolean
  /** Judges its sessions: the probe is not sent again for anything in them. */
  readonly judge: () => void
  /** Records what was held back. */
  readonly release: () => void
  /** Forgets what was held back: the probe is sent again. */
  readonly drop: () => void
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

/** Opens the scope of the next probe, or that of one that is sent again. */
export type OpenScope = (options: ScopeOptions) => ProbeScope

interface ScopeOptions {
  /** Whether its messages wait until it is released. */
  readonly isHeld: boolean
  readonly again?: ProbeScope | undefined
  /** Whether it is sent only because others are sent at the same time. */
  readonly isExtra?: true | undefined
  readonly onCall?: ((message: Message) => void) | undefined
  readonly runTogether?: RunTogether
}

/** Numbers the scopes of a store: their names, and what is drawn by them, depend on the order and not on the speed of a target. */
export function createScopes(store: SessionStore, prefix = 'probe'): OpenScope {
  const runners = createSessionRunners(store)
  let [count, extra] = [0, 0]
  const nameNext = (isExtra?: true): Pick<ProbeScope, 'name' | 'number'> =>
    isExtra
      ? { name: `${prefix}-beside-${++extra}`, number: count + 0.5 }
      : { name: `${prefix}-${++count}`, number: count }
  return ({ isHeld, again, isExtra, onCall, runTogether = runOneByOne }) => {
    const { name, number } = again ? { name: `${again.name}-again`, number: again.number } : nameNext(isExtra)
    const signs = createSigns(store)
    const unmade = createUnmadeNote()
    const closed = createClosedSessions(store, isHeld)
    const onMessage = (message: Message): void => {
      signs.add(message)
      unmade.add(message)
      if (store.isTarget(message.to)) onCall?.(message)
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
      ...{ runTogether, findOverload: signs.find, isDelayed: signs.isDelayed, isDropped: () => isDropped },
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

/** What shows that a target has too much to do: it says so, or it does not answer. */
function createSigns({ isTarget }: SessionStore) {
  let found: string | undefined
  let isDelayed = false
  return {
    add: ({ to, response, transportError }: Message): void => {
      if (!isTarget(to)) return
      const sign = transportError ? lossSigns[transportError.kind] : statusSigns.get(response?.status ?? 0)
      found ??= sign
      isDelayed ||= sign !== undefined && response?.headers['retry-after'] !== undefined
    },
    find: () => found,
    isDelayed: () => isDelayed,
  }
}

const statusSigns: ReadonlyMap<number, string> = new Map([429, 503].map((status) => [status, `status ${status}`]))

const lossSigns: { readonly [K in NonNullable<Message['transportError']>['kind']]?: string } = {
  timeout: 'a time-out',
  unreachable: 'a connection that was closed',
  protocol: 'an answer that broke off',
}
