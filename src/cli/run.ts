import { consoleReporter } from '../../reporters/console.ts'
import { harmless } from '../../reporters/escape.ts'
import { json } from '../../reporters/json.ts'
import { recordingOf } from '../assembly/recording.ts'
import { castOf } from '../assembly/roles.ts'
import { run as play } from '../assembly/run.ts'
import { preciseClock } from '../harness/clock.ts'
import type { Ending } from '../harness/play.ts'
import { recorder } from '../harness/record.ts'
import { HarnessError } from '../model/errors.ts'
import type { Settings } from '../model/settings.ts'
import type { Run } from './arguments.ts'
import { loadSettings } from './config/settings.ts'
import type { ExitCode } from './exit-codes.ts'
import { doorFor, ways } from './run/ways.ts'
import { openRunFolder, type RunFolder } from './run-folder.ts'
import type { Terminal } from './terminal.ts'
import { tool } from './tool.ts'

/** `assay run`: plays the whole exchange, judges it, and writes the report. */
export const run: Run = async (args, terminal) => {
  const { settings, warnings } = await loadSettings(args, process.env, process.cwd())
  for (const warning of warnings) terminal.err(`assay: ${harmless(warning)}`)
  refuseUnreachable(settings)
  const folder = openFolder(settings)
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  const { lines, close } = await ways(settings)
  try {
    const { report } = await play(settings, {
      clock: preciseClock,
      tool,
      lines,
      signal: interruption.signal,
      record: folder.record,
      progress: args.has('quiet') || args.has('json') ? () => {} : (ending) => tell(ending, terminal),
      ...(settings.listen && { listen: doorFor(settings.listen) }),
    })
    terminal.progress?.('')
    folder.finish(report)
    if (!args.has('quiet')) {
      const reporter = args.has('json') ? json : consoleReporter(terminal.paint)
      for (const line of reporter.render(report)) terminal.out(line)
    }
    if (!args.has('quiet') && !args.has('json'))
      terminal.out(terminal.paint('quiet', `report     ${folder.path}/report.json`))
    return report.verdict.exitCode as ExitCode // its table is part of ours
  } finally {
    process.removeListener('SIGINT', interrupt)
    await close()
    folder.close()
  }
}

/** A wallet and an identity app call; nobody can call them. */
function refuseUnreachable({ targets }: Settings): void {
  const role = (['wallet', 'identity-app'] as const).find((each) => targets[each] !== undefined)
  if (role !== undefined) {
    throw new HarnessError(
      'ERR_CONFIG',
      `targets.${role}: assay cannot test a ${role} by a URL yet; an issuer, a status-service, a wallet-backend and a verifier it can`,
    )
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
