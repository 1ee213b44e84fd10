import { HarnessError } from '../../model/errors.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { drawOctets, drawToken } from '../runtime/random.ts'
import { dropOctets } from './drop-octets.ts'
import type { Queue } from './queue.ts'
import { createKeyAgreement, openSealed, sealOctets } from './seal.ts'

// Gives the portions of a run to workers on other machines, and takes their results.

/** A run whose portions are worked on elsewhere. */
export interface SharedRun<I, R> {
  readonly queue: Queue
  /** What the workers need beside a portion: handed to each that asks, sealed for it alone. */
  readonly input: object
  readonly portions: AsyncIterable<I> | Iterable<I>
  readonly write: (portion: I) => Uint8Array
  /** How many portions are on their way at most. */
  readonly ahead?: number
  /** What is needed of a portion when its result comes. */
  readonly keep: (portion: I) => I
  /** Reads a result when its turn has come. It throws where a worker says why there is none. */
  readonly read: (frame: Uint8Array) => R
  /** Receives the results in the order of the portions. */
  readonly onResult: (result: R, portion: I) => void
  /** After it the run ends soon. */
  readonly signal: AbortSignal
  /** Called when no worker has answered for a while. */
  readonly onQuiet: () => void
  /** Called with the name of the run before anything is sent. */
  readonly onName?: (run: string) => void
}

/** Portions that are on their way, unless a run has others: their results may come in any order, and are kept until their turn. */
const usualAhead = 256

/** Results that are taken at a time. */
const mostTaken = 256

/** Milliseconds without a result, after which a worker may be missing. */
const quietAfter = 30_000

/** Gives every portion to workers, and hands their results on in order. At the end nothing of it is left on the server. */
export async function deliverWork<I, R>(shared: SharedRun<I, R>): Promise<void> {
  const { queue, portions, signal } = shared
  const [run, key] = [drawToken(), drawOctets(32)]
  shared.onName?.(run)
  queue.answer(run, (request) => handKey(request, { run, key, input: shared.input }))
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  const desk = createDesk(shared)
  const receiving = receive(shared, { run, key, desk, stop }).finally(() => ended.abort())
  receiving.catch(() => {}) // awaited below
  try {
    for await (const portion of portions) {
      await Promise.race([desk.hasRoom(), receiving])
      if (stop.aborted) break
      const number = desk.give(shared.keep(portion))
      const written = shared.write(portion)
      const octets = sealOctets(key, `work ${run} ${number}`, written)
      dropOctets(written)
      await queue.put('work', { run, number, octets }, stop)
      dropOctets(octets)
    }
    await Promise.race([desk.isDone(), receiving])
  } finally {
    ended.abort()
    await receiving.finally(() => queue.forget(run))
  }
}

interface RunSecrets {
  readonly run: string
  readonly key: Uint8Array
  readonly input: object
}

/** Gives a worker the key of a run and what it works by, sealed for this worker alone. */
function handKey(request: Uint8Array, { run, key, input }: RunSecrets): Uint8Array | undefined {
  const own = createKeyAgreement()
  const shared = own.agree(request)
  if (!shared) return undefined
  const text = JSON.stringify({ key: Buffer.from(key).toString('base64url'), input })
  const sealed = sealOctets(shared, `key ${run}`, Buffer.from(text))
  return Buffer.concat([Buffer.from([own.publicKey.length]), own.publicKey, sealed])
}

/** A result comes from a worker, which may send anything. */
function readResult<R>(read: (frame: Uint8Array) => R, frame: Uint8Array): R {
  try {
    return read(frame)
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    throw new HarnessError('ERR_QUEUE', 'a worker sent a result that cannot be read', { cause })
  }
}

type Desk<I, R> = ReturnType<typeof createDesk<I, R>>

/** Keeps which portions are on their way, and delivers results in order. Until its turn a result stays as it came. */
function createDesk<I, R>({ read, onResult, ahead = usualAhead }: SharedRun<I, R>) {
  const given = new Map<number, I>()
  const ready = new Map<number, Uint8Array>()
  let [next, due] = [0, 0]
  let changed = Promise.withResolvers<void>()
  return {
    give: (portion: I): number => {
      given.set(next, portion)
      return next++
    },
    take: (number: number, frame: Uint8Array): void => {
      if (!given.has(number)) return // it came before
      ready.set(number, frame)
      for (let first = ready.get(due); first; first = ready.get(due)) {
        const portion = given.get(due) as I // what was given is kept until its result is delivered
        ready.delete(due)
        given.delete(due++)
        onResult(readResult(read, first), portion)
        dropOctets(first)
      }
      changed.resolve()
      changed = Promise.withResolvers()
    },
    hasRoom: async (): Promise<void> => {
      while (given.size >= ahead) await changed.promise
    },
    isDone: async (): Promise<void> => {
      while (given.size > 0) await changed.promise
    },
    isWaiting: () => given.size > 0,
  }
}

interface Receiving<I, R> {
  readonly run: string
  readonly key: Uint8Array
  readonly desk: Desk<I, R>
  readonly stop: AbortSignal
}

/** Takes results until the end. What is settled is not delivered again, and what is delivered again changes nothing. */
async function receive<I, R>(
  { queue, onQuiet }: SharedRun<I, R>,
  { run, key, desk, stop }: Receiving<I, R>,
): Promise<void> {
  let last = readPreciseClock()
  const watch = setInterval(() => {
    if (!desk.isWaiting() || readPreciseClock() - last < quietAfter) return
    last = readPreciseClock()
    onQuiet()
  }, 1_000)
  try {
    for await (const message of queue.take('result', mostTaken, stop, run)) {
      const sealed = await message.read()
      const frame = sealed && openSealed(key, `result ${run} ${message.number}`, sealed)
      if (frame) {
        desk.take(message.number, frame)
        last = readPreciseClock()
      }
      message.settle()
    }
  } finally {
    clearInterval(watch)
  }
}
