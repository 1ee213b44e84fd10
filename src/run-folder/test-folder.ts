import type { KeptTest, RecordedLayer } from '../../model/record.ts'
import type { Role } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Message } from '../../model/wire.ts'
import { memberNames } from '../../protocol/artefacts/member-names.generated.ts'
import { type FormatName, findFormatFile } from '../../reporters/formats.ts'
import { registeredNames } from '../../suites/kit/registered-names.ts'
import { createMarker } from '../privacy/marks.ts'
import { publicWords } from '../privacy/public-words.ts'
import { createRecorder, type RecorderOptions } from '../privacy/redact-message.ts'
import { collectPublicWords } from '../privacy/redaction-context.ts'
import { createSecretStore } from '../privacy/secret-store.ts'
import type { WatchedRun } from '../privacy/watch-for-leaks.ts'
import { drawOctets } from '../runtime/random.ts'
import { openRunFolder } from './run-folder.ts'
import { createWriteGuard, type RecordedRun, type WrittenReport, writeReport } from './write-report.ts'

/** A test of a standard that is over. */
export interface FinishedTest extends Pick<RecordedRun, 'print'>, Pick<WatchedRun, 'configured'> {
  readonly report: RunReport
  readonly messages: readonly Message<string>[]
  /** What was judged in each message, by its number. */
  readonly layers: ReadonlyMap<number, readonly RecordedLayer[]>
  readonly formats: readonly FormatName[]
  /** Whether messages are kept with their private values, readable for this user alone. */
  readonly keepsPrivate: boolean
  /** What is needed to play it back; only where messages are kept with their private values. */
  readonly kept?: KeptTest | undefined
}

/** Writes the messages of a test, its report and the further forms of it. */
export async function writeTestFolder(path: string, test: FinishedTest): Promise<WrittenReport> {
  const { report, messages, layers, formats, kept, configured, print } = test
  const { tool, startedAt, seed, now, profile, actors, subject, selection, results, sessions } = report
  const guard = createWriteGuard()
  const recording = createTestRecording(
    results.map(({ text }) => text),
    sessions.map(({ session }) => session),
    [...actors.map(({ url = '' }) => url), messages[0]?.request.url ?? ''],
    actors.flatMap(({ role, url }) => (url === undefined ? [] : role)),
  )
  const record = createRecorder(recording)
  const head = {
    ...{ tool, startedAt, seed, ...(now !== undefined && { now }), profile, decisions: {}, actors },
    ...(Object.keys(subject).length > 0 && { subject }),
    selection: { only: selection.only, skip: selection.skip },
  }
  const folder = guard.attempt(() =>
    openRunFolder(path, {
      head,
      ...(kept && { privateHead: { test: kept }, keepsTape: kept.interrupted === true }),
      lineOf: (message) => ({ ...record(message), layers: layers.get(message.message.number) ?? [] }),
      privately: test.keepsPrivate ? 'kept' : 'forgotten',
      forms: formats.map(findFormatFile),
    }),
  )
  if (!folder) return { report, files: [], printed: print(report), failure: guard.failure() }
  try {
    for (const message of messages) guard.attempt(() => folder.record({ message, request: [], response: [] }))
    return await writeReport(report, { folder, formats, watched: { recording, configured }, print }, guard)
  } finally {
    folder.close()
  }
}

/** What the record of a test may show: names in our own requirements, and the addresses that were given. */
export function createTestRecording(
  texts: readonly string[],
  sessions: readonly string[],
  addresses: readonly string[],
  targets: readonly Role[],
): RecorderOptions {
  const named = texts.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  return {
    keys: [],
    words: collectPublicWords(
      [...publicWords, ...memberNames, ...registeredNames, ...named, ...sessions],
      addresses.filter((each) => URL.canParse(each)).map((each) => new URL(each).origin),
    ),
    secrets: createSecretStore(),
    mark: createMarker(drawOctets(32)),
    open: new Set(),
    targets: new Set(targets),
    unknownToTargets: new Set(),
  }
}
