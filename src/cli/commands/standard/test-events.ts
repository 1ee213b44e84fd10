import { createInterface } from 'node:readline'
import type { RecordLine } from '../../../../model/record.ts'
import type { RunReport } from '../../../../model/run-report.ts'
import type { TestWatcher } from '../../../harness/test-options.ts'
import { readPreciseClock } from '../../../runtime/clock.ts'
import type { PersonTask, Terminal } from '../../../terminal/terminal.ts'
import { createEventPrinter } from '../../run-output.ts'

/** Prints the events of a test, as `assay run --events` prints those of a run. */
export interface TestEvents extends Pick<TestWatcher, 'probes'> {
  readonly message: (line: RecordLine) => void
  /** Prints a task, and reads the answer from standard input. */
  readonly showTask: (task: PersonTask) => Promise<string | undefined>
  readonly formatEnd: (report: RunReport) => readonly string[]
  /** Reads standard input no more. */
  readonly close: () => void
}

export function openEvents(folder: string, terminal: Terminal): TestEvents {
  const printer = createEventPrinter(terminal)
  const answers = createAnswers(terminal)
  let tasks = 0
  printer.begin(folder, undefined)
  return {
    message: (line) => printer.message(line, []),
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
