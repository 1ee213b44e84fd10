import type { ParsedMessage } from '../model/exchange.ts'
import type { RecordHead } from '../model/record.ts'
import type { LiveFinding } from '../model/report.ts'
import type { RunReport } from '../model/run-report.ts'
import type { SessionEnd } from '../model/session-end.ts'
import type { Settings } from '../model/settings.ts'
import type { Message } from '../model/wire.ts'
import type { ManualDriver } from '../src/drivers/manual-driver.ts'
import type { RecorderOptions } from '../src/privacy/redact-message.ts'
import type { WatchedRun } from '../src/privacy/watch-for-leaks.ts'
import { toOwnMessages } from './document/model/endpoints.ts'
import type { ParsedMessage as OwnParsedMessage } from './document/model/exchange.ts'
import { createMessageParser } from './document/model/parse-message.ts'
import { decryptionKeys } from './document/reference/actors.ts'
import { completeRun, type OpenRun, type OpenRunOptions, openRun } from './document/run/open-run.ts'
import { createLiveJudge } from './document/run/recording/live-findings.ts'
import { listRecordedAddresses } from './document/run/recording/recorded-addresses.ts'
import { createRecording, listPrivate, redactReasons } from './document/run/recording/recording.ts'
import { listActors, showAddresses } from './document/run/roles.ts'
import { limitConnections } from './document/run/routes/deadline.ts'

export type { OpenRun } from './document/run/open-run.ts'

/** How a run is played over its open routes, and who is notified of what. */
export interface PlayOptions extends Omit<OpenRunOptions, 'earlier' | 'record' | 'progress'> {
  /** The messages of an earlier run that this one continues. */
  readonly earlier?: readonly Message[]
  readonly record: (message: ParsedMessage) => void
  readonly progress: (ending: SessionEnd) => void
}

/** Who takes part in a run, and where. */
export interface DescribedRun extends Pick<RecordHead, 'actors'> {
  readonly addresses: NonNullable<RecordHead['addresses']>
  /** The same without what variables of the environment hold. */
  readonly shownAddresses: NonNullable<RecordHead['addresses']>
}

/** The suite of `assay run`: how a run of it is opened, played, recorded, and judged while it goes on. */
export interface RunSuite {
  /** Opens a route to every target, and our server if a target calls it. */
  readonly open: (settings: Settings, person?: ManualDriver) => Promise<OpenRun>
  /** Plays all sessions over open routes, until the deadline of the settings, and closes the routes. */
  readonly play: (open: OpenRun, options: PlayOptions) => Promise<RunReport>
  readonly describe: (settings: Settings) => DescribedRun
  /** What the record may show, and what it must not. */
  readonly createRecording: (settings: Settings) => RecorderOptions
  /** Redacts the reasons of a report like the record. */
  readonly redactReasons: (report: RunReport, recording: RecorderOptions) => RunReport
  /** What is private before the first message. */
  readonly listPrivate: (settings: Settings) => Pick<WatchedRun, 'configured' | 'invented'>
  readonly createParser: () => (message: Message) => ParsedMessage
  /** Judges each message when it comes, by what was seen until then. */
  readonly createLiveJudge: (
    open: OpenRun,
    recording: RecorderOptions,
  ) => (message: ParsedMessage) => readonly LiveFinding[]
  /** Whether a message is the last one of a session: it brings what the session is for. */
  readonly isDelivery: (message: Message) => boolean
}

export const runSuite: RunSuite = {
  open: openRun,
  play: async (open, { earlier, ...options }) => {
    const limited = { ...open, ...limitConnections(open.settings.deadline, open) }
    const { report } = await completeRun(limited, { ...options, ...(earlier && { earlier: toOwnMessages(earlier) }) })
    return report
  },
  describe: (settings) => {
    const addresses = listRecordedAddresses(settings)
    return { actors: listActors(settings), addresses, shownAddresses: showAddresses(addresses, settings) }
  },
  createRecording,
  redactReasons,
  listPrivate,
  createParser: () => {
    const parse = createMessageParser(decryptionKeys)
    return (message) => parse(message as OwnParsedMessage['message']) // a message of this suite
  },
  createLiveJudge: ({ settings, anchors }, recording) => {
    const judge = createLiveJudge(settings, recording, anchors)
    return (message) => judge(message as OwnParsedMessage) // a message of this suite
  },
  isDelivery: ({ endpoint }) => endpoint === 'walletCallback',
}
