import type { RunReport } from '../../../../model/run-report.ts'
import { standards } from '../../../../suites/standards.ts'
import type { PlayedStandard } from '../../../config/tested-roles.ts'
import type { TestWatcher } from '../../../harness/test-options.ts'
import { createTestRecorder } from '../../../run-folder/test-folder.ts'
import type { Terminal } from '../../../terminal/terminal.ts'
import { createEventPrinter } from '../../run-output.ts'

/** Prints the events of a test, as `assay run --events` prints those of a run. */
export interface TestEvents extends TestWatcher {
  readonly end: (report: RunReport) => void
}

export function openEvents(profile: PlayedStandard, folder: string, terminal: Terminal): TestEvents {
  const printer = createEventPrinter(terminal)
  const texts = standards[profile].requirements.map(({ text }) => text)
  let record: ReturnType<typeof createTestRecorder> | undefined
  printer.begin(folder, undefined)
  return {
    message: (message) => {
      record ??= createTestRecorder(texts, [], [message.request.url])
      printer.message(record({ message, request: [], response: [] }), [])
    },
    probes: (answered) => printer.probes(answered),
    end: (report) => {
      for (const line of printer.formatEnd(folder, report)) terminal.out(line)
    },
  }
}
