import type { Baseline } from '../../model/baseline.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import type { RecordLine } from '../../model/record.ts'
import type { LiveFinding } from '../../model/report.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { SessionEnd } from '../../model/session-end.ts'
import { addCauses } from '../../reporters/causes.ts'
import { findFormatFile } from '../../reporters/formats.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { type OpenRun, type PlayOptions, runSuite } from '../../suites/run.ts'
import type { Settings } from '../config/settings.ts'
import { hasManualTarget } from '../drivers/driver-kind.ts'
import type { ManualDriver } from '../drivers/manual-driver.ts'
import type { WriteOctets } from '../files/durable.ts'
import { createRecorder, createSentenceRedactor, type RecorderOptions } from '../privacy/redact-message.ts'
import { showTime } from '../runtime/clock.ts'
import { tool } from '../runtime/tool.ts'
import { applyKnownFailures } from './baseline-file.ts'
import type { EarlierRun } from './resume.ts'
import { runFiles } from './run-files.ts'
import { openRunFolder, type RunFolder } from './run-folder.ts'
import { createWriteGuard, type RecordedRun, type WriteGuard, type WrittenReport, writeReport } from './write-report.ts'

/** What a run needs beside its settings, and who is notified of what. */
export interface RunToFolderOptions extends Pick<RecordedRun, 'print'> {
  /** How many messages of each family of faults are sent. */
  readonly members: number
  readonly signal: AbortSignal
  /** Known failures. */
  readonly baseline?: Baseline | undefined
  /** The run that is resumed. */
  readonly earlier?: EarlierRun | undefined
  readonly person?: ManualDriver | undefined
  /** What sends the probes for the reference actors: without it, threads of this process. */
  readonly startPool?: PlayOptions['startPool']
  /** Called when every route is open, with the file in which private values are kept. */
  readonly opened: (open: OpenRun, privateFile: string) => void
  /** Called when a session is over; private values are redacted. */
  readonly ended: (ending: SessionEnd) => void
  /** Called now and then with the number of probes that were sent, and with that of all, where it is known. */
  readonly sent?: PlayOptions['onProbes'] | undefined
  /** Called with every message as it is recorded, and with what failed in it as far as it shows that by itself. */
  readonly seen?: ((line: RecordLine, findings: readonly LiveFinding[]) => void) | undefined
  /** Writes octets to a file of the run; tests let it fail. */
  readonly write?: WriteOctets
}

/** A finished run in its folder. */
export interface WrittenRun extends WrittenReport {
  readonly folder: string
  /** Whether `--resume` could complete it: a session is missing, and the messages were kept. */
  readonly isResumable: boolean
}

/** Runs, and writes every message to the folder as it travels, then the report and its further forms. */
export async function runToFolder(settings: Settings, options: RunToFolderOptions): Promise<WrittenRun> {
  const open = await runSuite.open(settings, options.person)
  const recording = runSuite.createRecording(open.settings)
  // If there is nowhere to write, an open port would keep the process alive.
  const folder = await openFolder(open, recording, options).catch((error) =>
    open.close().then(() => Promise.reject(error)),
  )
  try {
    options.opened(open, `${folder.path}/${runFiles.private}`)
    const guard = createWriteGuard(options.signal)
    const made = await runGuarded(open, folder, recording, guard, options)
    const { anchors, settings } = open
    const watched = { recording, anchors, ...runSuite.listPrivate(settings) }
    const written = await writeReport(made, { folder, formats: settings.formats, watched, print: options.print }, guard)
    const isComplete = written.report.sessions.every((session) => session.ended === 'completed')
    if (isComplete && isTemporary(settings, options.earlier) && !guard.failure()) folder.forget()
    return { ...written, folder: folder.path, isResumable: options.person !== undefined && !isComplete }
  } finally {
    folder.close()
  }
}

async function runGuarded(
  open: OpenRun,
  folder: RunFolder,
  recording: RecorderOptions,
  guard: WriteGuard,
  { members, baseline, earlier, person, startPool, ended, sent, seen }: RunToFolderOptions,
): Promise<RunReport> {
  const findFailures = seen && runSuite.createLiveJudge(open, recording)
  const seeMessage = (line: RecordLine, message: ParsedMessage): void => seen?.(line, findFailures?.(message) ?? [])
  const redactSentence = createSentenceRedactor(recording)
  const redact = (ending: SessionEnd): SessionEnd =>
    ending.reason === undefined ? ending : { ...ending, reason: redactSentence(ending.reason) }
  const cut = new Set<string>()
  const report = await runSuite.play(open, {
    members,
    startPool,
    signal: guard.signal,
    ...(earlier && { earlier: earlier.messages }),
    record: (message) => {
      const line = guard.attempt(() => folder.record(message))
      if (line) guard.attempt(() => seeMessage(line, message))
      else cut.add(message.message.session)
      person?.noteMessage(message.message, runSuite.isDelivery(message.message))
    },
    progress: (ending) => {
      person?.noteSessionEnd(redact(ending))
      ended(redact(ending))
    },
    ...(sent && { onProbes: sent }),
    onReport: ({ verdict, results }) => person?.noteRunEnd(describeResult(verdict.result, results)),
  })
  const plain = runSuite.redactReasons(endCutSessions(report, cut), recording)
  const redacted = addCauses({ ...plain, results: defaultSuite.linkFailures(plain.results) })
  return applyKnownFailures(redacted, baseline)
}

/** A session is complete only if all its messages were written: one that is resumed is played again otherwise. */
const endCutSessions = (report: RunReport, cut: ReadonlySet<string>): RunReport => ({
  ...report,
  sessions: report.sessions.map((each) =>
    cut.has(each.session) && each.ended === 'completed'
      ? { ...each, ended: 'stopped', reason: 'a message of it could not be written' }
      : each,
  ),
})

/** A run with a person in it is kept until it is complete. What was to be kept is kept, however the run is resumed. */
const isTemporary = (settings: Settings, earlier: EarlierRun | undefined): boolean =>
  hasManualTarget(settings) && !settings.keepPrivate && earlier?.isTemporary !== false

async function openFolder(
  { settings, anchors }: OpenRun,
  recording: RecorderOptions,
  { earlier, write }: RunToFolderOptions,
): Promise<RunFolder> {
  const { seed, now, subject, profile, decisions, given, only, skip, shard, out, keepPrivate, formats = [] } = settings
  const { actors, addresses, shownAddresses } = runSuite.describe(settings)
  return openRunFolder(out, {
    head: {
      tool,
      startedAt: showTime(),
      seed,
      ...(now !== undefined && { now }),
      ...(Object.keys(subject).length > 0 && { subject }),
      profile,
      decisions,
      actors,
      addresses: shownAddresses,
      ...(anchors && { anchors }),
      ...(given && { given }),
      selection: { only, skip, ...(shard && { shard }) },
    },
    privateHead: {
      addresses,
      uids: settings.accounts.map(({ uid }) => uid),
      ...(earlier && { completed: earlier.sessions }),
      ...(isTemporary(settings, earlier) && { temporary: true }),
    },
    lineOf: createRecorder(recording),
    privately: keepPrivate || hasManualTarget(settings) || earlier ? 'kept' : 'forgotten',
    forms: formats.map(findFormatFile),
    continued: earlier && {
      messages: earlier.messages.map(runSuite.createParser()),
      replaced: earlier.replaced,
    },
    write,
  })
}

/** The result in one sentence, for the page of a person who acts by hand. */
function describeResult(verdict: string, results: RunReport['results']): string {
  const count = (outcome: string): number => results.filter((each) => each.outcome === outcome).length
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('cantTell')} inconclusive`
  return `The run is over: ${verdict}. ${counts}. The terminal shows the details.`
}
