import type { ProbeAnswer } from '../../../../../model/probe.ts'
import { createPlaces, type Places } from '../../../../../src/wire/client/places.ts'
import { type Concurrency, createTempo, oneAtATime, type Tempo } from '../../../../../src/wire/client/tempo.ts'
import type { SessionStore } from '../../sessions/session-store.ts'
import { createScopes, type OpenScope, type ProbeScope } from './probe-scope.ts'

/** Something that is sent in sessions of its own. */
export interface Task<T> {
  /** Whether it is sent only because others are sent at the same time: it changes no name of theirs. */
  readonly isExtra?: true
  readonly send: (scope: ProbeScope) => Promise<T>
  /** Whether what else is sent may be the reason of an outcome: then it is sent again, alone. */
  isDoubtful(outcome: T): boolean
}

/** Sends tasks side by side: as many at a time as the target can take. */
export interface SideBySide {
  /**
   * Sends tasks, and returns their outcomes in order. With a control, a valid session is among them: if that is refused, one
   * at a time is what the target can take, and all tasks are sent again.
   */
  readonly sendAll: <T>(tasks: readonly Task<T>[], control?: Task<ProbeAnswer>) => Promise<readonly T[]>
  /** Sends a task while nothing else is sent. */
  readonly sendAlone: <T>(task: Task<T>) => Promise<T>
  /** Sends a control along a path. One that was the last of all that was sent is not sent again, unless that is wanted. */
  readonly sendControl: (control: Task<ProbeAnswer>, path: unknown, isAgain?: boolean) => Promise<ProbeAnswer>
  /** Whether the target accepts valid sessions side by side. If not, one at a time is sent from then on. */
  readonly tryTogether: (control: Task<ProbeAnswer>) => Promise<void>
  /** What was done, as a sentence. */
  readonly describe: () => string | undefined
}

const [refusedTogether, oneAddress] = [
  'a valid session that was run beside others was refused',
  'a target calls one address for all sessions',
]

/** Creates what sends the probes for one store. */
export function createSideBySide(
  store: SessionStore,
  concurrency: Concurrency = oneAtATime,
  prefix?: string,
): SideBySide {
  const tempo = createTempo(concurrency)
  if (store.hasUnnamedCalls()) tempo.stop(oneAddress)
  const sender = createSender(store, tempo, concurrency, prefix)
  const { sendAll, places } = sender
  const sendAlone: SideBySide['sendAlone'] = async (task) => {
    const outcomes = await places.inQuiet(() => sendAll([task]))
    return outcomes[0] as (typeof outcomes)[number] // one task has one outcome
  }
  let last: { readonly path: unknown; readonly at: number; readonly answer: ProbeAnswer } | undefined
  return {
    sendAll,
    sendAlone,
    sendControl: async (control, path, isAgain = false) => {
      if (!isAgain && last !== undefined && last.path === path && last.at === places.count()) return last.answer
      const answer = await sendAlone(control)
      last = { path, at: places.count(), answer }
      return answer
    },
    tryTogether: async (control) => {
      const size = Math.min(3, tempo.limit())
      if (size < 2) return
      const extra = { ...control, isExtra: true } as const
      const answers = await sendAll(Array.from({ length: size }, () => extra))
      if (answers.includes('refused') && (await sendAlone(extra)) === 'accepted') tempo.stop(refusedTogether)
    },
    describe: () => {
      const text = tempo.describe(places.peak())
      return text === undefined ? undefined : `${text}${describeRepeated(sender.countRepeated())}`
    },
  }
}

const describeRepeated = (count: number): string =>
  count === 0 ? '' : `; ${count} ${count === 1 ? 'was' : 'were'} sent again, alone`

/** A task with its scope, and what came of it. */
interface Entry<T> {
  readonly task: Task<T>
  scope: ProbeScope
  outcome?: T
  isDoubtful?: boolean
}

/** Opens the scope of a task, or that of one that is sent again. */
const createOpener =
  (openScope: OpenScope, { limit, noteCall }: Tempo, { runTogether }: Places, isMeasured: boolean) =>
  ({ isExtra }: Pick<Task<unknown>, 'isExtra'>, again?: ProbeScope): ProbeScope =>
    openScope({ isHeld: limit() > 1, again, isExtra, runTogether, onCall: isMeasured ? noteCall : undefined })

function createSender(store: SessionStore, tempo: Tempo, { most }: Concurrency, prefix?: string) {
  const places = createPlaces(tempo.limit)
  const open = createOpener(createScopes(store, prefix), tempo, places, most > 1)
  let repeated = 0

  async function sendEntry(entry: Entry<unknown>): Promise<void> {
    const turn = tempo.turn()
    const { task, scope } = entry
    const { outcome, isAlone } = await places.take(() => task.send(scope))
    const sign = scope.findOverload()
    if (sign !== undefined && !isAlone) tempo.noteOverload(sign, turn)
    entry.outcome = outcome
    entry.isDoubtful = (sign !== undefined || task.isDoubtful(outcome)) && (!isAlone || scope.isDelayed())
    // Others wait for their answers meanwhile.
    if (!entry.isDoubtful) scope.judge()
  }

  const sendAgain = (entries: readonly Entry<unknown>[]): Promise<void> =>
    places.inQuiet(async () => {
      for (const entry of entries) {
        repeated++
        entry.scope.drop()
        entry.scope = open(entry.task, entry.scope)
        await sendEntry(entry)
      }
    })

  async function sendDoubtful(entries: readonly Entry<unknown>[]): Promise<void> {
    const doubtful = entries.filter(({ isDoubtful }) => isDoubtful)
    const overloaded = doubtful.filter(({ scope }) => scope.findOverload() !== undefined)
    await sendAgain(doubtful)
    // What happens with nothing else around is no overload.
    if (overloaded.length > 0 && overloaded.every(({ scope }) => scope.findOverload() !== undefined)) tempo.restore()
  }

  const createExtra = (task: Task<ProbeAnswer>): Entry<ProbeAnswer> => ({ task, scope: open({ isExtra: true }) })

  async function sendAll<T>(tasks: readonly Task<T>[], control?: Task<ProbeAnswer>): Promise<readonly T[]> {
    const entries = tasks.map((task): Entry<T> => ({ task, scope: open(task) }))
    const among = control && tempo.limit() > 1 ? [createExtra(control)] : []
    const middle = Math.floor(entries.length / 2)
    const all: Entry<unknown>[] = [...entries.slice(0, middle), ...among, ...entries.slice(middle)]
    try {
      await places.fill(all, sendEntry)
      await sendDoubtful(all)
      const isMixedUp = all.length > 1 && tempo.limit() > 1 && store.hasUnnamedCalls()
      if (isMixedUp || among.some(({ outcome }) => outcome === 'refused')) {
        tempo.stop(isMixedUp ? oneAddress : refusedTogether)
        await sendAgain(entries)
      }
      return entries.map(({ outcome }) => outcome as T) // each was sent
    } finally {
      for (const { scope } of all) scope.release()
    }
  }

  return { places, sendAll, countRepeated: () => repeated }
}
