import type { StandardProfile } from '../../model/decision.ts'
import type { RecordHead, RecordLine, TapedEvent } from '../../model/record.ts'
import type { Message } from '../../model/wire.ts'
import { standards } from '../../suites/standards.ts'
import { createRecorder } from '../privacy/redact-message.ts'
import { drawFrom, drawToken } from '../runtime/random.ts'
import { tool } from '../runtime/tool.ts'
import { createRunFolder, makeRealFolder, type RunFolder } from './run-folder.ts'
import { lockFolder } from './run-lock.ts'
import { type BegunTest, openTapeFile } from './tape-file.ts'
import { createTestRecording } from './test-folder.ts'
import { createWriteGuard } from './write-report.ts'

/** Makes the lines of the record while a test is under way: what is judged in a message is known later. */
export function createLiveRecorder(profile: StandardProfile): (message: Message<string>) => RecordLine {
  // Drawn before the test begins: what a test draws from its seed is the same, whether its messages are shown or not.
  const secret = drawToken()
  const texts = standards[profile].requirements.map(({ text }) => text)
  let record: ReturnType<typeof createRecorder> | undefined
  return (message) => {
    record ??= drawFrom(secret, () => createRecorder(createTestRecording(texts, [], [message.request.url], [])))
    return record({ message, request: [], response: [] })
  }
}

/** The folder of a test that is under way: whenever the process ends, what was sent until then is in it. */
export interface BegunFolder {
  /** Writes a message at once. Returns its line; nothing, if it cannot be written. */
  readonly record: (message: Message<string>) => RecordLine | undefined
  /** Notes what the test learns, if messages are kept with their private values. */
  readonly note: (event: TapedEvent) => void
  /** Releases the folder to the report. A record that says what was judged replaces this one. */
  readonly close: () => void
}

/** What is known of a test when it begins. */
export interface BegunFolderOptions extends Pick<RecordHead, 'profile' | 'actors' | 'selection' | 'subject'> {
  readonly test: BegunTest
  readonly keepsPrivate: boolean
  readonly recordLine: (message: Message<string>) => RecordLine
}

/** Opens the folder of a test. An earlier run stays in it until the first message has come: a mistake in a flag costs nothing. */
export function openBegunFolder(
  path: string,
  { test, keepsPrivate, recordLine, subject = {}, ...about }: BegunFolderOptions,
): BegunFolder {
  const folder = makeRealFolder(path)
  const release = lockFolder(folder)
  const guard = createWriteGuard()
  let opened: RunFolder | undefined
  const open = (): RunFolder =>
    createRunFolder(
      folder,
      {
        head: {
          ...{ tool, startedAt: new Date(test.began).toISOString(), seed: test.seed, decisions: {}, ...about },
          ...(Object.keys(subject).length > 0 && { subject }),
        },
        lineOf: ({ message }) => recordLine(message),
        privately: 'forgotten',
        keepsTape: keepsPrivate,
      },
      () => {},
    )
  try {
    const tape = keepsPrivate ? openTapeFile(folder, test) : undefined
    return {
      // What cannot be written here cannot be written at the end either, where it is reported.
      record: (message) =>
        guard.attempt(() => {
          opened ??= open()
          return opened.record({ message, request: [], response: [] })
        }),
      note: (event) => tape?.note(event),
      close: () => {
        opened?.close()
        tape?.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
