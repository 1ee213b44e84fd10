import type { Role } from '../../../model/role.ts'
import { drawFrom, drawToken } from '../../runtime/random.ts'
import { createPlaces, type Places } from '../../wire/client/places.ts'
import { adaptiveConcurrency, type Concurrency, createTempo, oneAtATime, type Tempo } from '../../wire/client/tempo.ts'
import type { Journal, JournalPart } from '../journal.ts'
import { Obstacle } from '../obstacle.ts'
import type { TestMessage } from '../recording.ts'
import { isPlayedBack, openTapePart, type TapePart, takeFromTape } from '../tape.ts'
import { findOverload, hasFailed, isDelayed } from './overload.ts'

/** A probe, or several that depend on one another. */
export interface ProbeTask<W> {
  /** What it draws depends on this name, and not on what is sent beside it. */
  readonly name: string
  /** Sends it with a wallet that is its own, and says whether there was an answer. */
  readonly send: (wallet: W) => Promise<'answered' | 'lost'>
}

/** How a valid request ended. */
export type ControlEnd = 'accepted' | 'refused' | 'open'
export type Control<W> = (wallet: W) => Promise<ControlEnd>

/** What a task sends with, and notes in. It belongs to the task until it is merged. */
export interface WalletPart<W> extends JournalPart {
  readonly wallet: W
}
export type BeginPart<W> = (watch: (message: TestMessage) => void) => WalletPart<W>

/** Sends probes side by side: as many at a time as a target can take. */
export interface ProbeQueue<W> {
  /**
   * Sends all. What they note is in their order, and as if each had been sent alone. The control is a valid request: if it is
   * refused beside others and accepted alone, one probe at a time is sent from then on.
   */
  readonly sendAll: (tasks: readonly ProbeTask<W>[], control?: Control<W>) => Promise<void>
  /** Sends one after the other: each may use up what the next one needs. */
  readonly sendInOrder: (tasks: readonly ProbeTask<W>[]) => Promise<void>
  /** Says in the notes what was done. */
  readonly describe: () => Promise<void>
}

interface SideOptions<W> {
  readonly concurrency: Concurrency
  readonly journal: Journal
  readonly role: Role
  readonly beginPart: BeginPart<W>
}

/** How many probes a target gets at a time. A number is the most that was asked for; nothing, if it is not called. */
export function chooseConcurrency(isCalled: boolean, most?: number): Concurrency {
  if (!isCalled || isPlayedBack()) return oneAtATime
  return most === undefined ? adaptiveConcurrency : { most, isAdaptive: false }
}

/** The number of probes between two controls. */
const batchSize = 64

/** Probes without an answer, after which no others are sent. */
const mostLost = 3

const notAnswered = 'a probe without an answer'
const refusedTogether = 'a valid request that was sent beside others was refused'

/** A task, and what came of it. */
interface Entry<W> {
  readonly task: ProbeTask<W>
  attempt: number
  part?: WalletPart<W>
  taped?: TapePart
  end?: 'answered' | 'lost'
  /** What ended it early. */
  error?: unknown
  /** The sign that the target has too much to do, if there was one. */
  sign?: string | undefined
  /** Whether the target failed, perhaps because it has too much to do. */
  hasFailed?: boolean
  /** Whether nothing else was sent meanwhile, and the target did not want to be called later. */
  isCertain: boolean
}

/** Sends tasks one at a time or in places side by side, and merges what they noted. */
function createTaskSender<W>({ role, beginPart }: SideOptions<W>, tempo: Tempo, places: Places) {
  const seed = drawToken()
  const confirmed = new Set<string>()
  let [lost, repeated] = [0, 0]

  async function send(entry: Entry<W>): Promise<void> {
    if (lost > mostLost) return
    const turn = tempo.turn()
    const messages: TestMessage[] = []
    const part = beginPart((message) => {
      if (message.to !== role) return
      messages.push(message)
      tempo.noteCall(message)
    })
    const taped = openTapePart()
    let attempt = ++entry.attempt
    const act = async () => {
      attempt = await takeFromTape('which attempt it is', async () => attempt)
      return drawFrom(`${seed} ${entry.task.name} ${attempt}`, () => catchError(() => entry.task.send(part.wallet)))
    }
    const { outcome, isAlone } = await places.take(() => taped.run(act))
    const sign = findOverload(messages) ?? (outcome.end === 'lost' ? notAnswered : undefined)
    if (sign !== undefined && !isAlone) tempo.noteOverload(sign, turn)
    const isCertain = isAlone && !(attempt === 1 && isDelayed(messages))
    if (isCertain && outcome.end === 'lost') lost++
    Object.assign(entry, { part, taped, sign, isCertain, hasFailed: hasFailed(messages), error: undefined, ...outcome })
  }

  const isDoubtful = ({ isCertain, sign, hasFailed: failed, end, part }: Entry<W>): boolean =>
    !isCertain &&
    (sign !== undefined ||
      failed === true ||
      end !== 'answered' ||
      listWrong(part?.journal).some((each) => !confirmed.has(each)))

  /** Sends again, alone, what is doubtful, and only that counts. Then merges it. */
  async function settle(entry: Entry<W>, isAgain: boolean): Promise<void> {
    if (isAgain || isDoubtful(entry)) {
      repeated++
      await send(entry)
    }
    const { part, taped, error } = entry
    for (const each of listWrong(part?.journal)) confirmed.add(each)
    taped?.keep()
    part?.merge()
    if (error !== undefined) throw error
    if (lost > mostLost) throw new Obstacle('several probes had no answer: the others were not sent')
  }

  return { send, settle, countRepeated: () => repeated }
}

/** Sends valid requests, to see whether the target takes several at a time. */
function createControls<W>(
  { send }: Pick<ReturnType<typeof createTaskSender<W>>, 'send'>,
  tempo: Tempo,
  places: Places,
) {
  let [count, hasTried] = [0, false]
  const make = (control: Control<W>) => createControl(control, ++count)

  /** Whether a request that was refused beside others is accepted alone. */
  async function isRefusedTogether(ends: readonly ControlEnd[], control: Control<W>): Promise<boolean> {
    if (!ends.includes('refused')) return false
    const alone = make(control)
    await send(createEntry(alone))
    if (alone.takeEnd() !== 'accepted') return false
    tempo.stop(refusedTogether)
    return true
  }

  async function tryTogether(control: Control<W>): Promise<void> {
    if (hasTried || tempo.limit() === 1) return
    hasTried = true
    const valid = Array.from({ length: Math.min(3, tempo.limit()) }, () => make(control))
    await places.fill(valid.map(createEntry), send)
    await isRefusedTogether(
      valid.map(({ takeEnd }) => takeEnd()),
      control,
    )
  }

  return { make, isRefusedTogether, tryTogether, count: () => count }
}

/** Creates what sends the probes of a test. */
export function createProbeQueue<W>(options: SideOptions<W>): ProbeQueue<W> {
  const tempo = createTempo(options.concurrency)
  const places = createPlaces(tempo.limit)
  const { send, settle, countRepeated } = createTaskSender(options, tempo, places)
  const controls = createControls<W>({ send }, tempo, places)

  async function sendOne(task: ProbeTask<W>): Promise<void> {
    const entry = createEntry(task)
    await send(entry)
    await settle(entry, false)
  }

  async function sendBatch(tasks: readonly ProbeTask<W>[], control?: Control<W>): Promise<void> {
    const entries = tasks.map(createEntry)
    const valid = control && controls.make(control)
    const middle = Math.floor(entries.length / 2)
    await places.fill(
      [...entries.slice(0, middle), ...(valid ? [createEntry(valid)] : []), ...entries.slice(middle)],
      send,
    )
    const overloaded = entries.filter(({ sign, isCertain }) => sign !== undefined && !isCertain)
    const isMixedUp = control && valid ? await controls.isRefusedTogether([valid.takeEnd()], control) : false
    for (const entry of entries) await settle(entry, isMixedUp)
    // What happens with nothing else around is no overload.
    if (overloaded.length > 0 && overloaded.every(({ sign }) => sign !== undefined)) tempo.restore()
  }

  return {
    sendAll: async (tasks, control) => {
      const waiting = [...tasks]
      if (control && waiting.length > 1) await controls.tryTogether(control)
      while (waiting.length > 0) {
        const [only, ...others] = waiting.splice(0, tempo.limit() > 1 ? batchSize : 1)
        if (only && others.length === 0) await sendOne(only)
        else if (only) await sendBatch([only, ...others], control)
      }
    },
    sendInOrder: async (tasks) => {
      for (const task of tasks) await sendOne(task)
    },
    describe: async () => {
      const text = await takeFromTape('how probes were sent', async () => tempo.describe(places.peak()) ?? '')
      const again = await takeFromTape('how many were sent again', async () => countRepeated())
      const valid = await takeFromTape('how many valid requests went along', async () => controls.count())
      if (text !== '') options.journal.notes.push(`${text}${describeRepeated(again)}${describeControls(valid)}`)
    },
  }
}

async function catchError(
  act: () => Promise<'answered' | 'lost'>,
): Promise<{ readonly end: 'answered' | 'lost'; readonly error?: unknown }> {
  try {
    return { end: await act() }
  } catch (error) {
    return { end: 'lost', error }
  }
}

const createEntry = <W>(task: ProbeTask<W>): Entry<W> => ({ task, attempt: 0, isCertain: false })

const describeRepeated = (count: number): string =>
  count === 0 ? '' : `; ${count} ${count === 1 ? 'was' : 'were'} sent again, alone`

const describeControls = (count: number): string =>
  count === 0
    ? ''
    : `; ${count} valid ${count === 1 ? 'request' : 'requests'} beside them ${count === 1 ? 'is' : 'are'} not recorded`

/** A valid request as a task. */
function createControl<W>(control: Control<W>, number: number): ProbeTask<W> & { readonly takeEnd: () => ControlEnd } {
  let end: ControlEnd = 'open'
  return {
    name: `valid request ${number}`,
    send: async (wallet) => {
      end = await control(wallet)
      return 'answered'
    },
    takeEnd: () => end,
  }
}

/** What a journal has that is not as it should be. */
const listWrong = (
  { trials, cases }: Pick<Journal, 'trials' | 'cases'> = { trials: [], cases: [] },
): readonly string[] => [
  ...trials.filter(({ outcome }) => outcome !== 'held').map(({ id, outcome }) => `${id} ${outcome}`),
  ...cases
    .filter(({ code }) => code !== 0)
    .flatMap(({ verdict: { results } }) =>
      results
        .filter(({ outcome }) => outcome === 'failed' || outcome === 'cantTell')
        .map(({ requirement, outcome }) => `${requirement.id} ${outcome}`),
    ),
]
