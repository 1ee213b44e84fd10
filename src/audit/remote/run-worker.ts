import { openQueue } from '../../queue/queue.ts'
import { readPreciseClock } from '../../runtime/clock.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { countProcessors } from '../../workers/portions.ts'
import { readThreads } from '../read-naturals.ts'
import { createStops } from '../stops.ts'
import { readQueueAccess } from './queue-flags.ts'
import { createRangeReader } from './read-range.ts'
import { workOnQueue } from './work.ts'

/** Milliseconds between two lines of progress. */
const every = 60_000

/** Runs `assay worker` until a signal ends it. */
export async function runWorker(address: string, args: Arguments, { out }: Terminal): Promise<void> {
  const access = readQueueAccess(args, 'assay worker', address)
  const threads = readThreads(args) ?? countProcessors()
  const queue = await openQueue(access)
  const stops = createStops()
  let [portions, artefacts, shown] = [0, 0, readPreciseClock()]
  const describe = (): string => `${portions} portions judged, ${artefacts} artefacts`
  out(`ready at ${access.server}, ${threads} ${threads === 1 ? 'thread' : 'threads'}; Ctrl+C ends it`)
  try {
    await workOnQueue({
      ...{ queue, threads, signal: stops.signal },
      readRange: createRangeReader(args.text('sources') ?? '.'),
      onPortion: (judged) => {
        portions++
        artefacts += judged
        if (readPreciseClock() - shown < every) return
        shown = readPreciseClock()
        out(describe())
      },
    })
    out(describe())
  } finally {
    stops.end()
    await queue.close()
  }
}
