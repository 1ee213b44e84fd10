import { HarnessError } from '../../model/errors.ts'
import { readThreads } from '../audit/read-naturals.ts'
import { decodePortion, encodeResult } from '../audit/remote/frames.ts'
import { readQueueAccess } from '../audit/remote/queue-flags.ts'
import { createRangeReader, type RangeReader } from '../audit/remote/read-range.ts'
import { createStops } from '../audit/stops.ts'
import { threadLimits } from '../audit/thread-limits.ts'
import { openQueue } from '../queue/queue.ts'
import { takeWork, type WorkOutcome } from '../queue/take-work.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { writeMessage } from '../terminal/messages.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { resolveWorker } from '../workers/pool.ts'
import { countProcessors } from '../workers/portions.ts'
import { encodeJson } from './campaign.ts'
import type { RemoteInput, RemoteOutcome, RemoteWork } from './remote-worker.ts'
import { readPortable } from './send-runs.ts'

/** Milliseconds between two lines of progress. */
const every = 60_000

/** Runs `assay worker` until a signal ends it. */
export async function runWorker(address: string, args: Arguments, terminal: Terminal): Promise<void> {
  const { out } = terminal
  const access = readQueueAccess(args, 'assay worker', address)
  const threads = readThreads(args) ?? countProcessors()
  const queue = await openQueue(access)
  const stops = createStops()
  const progress = countDone(out)
  const refused = nameRefused(terminal)
  out(`ready at ${access.server}, ${threads} ${threads === 1 ? 'thread' : 'threads'}; Ctrl+C ends it`)
  try {
    const readRange = createRangeReader(args.text('sources') ?? '.')
    await takeWork<RemoteInput, RemoteWork, RemoteOutcome>({
      ...{ queue, threads, signal: stops.signal, resourceLimits: threadLimits },
      file: resolveWorker(import.meta.url, 'remote-worker'),
      read: (input, frame) => readWork(input, frame, { readRange, callsTargets: args.has('targets') }),
      write: writeOutcome,
      listTransfers,
      onResult: (_, result) => {
        if ('problem' in result && result.problem !== undefined) refused(result.problem)
        else progress.add(result)
      },
      onRefused: refused,
    })
    progress.show()
  } finally {
    stops.end()
    await queue.close()
  }
}

/** Lines about what was refused: after these, a server has other users. */
const mostLines = 1_000

/** Names what was refused, each of it once. */
function nameRefused(terminal: Terminal): (problem: string) => void {
  const named = new Set<string>()
  return (problem) => {
    if (named.has(problem) || named.size >= mostLines) return
    named.add(problem)
    writeMessage(terminal, 'warning', `refused: ${problem}`)
  }
}

interface WorkReading {
  readonly readRange: RangeReader
  /** Whether this worker may call targets: what is in the queue says which. */
  readonly callsTargets: boolean
}

async function readWork(
  { kind }: RemoteInput,
  frame: Uint8Array,
  { readRange, callsTargets }: WorkReading,
): Promise<RemoteWork> {
  if (kind === 'audit') return readRange(decodePortion(frame))
  if (kind !== 'runs') return readNumber(frame)
  if (callsTargets) return readPortable(frame)
  throw new HarnessError('ERR_USAGE', 'this worker calls no targets: start it with --targets')
}

function readNumber(frame: Uint8Array): number {
  const text = Buffer.from(frame).toString('utf8')
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new HarnessError('ERR_QUEUE', 'what came cannot be read: it is not a number of a job')
}

/** Octets that were read for a portion are its own. */
const listTransfers = (work: RemoteWork): readonly ArrayBuffer[] =>
  typeof work !== 'number' &&
  'octets' in work &&
  work.octets.buffer instanceof ArrayBuffer &&
  work.octets.byteLength === work.octets.buffer.byteLength
    ? [work.octets.buffer]
    : []

function writeOutcome({ kind }: RemoteInput, { result, problem }: WorkOutcome<RemoteOutcome>): Uint8Array {
  if (kind !== 'audit') return encodeJson(result ?? { problem })
  if (result && 'records' in result) return encodeResult({ result })
  return encodeResult({
    problem: problem ?? (result && 'problem' in result ? result.problem : undefined) ?? 'no result',
  })
}

/** Counts what was done, and says so now and then. */
function countDone(out: Terminal['out']) {
  let [portions, artefacts, jobs, shown] = [0, 0, 0, readPreciseClock()]
  const show = (): void =>
    out(`${portions} portions judged, ${artefacts} artefacts${jobs > 0 ? `; ${jobs} jobs and runs done` : ''}`)
  const add = (result: RemoteOutcome): void => {
    if ('kinds' in result) {
      portions++
      artefacts += Object.values(result.kinds).reduce((sum, [all]) => sum + all, 0)
    } else jobs++
    if (readPreciseClock() - shown < every) return
    shown = readPreciseClock()
    show()
  }
  return { add, show }
}
