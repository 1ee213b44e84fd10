import { consoleReporter } from '../../reporters/console.ts'
import { harmless } from '../../reporters/escape.ts'
import { json } from '../../reporters/json.ts'
import { recordingOf } from '../assembly/recording.ts'
import { castOf } from '../assembly/roles.ts'
import { preciseClock } from '../harness/clock.ts'
import type { Ending } from '../harness/play.ts'
import { recorder } from '../harness/record.ts'
import type { Settings } from '../model/settings.ts'
import { numberOf, type Run } from './arguments.ts'
import { loadSettings } from './config/settings.ts'
import type { ExitCode } from './exit-codes.ts'
import { playing, refuseUnreachable, usualMembers } from './run/playing.ts'
import { openRunFolder, type RunFolder } from './run-folder.ts'
import type { Terminal } from './terminal.ts'
import { tool } from './tool.ts'

/** `assay run`: plays the whole exchange, judges it, and writes the report. */
export const run: Run = async (args, terminal) => {
  const { settings, warnings } = await loadSettings(args, process.env, process.cwd())
  for (const warning of warnings) terminal.err(`assay: ${harmless(warning)}`)
  refuseUnreachable(settings)
  const members = numberOf(args, 'members', usualMembers(settings))
  const folder = openFolder(settings)
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    const { report: made } = await playing(settings, {
      members,
      signal: interruption.signal,
      record: folder.record,
      progress: args.has('quiet') || args.has('json') ? () => {} : (ending) => tell(ending, terminal),
    })
    terminal.progress?.('')
    const report = folder.finish(made)
    if (!args.has('quiet')) {
      const reporter = args.has('json') ? json : consoleReporter(terminal.paint)
      for (const line of reporter.render(report)) terminal.out(line)
    }
    if (!args.has('quiet') && !args.has('json'))
      terminal.out(terminal.paint('quiet', `report     ${folder.path}/report.json`))
    return report.verdict.exitCode as ExitCode // its table is part of ours
  } finally {
    process.removeListener('SIGINT', interrupt)
    folder.close()
  }
}

function openFolder(settings: Settings): RunFolder {
  const { seed, now, profile, given, only, skip, out, keepPrivate } = settings
  return openRunFolder(out, {
    head: {
      tool,
      startedAt: new Date(preciseClock()).toISOString(),
      seed,
      ...(now !== undefined && { now }),
      profile,
      given,
      cast: castOf(settings),
      selection: { only, skip },
    },
    lineOf: recorder(recordingOf(settings)),
    privately: keepPrivate ? 'kept' : 'forgotten',
  })
}

function tell({ episode: { session }, ended, reason = '' }: Ending, { progress, paint }: Terminal): void {
  const mark = ended === 'completed' ? paint('good', '✔') : paint('doubt', '?')
  progress?.(`${mark} ${session}${ended === 'completed' ? '' : `: ${harmless(reason)}`}`)
}
