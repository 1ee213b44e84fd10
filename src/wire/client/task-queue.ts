import type { ProbeAnswer } from '../../../model/probe.ts'
import type { Message } from '../../../model/wire.ts'
import { createPlaces, type Places } from './places.ts'
import { type Concurrency, createTempo, type Tempo } from './tempo.ts'

/** A probe, or several that depend on one another. */
export interface SideTask<S, T> {
  /** Whether it is sent only because others are sent at the same time: it changes no name of theirs. */
  readonly isExtra?: true
  /** Sends it in a scope of its own. */
  readonly send: (scope: S) => Promise<T>
  /** Whether what else is sent may be the reason of an outcome: then it is sent again, alone. */
  isDoubtful(outcome: T): boolean
}

/** A valid request: it shows whether what is sent beside it can be the reason of a refusal. */
export type SideControl<S> = SideTask<S, ProbeAnswer>

/** What a task is sent in: what it sees is its own, and is lost if the task is sent again. */
export interface TaskScope {
  /** The sign that a target has too much to do, if there was one. */
  readonly findOverload: () => string | undefined
  /** Whether a target said when it wants to be called again. */
  readonly isDelayed: () => boolean
  /** Called as soon as it is certain that the task is not sent again. Others may wait for their answers meanwhile. */
  readonly judge?: () => void
  /** Called when that is certain, in the order of the tasks, but not for what is extra. */
  readonly merge?: () => void
  /** Called when all that was sent together is over, in the order of the tasks, however it ended. */
  readonly release?: () => void
  /** Called when the task is sent again. */
  readonly drop?: () => void
}

export interface ScopeOptions<S> {
  /** Whether others may be sent meanwhile: then what it sees waits for its turn. */
  readonly isHeld: boolean
  /** The scope in which the task was sent before. */
  readonly again?: S | undefined
  readonly isExtra?: true | undefined
  /** Called with every message to a target. */
  readonly onCall?: (message: Pick<Message<string>, 'endpoint' | 'milliseconds'>) => void
  /** Runs several sessions of the task, at the same time where the target can take that. */
  readonly runTogether?: Places['runTogether']
}

/** Whom tasks are sent to. */
interface QueueOptions<S> {
  readonly concurrency: Concurrency
  readonly openScope: (options: ScopeOptions<S>) => S
  /** Why it is not known which task a call belongs to while others are sent, if that is so. */
  readonly findMixture?: () => string | undefined
  /** Whether one is sent at a time for now, whatever the target can take. */
  readonly isOneByOne?: () => boolean
}

/** Sends tasks side by side: as many at a time as the target can take. */
export interface TaskQueue<S> {
  /**
   * Sends tasks, and returns their outcomes in order. The control goes along: if it is refused beside others and accepted
   * alone, one task at a time is sent from then on, and all of these are sent again.
   */
  readonly sendAll: <T>(tasks: readonly SideTask<S, T>[], control?: SideControl<S>) => Promise<readonly T[]>
  /** Sends a task while nothing else is sent. */
  readonly sendAlone: <T>(task: SideTask<S, T>) => Promise<T>
  /** Whether the target accepts several controls at a time. If not, one at a time is sent from then on. */
  readonly tryTogether: (control: SideControl<S>) => Promise<void>
  /** How many may be sent at a time, now. */
  readonly limit: () => number
  /** How often something was sent so far. */
  readonly countSent: () => number
  /** What was done, as a sentence. */
  readonly describe: () => string | undefined
}

const refusedTogether = 'a valid request that was sent beside others was refused'

/** A task with its scope, and what came of it. */
interface Entry<S, T> {
  readonly task: SideTask<S, T>
  scope: S
  outcome?: T
  /** Whether nothing else was sent meanwhile, and the target did not want to be called later. */
  isCertain?: boolean
}

/** Creates what sends tasks to one target, or to several that are tested together. */
export function createTaskQueue<S extends TaskScope>(options: QueueOptions<S>): TaskQueue<S> {
  const { concurrency, findMixture = () => undefined } = options
  const tempo = limitTempo(createTempo(concurrency), options)
  const places = createPlaces(tempo.limit)
  const noteCall: Tempo['noteCall'] = (call) => {
    tempo.noteCall(call)
    places.lookAgain()
  }
  const sender = createSender(options, { ...tempo, noteCall }, places)
  const stopIf = (why: string | undefined): boolean => {
    if (why !== undefined) tempo.stop(why)
    return why !== undefined
  }
  stopIf(findMixture())

  const sendAll: TaskQueue<S>['sendAll'] = (tasks, control) =>
    sender.sendTogether(tasks, control, async (valid) => {
      if (tempo.limit() > 1 && stopIf(findMixture())) return true
      return control !== undefined && isRefusedTogether([valid], control)
    })

  const sendAlone: TaskQueue<S>['sendAlone'] = async (task) => {
    const outcomes = await places.inQuiet(() => sendAll([task]))
    return outcomes[0] as (typeof outcomes)[number] // one task has one outcome
  }

  /** Whether a control that was refused beside others is accepted alone. */
  async function isRefusedTogether(ends: readonly unknown[], control: SideControl<S>): Promise<boolean> {
    if (!ends.includes('refused')) return false
    return (await sendAlone({ ...control, isExtra: true })) === 'accepted' && stopIf(refusedTogether)
  }

  return {
    ...{ sendAll, sendAlone, limit: tempo.limit, countSent: places.count },
    tryTogether: async (control) => {
      const size = Math.min(3, tempo.limit())
      if (size < 2) return
      const extra = { ...control, isExtra: true } as const
      await isRefusedTogether(await sendAll(Array.from({ length: size }, () => extra)), control)
    },
    describe: () => {
      const text = tempo.describe(places.peak())
      const count = sender.countRepeated()
      return count === 0 || text === undefined
        ? text
        : `${text}; ${count} ${count === 1 ? 'was' : 'were'} sent again, alone`
    },
  }
}

const limitTempo = (
  tempo: Tempo,
  { isOneByOne = () => false }: Pick<QueueOptions<TaskScope>, 'isOneByOne'>,
): Tempo => ({
  ...tempo,
  limit: () => (isOneByOne() ? 1 : tempo.limit()),
})

/** Sends tasks in scopes of their own, and what is doubtful once more. */
function createSender<S extends TaskScope>({ openScope }: QueueOptions<S>, tempo: Tempo, places: Places) {
  let repeated = 0
  const { runTogether } = places
  const open = ({ isExtra }: Pick<SideTask<S, unknown>, 'isExtra'>, again?: S): S =>
    openScope({ isHeld: tempo.limit() > 1, again, isExtra, onCall: tempo.noteCall, runTogether })

  const isDoubtful = <T>({ task, scope, outcome, isCertain }: Entry<S, T>): boolean =>
    !isCertain && (scope.findOverload() !== undefined || task.isDoubtful(outcome as T)) // it was sent

  async function sendEntry<T>(entry: Entry<S, T>): Promise<void> {
    const turn = tempo.turn()
    const { task, scope } = entry
    const { outcome, isAlone } = await places.take(() => task.send(scope))
    const sign = scope.findOverload()
    if (sign !== undefined && !isAlone) tempo.noteOverload(sign, turn)
    entry.outcome = outcome
    entry.isCertain = isAlone && !scope.isDelayed()
    if (!isDoubtful(entry)) scope.judge?.()
  }

  const sendAgain = <T>(entry: Entry<S, T>): Promise<void> =>
    places.inQuiet(async () => {
      repeated++
      entry.scope.drop?.()
      entry.scope = open(entry.task, entry.scope)
      await sendEntry(entry)
      entry.scope.judge?.()
    })

  /** Sends tasks, with the control in their middle, and all of them again if its answer shows that they were mixed up. */
  async function sendTogether<T>(
    tasks: readonly SideTask<S, T>[],
    control: SideControl<S> | undefined,
    isMixedUp: (valid: ProbeAnswer | undefined) => Promise<boolean>,
  ): Promise<readonly T[]> {
    const entries = tasks.map((task): Entry<S, T> => ({ task, scope: open(task) }))
    const valid: Entry<S, ProbeAnswer> | undefined =
      control && tempo.limit() > 1 ? { task: control, scope: open({ isExtra: true }) } : undefined
    const middle = Math.floor(entries.length / 2)
    const all: Entry<S, unknown>[] = [...entries.slice(0, middle), ...(valid ? [valid] : []), ...entries.slice(middle)]
    try {
      await places.fill(all, sendEntry)
      const overloaded = entries.filter((each) => !each.isCertain && each.scope.findOverload() !== undefined)
      const isAllAgain = all.length > 1 && (await isMixedUp(valid?.outcome))
      for (const entry of entries) {
        if (isAllAgain || isDoubtful(entry)) await sendAgain(entry)
        if (!entry.task.isExtra) entry.scope.merge?.()
      }
      // What happens with nothing else around is no overload.
      if (overloaded.length > 0 && overloaded.every(({ scope }) => scope.findOverload() !== undefined)) tempo.restore()
      return entries.map(({ outcome }) => outcome as T) // each was sent
    } finally {
      for (const { scope } of all) scope.release?.()
    }
  }

  return { sendTogether, countRepeated: () => repeated }
}
