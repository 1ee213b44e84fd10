import { Readable } from 'node:stream'
import { HarnessError } from '../../model/errors.ts'
import type { AuditReport } from '../../reporters/audit/audit-report.ts'
import { makeFolder } from '../files/write.ts'
import { readPreciseClock, readWallClock } from '../runtime/clock.ts'
import { type Arguments, readNumber } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parseChoice } from '../terminal/values.ts'
import { readVerifyOptions } from '../verify/options.ts'
import { validateOptions } from '../verify/verify.ts'
import { auditSources } from './audit.ts'
import { makeAuditReport } from './make-report.ts'
import { watchProgress } from './progress.ts'
import { readNaturals } from './read-naturals.ts'
import { type AuditPlan, groupings, sourceForms } from './sources/audit-plan.ts'
import { mostDrawn } from './sources/draw-lines.ts'
import { listSources } from './sources/list-sources.ts'
import { createStops } from './stops.ts'
import { writeResults } from './write-results.ts'

/** The folder of the results, unless another is named. */
const usualFolder = 'assay-audit'

/** What an audit comes to. There is no report of one that was interrupted. */
export interface AuditOutcome {
  readonly report?: AuditReport
  readonly folder: string
}

/** Runs `assay audit`. */
export async function runAudit(args: Arguments, terminal: Terminal): Promise<AuditOutcome> {
  const plan = readPlan(args)
  const folder = args.text('out') ?? usualFolder
  const sources = listSources(args.positionals, plan.form)
  makeFolder(folder)
  const startedAt = showTime()
  const stops = createStops()
  const progress = watchProgress(terminal, sources)
  let opened: Readable | undefined
  const openStdin = (): Readable => {
    opened = terminal.readStdin?.() ?? Readable.from([terminal.stdin()])
    return opened
  }
  try {
    const found = await auditSources({
      ...{ plan, sources, folder },
      isResumed: args.has('resume'),
      threads: args.text('threads') === undefined ? undefined : readThreads(args),
      stdin: openStdin,
      signal: stops.signal,
      onProgress: progress.show,
    })
    if (!found) return { folder }
    const extent = describeExtent(plan, found.isStopped)
    const report = makeAuditReport(found, { ...{ plan, sources, startedAt, extent }, endedAt: showTime() })
    writeResults(folder, report)
    found.finish()
    return { report, folder }
  } finally {
    progress.end()
    stops.end()
    if (stops.signal.aborted) opened?.destroy() // a terminal that is still read from keeps the process alive
  }
}

const showTime = (): string => new Date(readPreciseClock()).toISOString()

/** More threads than this have nothing to do: one thread reads for all of them. */
const mostThreads = 64

function readThreads(args: Arguments): number {
  const threads = readNumber(args, 'threads', 1)
  if (threads >= 1 && threads <= mostThreads) return threads
  throw new HarnessError('ERR_USAGE', `--threads: ${threads} is not from 1 to ${mostThreads}`)
}

function readPlan(args: Arguments): AuditPlan {
  const verify = readVerifyOptions(args)
  validateOptions(verify)
  const [form, groupBy] = [args.text('format'), args.text('group-by')]
  return {
    verify,
    form: form === undefined ? undefined : parseChoice('--format', form, sourceForms),
    pointer: readPointer(args, 'pointer'),
    idPointer: readPointer(args, 'id-pointer'),
    column: args.text('column'),
    ...readExtent(args),
    groupBy: groupBy === undefined ? undefined : parseChoice('--group-by', groupBy, groupings),
    now: verify.now ?? readWallClock(),
  }
}

/** What is left out on purpose. */
function readExtent(args: Arguments): Pick<AuditPlan, 'sample' | 'seed' | 'limit' | 'isFailFast'> {
  const sample = readNaturals(args, 'sample')
  if (sample !== undefined && args.positionals.includes('-'))
    throw new HarnessError('ERR_USAGE', '--sample reads the sources twice, which standard input does not allow')
  if (sample !== undefined && sample > mostDrawn)
    throw new HarnessError('ERR_USAGE', `--sample: ${sample} is more than ${mostDrawn}`)
  const seed = sample === undefined ? undefined : (args.text('seed') ?? '1')
  return { sample, seed, limit: readNaturals(args, 'limit'), isFailFast: args.has('fail-fast') }
}

const describeExtent = ({ sample, seed, limit }: AuditPlan, isStopped: boolean): AuditReport['extent'] => ({
  ...(sample !== undefined && seed !== undefined && { sample, seed }),
  ...(limit !== undefined && { limit }),
  ...(isStopped && { stopped: true }),
})

function readPointer(args: Arguments, flag: string): string | undefined {
  const text = args.text(flag)
  if (text === undefined || text.startsWith('/')) return text
  throw new HarnessError('ERR_USAGE', `--${flag}: \`${text}\` is no JSON pointer, which begins with a slash`)
}
