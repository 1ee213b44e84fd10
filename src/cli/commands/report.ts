import { HarnessError } from '../../../model/errors.ts'
import { formatNames } from '../../../reporters/formats.ts'
import { plainPaint } from '../../../reporters/text/paint.ts'
import type { Command } from '../../terminal/command.ts'
import { writeMessage } from '../../terminal/messages.ts'
import { parseChoice } from '../../terminal/values.ts'

/** `assay report`: shows a stored run again. Nothing is run and nothing is judged. */
export const report: Command = {
  usage: 'assay report RUN',
  flags: {
    'what to write': {
      format: { value: 'NAME', meaning: `the format: ${formatNames.join(', ')} (default: what \`assay run\` prints)` },
      out: { value: 'FILE', meaning: 'write to this file (default: standard output)' },
    },
  },
  examples: {
    'assay report out': 'the result of the last run',
    'assay report out --format junit --out junit.xml': 'for a CI server; `assay run --format junit` writes the same',
    'assay report out --format markdown >> "$GITHUB_STEP_SUMMARY"': 'a job summary',
  },
  run: async ({ positionals, text }, terminal) => {
    const [path, ...more] = positionals
    if (path === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay report` needs the folder of one run, such as out')
    }
    const [format, out] = [text('format'), text('out')]
    const name = format === undefined ? undefined : parseChoice('--format', format, formatNames)
    const [{ readRun, renderForm, renderText }, { createTerminalReporter }] = await Promise.all([
      import('../../run-folder/read-run.ts'),
      import('../../../reporters/terminal.ts'),
    ])
    const stored = readRun(path)
    const reporter = createTerminalReporter(out === undefined ? terminal.paint : plainPaint)
    const shown = name === undefined ? renderText(reporter, stored) : await renderForm(name, stored)
    if (stored.report.record && !stored.record) {
      writeMessage(terminal, 'warning', 'there is no record.ndjson beside the report, so its messages are left out')
    }
    if (out === undefined) terminal.out(shown.slice(0, -1))
    else (await import('../../files/write.ts')).writeText(out, shown)
    return 0
  },
}
