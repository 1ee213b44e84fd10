import { Readable } from 'node:stream'
import { HarnessError } from '../../model/errors.ts'
import type { AuditReport } from '../../reporters/audit/audit-report.ts'
import { readWallClock, showTime } from '../runtime/clock.ts'
import type { Arguments } from '../terminal/arguments.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { parseChoice } from '../terminal/values.ts'
import { readVerifyOptions } from '../verify/options.ts'
import { validateOptions } from '../verify/verify.ts'
import { auditSources } from './audit.ts'
import { lockFolder } from './lock-folder.ts'
import { makeAuditReport } from './make-report.ts'
import { watchProgress } from './progress.ts'
import { readNaturals, readThreads } from './read-naturals.ts'
import { openRemote } from './remote/open-remote.ts'
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
  const threads = readThreads(args)
  const remote = await openRemote(args, terminal, folder)
  const sources = remote?.sources ?? listSources(args.positionals, plan.form)
  const startedAt = showTime()
  const stops = createStops()
  const progress = watchProgress(terminal, sources)
  const lock = lockFolder(folder)
  let opened: Readable | undefined
  const openStream = (): Readable => {
    opened = remote?.openStream?.() ?? terminal.readStdin?.() ?? Readable.from([terminal.stdin()])
    return opened
  }
  try {
    const found = await auditSources({
      ...{ plan, sources, folder, threads },
      isResumed: args.has('resume'),
      stdin: openStream,
      signal: stops.signal,
      onProgress: progress.show,
      work: remote?.work(sources),
    })
    if (!found) return { folder }
    const extent = describeExtent(plan, found.isStopped)
    const report = makeAuditReport(found, { ...{ plan, sources, startedAt, extent }, endedAt: showTime() })
    writeResults(folder, report)
    found.finish()
    return { report, folder }
  } finally {
    lock.release()
    progress.end()
    stops.end()
    if (stops.signal.aborted) opened?.destroy() // a terminal that is still read from keeps the process alive
    await remote?.close()
  }
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
  if (sample !== undefined && (args.positionals.includes('-') || args.text('subject') !== undefined))
    throw new HarnessError('ERR_USAGE', '--sample reads the sources twice, which a stream does not allow')
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
  throw new HarnessError('ERR_USAGE', `--${flag}: \`${text}\` is not JSON pointer, which begins with a slash`)
}
