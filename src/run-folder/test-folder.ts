import type { KeptTest, RecordedLayer } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Message } from '../../model/wire.ts'
import { memberNames } from '../../protocol/artefacts/member-names.generated.ts'
import { type FormatName, findFormatFile } from '../../reporters/formats.ts'
import { registeredNames } from '../../suites/kit/registered-names.ts'
import { createMarker } from '../privacy/marks.ts'
import { publicWords } from '../privacy/public-words.ts'
import { createRecorder } from '../privacy/redact-message.ts'
import { collectPublicWords } from '../privacy/redaction-context.ts'
import { createSecretStore } from '../privacy/secret-store.ts'
import { drawOctets } from '../runtime/random.ts'
import { addForms } from './add-forms.ts'
import { runFiles } from './run-files.ts'
import { openRunFolder, type RunFolder } from './run-folder.ts'

/** A test of a standard that is over. */
export interface FinishedTest {
  readonly report: RunReport
  readonly messages: readonly Message<string>[]
  /** What was judged in each message, by its number. */
  readonly layers: ReadonlyMap<number, readonly RecordedLayer[]>
  /** What is needed to play it back; only where messages are kept with their private values. */
  readonly kept?: KeptTest | undefined
}

export interface TestFolderOptions {
  readonly formats: readonly FormatName[]
  /** Whether messages are kept with their private values, readable for this user alone. */
  readonly keepsPrivate: boolean
}

/** Writes the messages of a test, its report and the further forms of it. Returns the report as it was written, and its files. */
export async function writeTestFolder(
  path: string,
  test: FinishedTest,
  options: TestFolderOptions,
): Promise<{ readonly report: RunReport; readonly files: readonly string[] }> {
  const folder = openTestFolder(path, test, options)
  try {
    for (const message of test.messages) folder.record({ message, request: [], response: [] })
    const report = folder.finish(test.report)
    const files: string[] = [runFiles.report]
    for await (const file of addForms(folder, options.formats)) files.push(file)
    return { report, files }
  } finally {
    folder.close()
  }
}

function openTestFolder(path: string, test: FinishedTest, { formats, keepsPrivate }: TestFolderOptions): RunFolder {
  const { tool, startedAt, seed, now, profile, actors, subject, selection } = test.report
  const [first] = test.messages
  const record = createTestRecorder(
    test.report.results.map(({ text }) => text),
    test.report.sessions.map(({ session }) => session),
    [...actors.map(({ url = '' }) => url), first?.request.url ?? ''],
  )
  return openRunFolder(path, {
    head: {
      ...{ tool, startedAt, seed, ...(now !== undefined && { now }), profile, decisions: {}, actors },
      ...(Object.keys(subject).length > 0 && { subject }),
      selection: { only: selection.only, skip: selection.skip },
    },
    ...(test.kept && { privateHead: { test: test.kept } }),
    lineOf: (message) => ({ ...record(message), layers: test.layers.get(message.message.number) ?? [] }),
    privately: keepsPrivate ? 'kept' : 'forgotten',
    forms: formats.map(findFormatFile),
  })
}

/** Describes messages as the record does. It may show names in our own requirements, and the addresses that were given. */
export function createTestRecorder(
  texts: readonly string[],
  sessions: readonly string[],
  addresses: readonly string[],
): ReturnType<typeof createRecorder> {
  const named = texts.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  return createRecorder({
    keys: [],
    words: collectPublicWords(
      [...publicWords, ...memberNames, ...registeredNames, ...named, ...sessions],
      addresses.filter((each) => URL.canParse(each)).map((each) => new URL(each).origin),
    ),
    secrets: createSecretStore(),
    mark: createMarker(drawOctets(32)),
  })
}
