import type { ProbeAnswer } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import { drawFrom, drawToken } from '../../runtime/random.ts'
import { createOverload } from '../../wire/client/overload.ts'
import {
  createTaskQueue,
  type ScopeOptions,
  type SideControl,
  type SideTask,
  type TaskScope,
} from '../../wire/client/task-queue.ts'
import { adaptiveConcurrency, type Concurrency, oneAtATime } from '../../wire/client/tempo.ts'
import type { Journal, JournalPart } from '../journal.ts'
import { Obstacle } from '../obstacle.ts'
import type { TestMessage } from '../recording.ts'
import { isPlayedBack, openTapePart, type TapePart, takeFromTape } from '../tape/tape.ts'
import type { TestTrial } from '../trials.ts'

/** A probe, or several that depend on one another. */
export interface ProbeTask<W> {
  /** What it draws depends on this name, and not on what is sent beside it. */
  readonly name: string
  /** Sends it with a wallet that is its own, and says whether there was an answer. */
  readonly send: (wallet: W) => Promise<'answered' | 'lost'>
}

/** Sends a valid request. */
type SendControl<W> = (wallet: W) => Promise<ProbeAnswer>

/** What a task sends with, and notes in. It belongs to the task until it is merged. */
export interface WalletPart<W> extends JournalPart {
  readonly wallet: W
}
export type BeginPart<W> = (watch: (message: TestMessage) => void) => WalletPart<W>

/** Sends the probes of a test side by side. */
export interface ProbeQueue<W> {
  /** Sends all, with a valid request among them. What they note is in their order, and as if each had been sent alone. */
  readonly sendAll: (tasks: readonly ProbeTask<W>[], control?: SendControl<W>) => Promise<void>
  /** Sends one after the other: each may use up what the next one needs. */
  readonly sendInOrder: (tasks: readonly ProbeTask<W>[]) => Promise<void>
  /** Says in the notes what was done. */
  readonly describe: () => Promise<void>
}

interface ProbeOptions<W> {
  readonly concurrency: Concurrency
  readonly journal: Journal
  readonly role: Role
  readonly beginPart: BeginPart<W>
}

/** How many probes a target gets at a time. A number is the most that was asked for; nothing, if it is not called. */
export function chooseConcurrency(isCalled: boolean, most?: number): Concurrency {
  if (!isCalled) return oneAtATime
  return most === undefined ? adaptiveConcurrency : { most, isAdaptive: false }
}

/** The number of probes between two controls. */
const batchSize = 64

/** Probes without an answer, after which no others are sent. */
const mostLost = 3

/** What a probe is sent in, until it is merged. */
interface SentProbe<W> extends TaskScope {
  readonly wallet: W
  readonly journal: Journal
  readonly taped: TapePart
  attempt: number
  /** How it ended. */
  end?: ProbeEnd
  /** Whether the target failed, perhaps because it has too much to do. */
  hasFailed?: boolean
}

interface ProbeEnd {
  readonly end: 'answered' | 'lost'
  /** What ended it early. */
  readonly error?: unknown
}

/** Opens what probes are sent in, and knows what came of those that are merged. */
function createParts<W>({ role, beginPart }: ProbeOptions<W>) {
  const confirmed = new Set<string>()
  let lost = 0
  const noteEnd = ({ journal, end: ended }: SentProbe<W>): void => {
    for (const each of listWrong(journal)) confirmed.add(each)
    if (ended?.error !== undefined) throw ended.error
    if (ended?.end === 'lost' && ++lost > mostLost)
      throw new Obstacle('several probes had no answer: the others were not sent')
  }
  const open = ({ again, onCall }: ScopeOptions<SentProbe<W>>): SentProbe<W> => {
    const overload = createOverload()
    const { wallet, journal, merge } = beginPart((message) => {
      if (message.to !== role) return
      overload.add(message)
      scope.hasFailed ||= (message.response?.status ?? 0) >= 500
      onCall?.(message)
    })
    const scope: SentProbe<W> = {
      ...{ wallet, journal, taped: openTapePart(), attempt: (again?.attempt ?? 0) + 1 },
      findOverload: () => overload.find() ?? (scope.end?.end === 'lost' ? 'a probe without an answer' : undefined),
      isDelayed: () => scope.attempt === 1 && overload.isDelayed(),
      merge: () => {
        scope.taped.keep()
        merge()
        noteEnd(scope)
      },
    }
    return scope
  }
  const isDoubtful = ({ journal, hasFailed, end }: SentProbe<W>): boolean =>
    !journal.trials.some(isTaken) &&
    (hasFailed === true || end?.end !== 'answered' || listWrong(journal).some((each) => !confirmed.has(each)))
  return { open, isDoubtful }
}

/** Creates what sends the probes of a test. */
export function createProbeQueue<W>(options: ProbeOptions<W>): ProbeQueue<W> {
  const seed = drawToken()
  const parts = createParts(options)
  const queue = createTaskQueue({ concurrency: options.concurrency, openScope: parts.open, isOneByOne: isPlayedBack })
  let [controls, hasTried] = [0, false]

  const sendDrawn = <T>(scope: SentProbe<W>, name: string, act: () => Promise<T>): Promise<T> =>
    scope.taped.run(async () => {
      scope.attempt = await takeFromTape('which attempt it is', async () => scope.attempt)
      return drawFrom(`${seed} ${name} ${scope.attempt}`, act)
    })

  const toTask = (task: ProbeTask<W>): SideTask<SentProbe<W>, SentProbe<W>> => ({
    send: async (scope) => {
      scope.end = await sendDrawn(scope, task.name, () => catchError(() => task.send(scope.wallet)))
      return scope
    },
    isDoubtful: parts.isDoubtful,
  })

  const toControl = (control: SendControl<W>): SideControl<SentProbe<W>> => ({
    send: (scope) => sendDrawn(scope, `valid request ${++controls}`, () => control(scope.wallet)),
    isDoubtful: () => false,
  })

  async function sendAll(tasks: readonly ProbeTask<W>[], valid?: SendControl<W>): Promise<void> {
    const waiting = tasks.map(toTask)
    const control = valid && toControl(valid)
    while (waiting.length > 0) {
      if (control && !hasTried && waiting.length > 1 && queue.limit() > 1) {
        hasTried = true
        await queue.tryTogether(control)
      }
      const next = waiting.splice(0, queue.limit() > 1 ? batchSize : 1)
      await queue.sendAll(next, next.length > 1 ? control : undefined)
    }
  }

  function describeNow(): string {
    const text = queue.describe()
    return text === undefined ? '' : `${text}${describeControls(controls)}`
  }

  return {
    sendAll,
    sendInOrder: async (tasks) => {
      for (const task of tasks) await queue.sendAlone(toTask(task))
    },
    describe: async () => {
      const text = await takeFromTape('how probes were sent', async () => describeNow())
      if (text !== '') options.journal.notes.push(text)
    },
  }
}

async function catchError(act: () => Promise<'answered' | 'lost'>): Promise<ProbeEnd> {
  try {
    return { end: await act() }
  } catch (error) {
    return { end: 'lost', error }
  }
}

const describeControls = (count: number): string =>
  count === 0
    ? ''
    : `; ${count} valid ${count === 1 ? 'request' : 'requests'} beside them ${count === 1 ? 'is' : 'are'} not recorded`

/** Whether a target took what it has to refuse: that is so, whatever it does with the next one like it. */
const isTaken = ({ outcome, expected }: TestTrial): boolean => outcome === 'failed' && expected === 'refused'

/** What a journal has that is not as it should be. */
const listWrong = ({ trials, cases }: Pick<Journal, 'trials' | 'cases'>): readonly string[] => [
  ...trials.filter(({ outcome }) => outcome !== 'held').map(({ id, outcome }) => `${id} ${outcome}`),
  ...cases
    .filter(({ code }) => code !== 0)
    .flatMap(({ verdict: { results } }) =>
      results
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(({ requirement, outcome }) => `${requirement.id} ${outcome}`),
    ),
]
