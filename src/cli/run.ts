import { consoleReporter } from '../../reporters/console.ts'
import { harmless } from '../../reporters/escape.ts'
import { fileOf } from '../../reporters/index.ts'
import { json } from '../../reporters/json.ts'
import { linesFor } from '../assembly/deadline.ts'
import { reasonsTold, recordingOf } from '../assembly/recording.ts'
import { castOf } from '../assembly/roles.ts'
import { isStatusKnown, placesOf } from '../assembly/stage.ts'
import { preciseClock } from '../harness/clock.ts'
import type { Ending } from '../harness/play.ts'
import { type Recording, recorder, teller } from '../harness/record.ts'
import type { RecordHead } from '../model/record.ts'
import type { Settings } from '../model/settings.ts'
import { numberOf, type Run } from './arguments.ts'
import { loadSettings } from './config/settings.ts'
import type { ExitCode } from './exit-codes.ts'
import { type Open, opening, playing, usualMembers } from './run/playing.ts'
import { openRunFolder, type RunFolder } from './run-folder.ts'
import type { Terminal } from './terminal.ts'
import { tool } from './tool.ts'

/** `assay run`: plays the whole exchange, judges it, and writes the report. */
export const run: Run = async (args, terminal) => {
  const { settings: wanted, warnings } = await loadSettings(args, process.env, process.cwd())
  for (const warning of warnings) terminal.err(`assay: ${harmless(warning)}`)
  const members = numberOf(args, 'members', usualMembers(wanted))
  const open = await opening(wanted)
  const { folder, recording } = await closingOnFailure(open, () => openFolder(open.settings))
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  try {
    const lines = linesFor(open.settings.deadline, open.lines)
    const { report: made } = await playing(
      { ...open, lines },
      {
        members,
        signal: interruption.signal,
        record: folder.record,
        progress:
          args.has('quiet') || args.has('json') ? () => {} : (ending) => tell(ending, terminal, teller(recording)),
      },
    )
    terminal.progress?.('')
    const report = folder.finish(reasonsTold(made, recording))
    const added = await addForms(folder, open.settings)
    if (!args.has('quiet')) {
      const reporter = args.has('json') ? json : consoleReporter(terminal.paint)
      for (const line of reporter.render(report)) terminal.out(line)
    }
    if (!args.has('quiet') && !args.has('json'))
      terminal.out(terminal.paint('quiet', `report     ${folder.path}/${['report.json', ...added].join(', ')}`))
    const baseline = args.text('baseline')
    if (baseline === undefined) return report.verdict.exitCode as ExitCode // its table is part of ours
    const { exitCodeBeside } = await import('./baseline.ts')
    return exitCodeBeside(report, baseline, terminal)
  } finally {
    process.removeListener('SIGINT', interrupt)
    folder.close()
  }
}

/** Whoever has nowhere to write has nothing to play for: an open door would keep the process from ending. */
async function closingOnFailure<T>({ close }: Open, act: () => T): Promise<T> {
  try {
    return act()
  } catch (error) {
    await close()
    throw error
  }
}

/** Writes the forms that are wanted. What makes them is loaded only if there are any. */
async function addForms(folder: RunFolder, { formats = [] }: Settings): Promise<readonly string[]> {
  if (formats.length === 0) return []
  const { formOf, readRun } = await import('./run/forms.ts')
  const read = readRun(folder.path)
  for (const name of formats) folder.add(fileOf(name), await formOf(name, read))
  return formats.map(fileOf)
}

function openFolder(settings: Settings): { readonly folder: RunFolder; readonly recording: Recording } {
  const { seed, now, profile, given, only, skip, out, keepPrivate, formats = [] } = settings
  const recording = recordingOf(settings)
  const folder = openRunFolder(out, {
    head: {
      tool,
      startedAt: new Date(preciseClock()).toISOString(),
      seed,
      ...(now !== undefined && { now }),
      profile,
      given,
      cast: castOf(settings),
      places: placesTold(settings),
      selection: { only, skip },
    },
    uids: settings.accounts.map(({ uid }) => uid),
    lineOf: recorder(recording),
    privately: keepPrivate ? 'kept' : 'forgotten',
    forms: formats.map(fileOf),
  })
  return { folder, recording }
}

/** Says how a session went. One that played to its end may have come upon something that somebody ought to know. */
function tell(ending: Ending, { progress, paint }: Terminal, told: (sentence: string) => string): void {
  const { episode, ended, reason } = ending
  const mark = ended === 'completed' && reason === undefined ? paint('good', '✔') : paint('doubt', '?')
  progress?.(`${mark} ${episode.session}${reason === undefined ? '' : `: ${harmless(told(reason))}`}`)
}

function placesTold(settings: Settings): NonNullable<RecordHead['places']> {
  const { issuer, status, door } = placesOf(settings)
  return { issuer, ...(isStatusKnown(settings) && { status }), ...(door !== undefined && { door }) }
}
