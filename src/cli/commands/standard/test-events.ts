import { createInterface } from 'node:readline'
import type { RunReport } from '../../../../model/run-report.ts'
import { standards } from '../../../../suites/standards.ts'
import type { PlayedStandard } from '../../../config/tested-roles.ts'
import type { TestWatcher } from '../../../harness/test-options.ts'
import { createRecorder } from '../../../privacy/redact-message.ts'
import { createTestRecording } from '../../../run-folder/test-folder.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import { drawFrom, drawToken } from '../../../runtime/random.ts'
import type { PersonTask, Terminal } from '../../../terminal/terminal.ts'
import { createEventPrinter } from '../../run-output.ts'

/** Prints the events of a test, as `assay run --events` prints those of a run. */
export interface TestEvents extends TestWatcher {
  /** Prints a task, and reads the answer from standard input. */
  readonly showTask: (task: PersonTask) => Promise<string | undefined>
  readonly formatEnd: (report: RunReport) => readonly string[]
  /** Reads standard input no more. */
  readonly close: () => void
}

export function openEvents(profile: PlayedStandard, folder: string, terminal: Terminal): TestEvents {
  const printer = createEventPrinter(terminal)
  // Drawn before the test begins: what a test draws from its seed is the same, whether its events are printed or not.
  const secret = drawToken()
  const texts = standards[profile].requirements.map(({ text }) => text)
  let record: ReturnType<typeof createRecorder> | undefined
  const answers = createAnswers(terminal)
  let tasks = 0
  printer.begin(folder, undefined)
  return {
    message: (message) => {
      record ??= drawFrom(secret, () => createRecorder(createTestRecording(texts, [], [message.request.url], [])))
      printer.message(record({ message, request: [], response: [] }), [])
    },
    probes: (answered, planned) => printer.probes(answered, planned),
    showTask: (task) => {
      const number = ++tasks
      printer.personTask({ ...task, number, until: readPreciseClock() + 1000 * task.timeout })
      return answers.waitFor(number)
    },
    formatEnd: (report) => printer.formatEnd(folder, report),
    close: answers.close,
  }
}

/** Reads answers from standard input: lines with the number of a task and the answer. Those to earlier tasks are ignored. */
function createAnswers({ readStdin }: Terminal) {
  let reader: ReturnType<typeof createInterface> | undefined
  let waiting: { readonly number: number; readonly answer: (text: string | undefined) => void } | undefined
  let isOver = readStdin === undefined
  const open = (): void => {
    reader ??= readStdin && createInterface({ input: readStdin() })
    reader?.on('line', (line) => {
      const [, number, text = ''] = /^(\d+) ?(.*)$/.exec(line) ?? []
      if (Number(number) === waiting?.number) waiting?.answer(text)
    })
    reader?.on('close', () => {
      isOver = true
      waiting?.answer(undefined)
    })
  }
  return {
    waitFor: async (number: number): Promise<string | undefined> => {
      if (isOver) return undefined
      if (!reader) open()
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      waiting = { number, answer: resolve }
      return promise
    },
    close: () => reader?.close(),
  }
}
