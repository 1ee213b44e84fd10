import type { Queue, QueueMessage } from '../../queue/queue.ts'
import { createKeyAgreement, openSealed, sealOctets } from '../../queue/seal.ts'
import { resolveWorker } from '../../workers/pool.ts'
import { workThrough } from '../../workers/portions.ts'
import { type AuditInput, threadLimits } from '../audit.ts'
import type { PortionResult } from '../judge-portion.ts'
import { decodePortion, encodeResult, type RemotePortion, type RemoteResult } from './frames.ts'
import type { RangeReader } from './read-range.ts'

/** What a thread of a worker is given: portions of several runs may follow each other. */
export interface ThreadPortion {
  readonly run: string
  readonly input: AuditInput
  readonly portion: RemotePortion
}

/** How a worker works. */
export interface WorkerSetting {
  readonly queue: Queue
  readonly threads: number
  readonly readRange: RangeReader
  readonly signal: AbortSignal
  readonly onPortion: (artefacts: number) => void
}

/** A run that this worker has the key of. */
interface KnownRun {
  readonly key: Buffer
  readonly input: AuditInput
}

/** Milliseconds between two signs that the work goes on. */
const touchEvery = 3_000

/** How often a portion is begun before it is given up: it may be what ends the workers. */
const mostDeliveries = 10

/** Milliseconds until a portion of a run that no program answers for is looked at again. */
const later = 5_000

/** Runs whose keys are kept. */
const mostRuns = 16

interface Held {
  readonly message: QueueMessage
  readonly known: KnownRun
}

/** Judges portions of any run until the signal. A portion is acknowledged when its result is stored. */
export async function workOnQueue(setting: WorkerSetting): Promise<void> {
  const { queue, threads, signal, onPortion } = setting
  const held: Held[] = []
  const open = new Set<QueueMessage>()
  const storing = new Set<Promise<void>>()
  const broken = new AbortController()
  const finish = (done: Held, outcome: RemoteResult): void => {
    const stored = storeResult(queue, done, outcome, broken.signal)
      .then(() => void open.delete(done.message))
      .catch((error) => broken.abort(error))
      .finally(() => storing.delete(stored))
    storing.add(stored)
  }
  const touching = setInterval(() => {
    for (const message of open) message.touch()
  }, touchEvery)
  try {
    await workThrough<ThreadPortion, PortionResult>(resolveWorker(import.meta.url, 'remote-worker'), {
      ...{ input: {}, threads, resourceLimits: threadLimits, signal: AbortSignal.any([signal, broken.signal]) },
      portions: takePortions(setting, { held, open, finish }),
      onResult: (result) => {
        const done = held.shift()
        if (done) finish(done, { result })
        onPortion(Object.values(result.kinds).reduce((sum, [all]) => sum + all, 0))
      },
    })
    await Promise.all(storing)
    broken.signal.throwIfAborted()
  } finally {
    clearInterval(touching)
    for (const message of open) message.giveBack(0)
  }
}

interface Taking {
  /** Portions that threads have, in their order. */
  readonly held: Held[]
  readonly open: Set<QueueMessage>
  readonly finish: (held: Held, outcome: RemoteResult) => void
}

async function* takePortions(
  { queue, threads, signal, readRange }: WorkerSetting,
  { held, open, finish }: Taking,
): AsyncGenerator<ThreadPortion> {
  const runs = createKnownRuns(queue)
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
    const portion = await readRange(decodePortion(frame))
    held.push({ message, known })
    yield { run: message.run, input: known.input, portion }
  }
}

async function storeResult(queue: Queue, { message, known }: Held, outcome: RemoteResult, signal: AbortSignal) {
  const { run, number } = message
  const octets = sealOctets(known.key, `result ${run} ${number}`, encodeResult(outcome))
  await queue.put('result', { run, number, octets }, signal)
  message.settle()
}

/** The runs that this worker has the key of. A run without an answer is not asked about again for a while. */
function createKnownRuns(queue: Queue) {
  const runs = new Map<string, Promise<KnownRun | undefined>>()
  const find = (run: string): Promise<KnownRun | undefined> => {
    const known = runs.get(run) ?? requestKey(queue, run)
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

async function requestKey(queue: Queue, run: string): Promise<KnownRun | undefined> {
  const own = createKeyAgreement()
  const answer = await queue.ask(run, own.publicKey)
  const length = answer?.[0] ?? 0
  const shared = answer && own.agree(answer.subarray(1, 1 + length))
  const text = shared && openSealed(shared, `key ${run}`, answer.subarray(1 + length))
  if (!text) return undefined
  const { key, input }: { readonly key: string; readonly input: AuditInput } = JSON.parse(text.toString())
  return { key: Buffer.from(key, 'base64url'), input }
}
