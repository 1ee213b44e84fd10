import { HarnessError } from '../../model/errors.ts'
import { workThrough } from '../workers/portions.ts'
import { dropOctets } from './drop-octets.ts'
import type { Queue, QueueMessage } from './queue.ts'
import { createKeyAgreement, keySize, openSealed, sealOctets } from './seal.ts'

// Takes portions of whatever runs there are, works on them in threads, and stores the results.

/** What a thread of a worker is given: portions of several runs may follow each other. */
export interface ThreadPortion<I, P> {
  readonly run: string
  readonly input: I
  readonly portion: P
}

/** How a worker works. `I` is what a run hands to its workers, `P` a portion, `R` what a thread makes of it. */
export interface WorkerSetting<I, P, R> {
  readonly queue: Queue
  /** The module of the threads. */
  readonly file: URL
  readonly threads: number
  /** The memory of a thread, in mebibytes. */
  readonly resourceLimits: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number }
  readonly read: (input: I, frame: Uint8Array) => Promise<P>
  /** Octets of a portion that a thread is given instead of a copy. */
  readonly listTransfers: (portion: P) => readonly ArrayBuffer[]
  readonly write: (input: I, outcome: WorkOutcome<R>) => Uint8Array
  readonly signal: AbortSignal
  readonly onResult: (input: I, result: R) => void
  /** Called with what was refused, and why: what a run sends may be anything. */
  readonly onRefused: (problem: string) => void
}

/** Either a result, or why there is none. */
export interface WorkOutcome<R> {
  readonly result?: R
  readonly problem?: string
}

/** A run that this worker has the key of. */
interface KnownRun<I> {
  readonly key: Buffer
  readonly input: I
}

/** Milliseconds between two signs that the work goes on. */
const touchEvery = 3_000

/** How often a portion is begun before it is given up: it may be what ends the workers. */
const mostDeliveries = 10

/** Milliseconds until a portion of a run that no program answers for is looked at again. */
const later = 5_000

/** Runs whose keys are kept. */
const mostRuns = 16

interface Held<I> {
  readonly message: QueueMessage
  readonly known: KnownRun<I>
}

/** Works on portions of any run until the signal. A portion is acknowledged when its result is stored. */
export async function takeWork<I, P, R>(setting: WorkerSetting<I, P, R>): Promise<void> {
  const { queue, file, threads, resourceLimits, signal, write, onResult } = setting
  const held = new Map<ThreadPortion<I, P>, Held<I>>()
  const open = new Set<QueueMessage>()
  const storing = new Set<Promise<void>>()
  const broken = new AbortController()
  const finish = (done: Held<I>, outcome: WorkOutcome<R>): void => {
    const stored = storeResult(queue, done, write(done.known.input, outcome), broken.signal)
      .then(() => void open.delete(done.message))
      .catch((error) => broken.abort(error))
      .finally(() => storing.delete(stored))
    storing.add(stored)
  }
  const touching = setInterval(() => {
    for (const message of open) message.touch()
  }, touchEvery)
  try {
    await workThrough<ThreadPortion<I, P>, R>(file, {
      ...{ input: {}, threads, resourceLimits, signal: AbortSignal.any([signal, broken.signal]) },
      portions: takePortions(setting, { held, open, finish }),
      isUnordered: true,
      listTransfers: ({ portion }) => setting.listTransfers(portion),
      onResult: (result, portion) => {
        const done = held.get(portion)
        if (!done) return
        held.delete(portion)
        finish(done, { result })
        onResult(done.known.input, result)
      },
    })
    await Promise.all(storing)
    broken.signal.throwIfAborted()
  } finally {
    clearInterval(touching)
    for (const message of open) message.giveBack(0)
  }
}

interface Taking<I, P, R> {
  /** The messages of the portions that threads have. */
  readonly held: Map<ThreadPortion<I, P>, Held<I>>
  readonly open: Set<QueueMessage>
  readonly finish: (held: Held<I>, outcome: WorkOutcome<R>) => void
}

async function* takePortions<I, P, R>(
  { queue, threads, signal, read, onRefused }: WorkerSetting<I, P, R>,
  { held, open, finish }: Taking<I, P, R>,
): AsyncGenerator<ThreadPortion<I, P>> {
  const runs = createKnownRuns<I>(queue, onRefused)
  for await (const message of queue.take('work', threads * 2, signal)) {
    const known = await runs.find(message.run)
    const sealed = known && (await message.read())
    const frame = sealed && openSealed(known.key, `work ${message.run} ${message.number}`, sealed)
    if (!frame) {
      message.giveBack(later)
      continue
    }
    open.add(message)
    if (message.deliveries > mostDeliveries) {
      finish({ message, known }, { problem: `${mostDeliveries} workers began it, and none came to its end` })
      continue
    }
    const content = await readOrRefuse(() => read(known.input, frame))
    dropOctets(frame)
    if ('problem' in content) {
      onRefused(`portion ${message.number} of run ${message.run}: ${content.problem}`)
      if (content.isForAll) finish({ message, known }, { problem: content.problem })
      else giveBack(open, message)
      continue
    }
    const portion = { run: message.run, input: known.input, portion: content.portion }
    held.set(portion, { message, known })
    yield portion
  }
}

type ReadPortion<P> = { readonly portion: P } | { readonly problem: string; readonly isForAll: boolean }

/** A portion that cannot be read is one for no worker; one whose source is not here may be for another worker. */
async function readOrRefuse<P>(read: () => Promise<P>): Promise<ReadPortion<P>> {
  try {
    return { portion: await read() }
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error
    return { problem: error.message, isForAll: error.code === 'ERR_QUEUE' }
  }
}

function giveBack(open: Set<QueueMessage>, message: QueueMessage): void {
  open.delete(message)
  message.giveBack(later)
}

async function storeResult<I>(queue: Queue, { message, known }: Held<I>, frame: Uint8Array, signal: AbortSignal) {
  const { run, number } = message
  const octets = sealOctets(known.key, `result ${run} ${number}`, frame)
  dropOctets(frame)
  await queue.put('result', { run, number, octets }, signal)
  dropOctets(octets)
  message.settle()
}

/** The runs that this worker has the key of. A run without an answer is not asked about again for a while. */
function createKnownRuns<I>(queue: Queue, onRefused: (problem: string) => void) {
  const runs = new Map<string, Promise<KnownRun<I> | undefined>>()
  const find = (run: string): Promise<KnownRun<I> | undefined> => {
    const known = runs.get(run) ?? requestKey<I>(queue, run, onRefused)
    runs.set(run, known)
    known.then((found) => {
      if (!found) setTimeout(() => runs.delete(run), later).unref()
    })
    const [oldest] = runs.keys()
    if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest)
    return known
  }
  return { find }
}

async function requestKey<I>(
  queue: Queue,
  run: string,
  onRefused: (problem: string) => void,
): Promise<KnownRun<I> | undefined> {
  const own = createKeyAgreement()
  const answer = await queue.ask(run, own.publicKey)
  if (!answer) return undefined
  const length = answer[0] ?? 0
  const shared = own.agree(answer.subarray(1, 1 + length))
  const text = shared && openSealed(shared, `key ${run}`, answer.subarray(1 + length))
  const known = text && readKnownRun<I>(text.toString())
  if (!known) onRefused(`run ${run}: its answer to the request for a key cannot be read`)
  return known
}

/** The key of a run and its input, in an answer that may be anything. */
function readKnownRun<I>(text: string): KnownRun<I> | undefined {
  const { key, input } = parseObject(text)
  if (typeof key !== 'string' || typeof input !== 'object' || input === null) return undefined
  const octets = Buffer.from(key, 'base64url')
  return octets.length === keySize ? { key: octets, input: input as I } : undefined // what it is made of is looked at where it is used
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
