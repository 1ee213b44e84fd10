import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { countRuns, formatRunLine, type RunSummary } from '../../reporters/many-runs.ts'
import { type PlannedRun, planRuns } from '../many-runs/plan-runs.ts'
import { countAtOnce, playRuns, type RunsPlay } from '../many-runs/play-runs.ts'
import { formatSummaries, overviewFiles, writeOverview } from '../many-runs/write-overview.ts'
import { type Arguments, readNumber, repeatFlags } from '../terminal/arguments.ts'
import { type ExitCode, pickWorstCode } from '../terminal/exit-codes.ts'
import type { Flags } from '../terminal/flags.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { watchForInterruption } from './interruption.ts'

/** Flags that are about one run, or that several runs would write or listen to at the same place. */
const ofOneRun = [
  ...['config', 'target', 'suite', 'resume', 'events', 'shard'],
  ...['listen', 'public-url', 'write-root', 'write-ca'],
]

/** Flags of all runs together; each run gets every other one. */
const ofAllRuns: ReadonlySet<string> = new Set(['out', 'at-once', 'json', 'quiet', 'via', 'creds', 'tls-ca'])

/** Runs several configurations side by side, each in a folder of its own, and writes a page that leads to their reports. */
export async function runMany(args: Arguments, flags: Flags, terminal: Terminal): Promise<ExitCode> {
  const foreign = ofOneRun.find(args.has)
  if (foreign !== undefined)
    throw new HarnessError('ERR_USAGE', `--${foreign} is for a single run; each of several has its configuration`)
  const out = args.text('out') ?? 'out'
  const isOn = !args.has('quiet') && !args.has('json')
  const interruption = watchForInterruption(false)
  try {
    const summaries = await choosePlayer(args, terminal)(planRuns(args.positionals, out), {
      flags: repeatFlags(args, Object.fromEntries(Object.entries(flags).filter(([flag]) => !ofAllRuns.has(flag)))),
      signal: interruption.signal,
      onEnd: (summary) => {
        if (isOn) terminal.out(formatRunLine(summary, terminal.paint))
      },
    })
    await writeOverview(out, summaries)
    if (args.has('json')) terminal.out(formatSummaries(summaries))
    if (isOn)
      terminal.out(`${countRuns(summaries)}\n${terminal.paint('quiet', `report     ${join(out, overviewFiles.page)}`)}`)
    return interruption.signal.aborted ? 130 : pickWorstCode(summaries.map(({ exitCode }) => exitCode as ExitCode)) // of our own program
  } finally {
    interruption.stop()
  }
}

type PlayRuns = (runs: readonly PlannedRun[], play: RunsPlay) => Promise<readonly RunSummary[]>

/** On this machine, or by workers on others. */
function choosePlayer(args: Arguments, terminal: Terminal): PlayRuns {
  const address = args.text('via')
  if (address !== undefined)
    return async (runs, play) =>
      (await import('../remote/send-runs.ts')).sendRuns(runs, { ...play, address }, args, terminal)
  const lone = ['creds', 'tls-ca'].find(args.has)
  if (lone !== undefined) throw new HarnessError('ERR_USAGE', `--${lone} needs --via nats://HOST`)
  return (runs, play) => playRuns(runs, { ...play, atOnce: Math.max(1, readNumber(args, 'at-once', countAtOnce())) })
}
