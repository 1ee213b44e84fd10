import type { RunReport } from '../../model/run-report.ts'
import type { SessionEnd } from '../../model/session-plan.ts'
import type { Settings } from '../../model/settings.ts'
import { findFormatFile } from '../../reporters/formats.ts'
import type { ManualDriver } from '../drivers/manual-driver.ts'
import { createMessageParser } from '../judge/artefacts.ts'
import { createRecorder, createSentenceRedactor, type RecorderOptions } from '../privacy/redact-message.ts'
import { decryptionKeys } from '../reference/actors.ts'
import { completeRun, hasManualTarget, type OpenRun, openRun } from '../run/open-run.ts'
import { listRecordedAddresses } from '../run/recording/recorded-addresses.ts'
import { createRecording, redactReasons } from '../run/recording/recording.ts'
import { listActors } from '../run/roles.ts'
import { limitRoutes } from '../run/routes/deadline.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { tool } from '../runtime/tool.ts'
import { refuseLeaks } from './leaks.ts'
import { readRun, renderForm } from './read-run.ts'
import type { EarlierRun } from './resume.ts'
import { openRunFolder, type RunFolder, runFiles } from './run-folder.ts'

/** What a run needs beside its settings, and who is notified of what. */
export interface RunToFolderOptions {
  /** How many messages of each family of faults are sent. */
  readonly members: number
  readonly signal: AbortSignal
  /** The run that is resumed. */
  readonly earlier?: EarlierRun | undefined
  readonly person?: ManualDriver | undefined
  /** Called when every route is open, with the file in which private values are kept. */
  readonly opened: (open: OpenRun, privateFile: string) => void
  /** Called when a session is over; private values are redacted. */
  readonly ended: (ending: SessionEnd) => void
  /** Called now and then with the number of probes that were sent. */
  readonly sent?: ((probes: number) => void) | undefined
  /** Everything that is printed about the run: it is searched for private values before it is returned. */
  readonly print: (report: RunReport) => readonly string[]
}

/** A finished run in its folder. */
export interface WrittenRun {
  readonly report: RunReport
  readonly folder: string
  readonly files: readonly string[]
  /** What `print` returned. */
  readonly printed: readonly string[]
  /** Whether `--resume` could complete it: a session is missing, and the messages were kept. */
  readonly isResumable: boolean
}

/** Runs, and writes every message to the folder as it travels, then the report and its further forms. */
export async function runToFolder(
  settings: Settings,
  { members, signal, earlier, person, opened, ended, sent, print }: RunToFolderOptions,
): Promise<WrittenRun> {
  const open = await openRun(settings, person)
  const { folder, recording } = await closeOnFailure(open, () => openFolder(open))
  const redactSentence = createSentenceRedactor(recording)
  const redact = (ending: SessionEnd): SessionEnd =>
    ending.reason === undefined ? ending : { ...ending, reason: redactSentence(ending.reason) }
  try {
    for (const message of (earlier?.messages ?? []).map(createMessageParser(decryptionKeys))) folder.record(message)
    opened(open, `${folder.path}/${runFiles.private}`)
    const routes = limitRoutes(open.settings.deadline, open.routes)
    const { report: made } = await completeRun(
      { ...open, routes },
      {
        members,
        signal,
        ...(earlier && { earlier: earlier.messages }),
        record: (message) => {
          folder.record(message)
          person?.noteMessage(message.message)
        },
        progress: (ending) => {
          person?.noteSessionEnd(redact(ending))
          ended(redact(ending))
        },
        ...(sent && { onProbes: sent }),
        onReport: ({ verdict, results }) => person?.noteRunEnd(describeResult(verdict.result, results)),
      },
    )
    const report = folder.finish(redactReasons(made, recording))
    const forms = await addForms(folder, open.settings)
    const printed = print(report)
    refuseLeaks({ settings: open.settings, recording, report }, folder, printed)
    const isComplete = report.sessions.every((session) => session.ended === 'completed')
    if (person && isComplete && !settings.keepPrivate) folder.forget()
    const isResumable = person !== undefined && !isComplete
    return { report, folder: folder.path, files: [runFiles.report, ...forms], printed, isResumable }
  } finally {
    folder.close()
  }
}

/** Closes all routes if there is nowhere to write: an open port would keep the process alive. */
async function closeOnFailure<T>({ close }: OpenRun, act: () => T): Promise<T> {
  try {
    return act()
  } catch (error) {
    await close()
    throw error
  }
}

function openFolder({ settings, anchors }: OpenRun): {
  readonly folder: RunFolder
  readonly recording: RecorderOptions
} {
  const { seed, now, profile, decisions, only, skip, shard, out, keepPrivate, formats = [] } = settings
  const recording = createRecording(settings)
  const folder = openRunFolder(out, {
    head: {
      tool,
      startedAt: new Date(readPreciseClock()).toISOString(),
      seed,
      ...(now !== undefined && { now }),
      profile,
      decisions,
      actors: listActors(settings),
      addresses: listRecordedAddresses(settings),
      ...(anchors && { anchors }),
      selection: { only, skip, ...(shard && { shard }) },
    },
    uids: settings.accounts.map(({ uid }) => uid),
    lineOf: createRecorder(recording),
    privately: keepPrivate || hasManualTarget(settings) ? 'kept' : 'forgotten',
    forms: formats.map(findFormatFile),
  })
  return { folder, recording }
}

/** Writes the further forms, and returns the names of their files. */
async function addForms(folder: RunFolder, { formats = [] }: Settings): Promise<readonly string[]> {
  if (formats.length === 0) return []
  const stored = readRun(folder.path)
  for (const name of formats) folder.add(findFormatFile(name), await renderForm(name, stored))
  return formats.map(findFormatFile)
}

/** The result in one sentence, for the page of a person who acts by hand. */
function describeResult(verdict: string, results: RunReport['results']): string {
  const count = (outcome: string): number => results.filter((each) => each.outcome === outcome).length
  const counts = `${count('passed')} passed, ${count('failed')} failed, ${count('cantTell')} inconclusive`
  return `The run is over: ${verdict}. ${counts}. The terminal shows the details.`
}
