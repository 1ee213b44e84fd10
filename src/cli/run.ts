import { consoleReporter } from '../../reporters/console.ts'
import { harmless } from '../../reporters/escape.ts'
import { fileOf } from '../../reporters/index.ts'
import { json } from '../../reporters/json.ts'
import { linesFor } from '../assembly/deadline.ts'
import { reasonsTold, recordingOf } from '../assembly/recording.ts'
import { castOf } from '../assembly/roles.ts'
import { preciseClock } from '../harness/clock.ts'
import type { Ending } from '../harness/play.ts'
import { type Recording, recorder, teller } from '../harness/record.ts'
import { HarnessError } from '../model/errors.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Settings } from '../model/settings.ts'
import { membersIn, type Run } from './arguments.ts'
import { loadSettings } from './config/settings.ts'
import type { ExitCode } from './exit-codes.ts'
import { refuseLeaks } from './run/leaks.ts'
import { personAtHand, welcome } from './run/person.ts'
import { placesTold } from './run/places.ts'
import { isByHand, type Open, opening, playing, usualMembers } from './run/playing.ts'
import { earlierRun } from './run/resume.ts'
import { shardIn } from './run/shard.ts'
import { openRunFolder, type RunFolder, runFiles } from './run-folder.ts'
import type { Terminal } from './terminal.ts'
import { tool } from './tool.ts'

/** `assay run`: plays the whole exchange, judges it, and writes the report. */
export const run: Run = async (args, terminal) => {
  const { settings, warnings } = await loadSettings(args, process.env, process.cwd())
  const shard = shardIn(args)
  const told: Settings = { ...settings, ...(shard && { shard }) }
  for (const warning of warnings) terminal.err(`assay: ${harmless(warning)}`)
  const earlier = args.has('resume') ? earlierRun(told, args.has('seed')) : undefined
  const wanted = earlier?.settings ?? told
  // Lies lean on what the reference cast remembers of honest sessions: an earlier process has forgotten it.
  const members = membersIn(args, earlier ? 0 : usualMembers(wanted, args.has('probes')))
  if (earlier && (members > 0 || args.has('probes')))
    throw new HarnessError('ERR_USAGE', 'a run that is resumed tells no lies: --members 0')
  const person = isByHand(wanted) ? await personAtHand(terminal, args.has('quiet')) : undefined
  const open = await opening(wanted, person)
  const { folder, recording } = await closingOnFailure(open, () => openFolder(open))
  const say = teller(recording)
  for (const hop of earlier?.hops ?? []) folder.record(hop)
  if (earlier) terminal.err(`assay: ${resumed(earlier.sessions)}`)
  if (person) for (const line of welcome(open, person, `${folder.path}/${runFiles.private}`)) terminal.err(line)
  const interruption = new AbortController()
  const interrupt = (): void => interruption.abort()
  process.once('SIGINT', interrupt)
  const isTalking = !args.has('quiet') && !args.has('json')
  const said: string[] = []
  const noting: Terminal = {
    ...terminal,
    progress: (text) => {
      said.push(text)
      terminal.progress?.(text)
    },
  }
  try {
    const lines = linesFor(open.settings.deadline, open.lines)
    const { report: made } = await playing(
      { ...open, lines },
      {
        members,
        signal: interruption.signal,
        ...(earlier && { earlier: earlier.hops }),
        record: (hop) => {
          folder.record(hop)
          person?.saw(hop)
        },
        progress: (ending) => {
          person?.left({ ...ending, ...(ending.reason !== undefined && { reason: say(ending.reason) }) })
          if (isTalking) tell(ending, noting, say)
        },
        ...(isTalking && { put: patiently(terminal) }),
        judged: ({ verdict, results }) => person?.over(overall(verdict.result, results)),
      },
    )
    terminal.progress?.('')
    const report = folder.finish(reasonsTold(made, recording))
    const added = await addForms(folder, open.settings)
    const reporter = args.has('json') ? json : consoleReporter(terminal.paint)
    const output = args.has('quiet') ? [] : [...reporter.render(report)]
    refuseLeaks({ settings: open.settings, recording, report }, folder, [...said, ...output])
    if (person) settle(isWhole(report), wanted, folder, terminal)
    for (const line of output) terminal.out(line)
    if (isTalking)
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

function openFolder({ settings, anchors }: Open): { readonly folder: RunFolder; readonly recording: Recording } {
  const { seed, now, profile, given, only, skip, shard, out, keepPrivate, formats = [] } = settings
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
      ...(anchors && { anchors }),
      selection: { only, skip, ...(shard && { shard }) },
    },
    uids: settings.accounts.map(({ uid }) => uid),
    lineOf: recorder(recording),
    privately: keepPrivate || isByHand(settings) ? 'kept' : 'forgotten',
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

/** Milliseconds between two lines that say how far it is. */
const patience = 30_000

/** Says how many lies were told, on a long day. */
function patiently({ progress }: Terminal): (probes: number) => void {
  let said = preciseClock()
  return (probes) => {
    if (preciseClock() - said < patience) return
    said = preciseClock()
    progress?.(`${probes} messages of liars and strangers so far`)
  }
}

/** What was kept so that somebody can go on is of no use once nothing is missing. */
function settle(isWhole: boolean, { keepPrivate }: Settings, folder: RunFolder, { err }: Terminal): void {
  if (!isWhole) err('assay: the same command with --resume goes on with the sessions that are missing')
  else if (!keepPrivate) folder.forget()
}

/** Whether nothing is left to be resumed. */
const isWhole = ({ sessions }: RunReport): boolean => sessions.every(({ ended }) => ended === 'completed')

/** What whoever stands before the page is told last. */
function overall(verdict: string, results: RunReport['results']): string {
  const count = (outcome: string): number => results.filter((each) => each.outcome === outcome).length
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('cantTell')} cannot be told`
  return `The run is over: ${verdict}. ${counts}. The terminal has the rest.`
}

const resumed = (sessions: readonly string[]): string =>
  sessions.length === 0
    ? 'no session of the earlier run was complete: all are played'
    : `${sessions.join(', ')} ${sessions.length === 1 ? 'was' : 'were'} complete, and nobody is asked again`
