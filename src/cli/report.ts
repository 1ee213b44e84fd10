import { plain } from '../../reporters/blocks.ts'
import { consoleReporter } from '../../reporters/console.ts'
import { formNames } from '../../reporters/index.ts'
import { HarnessError } from '../model/errors.ts'
import type { Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { writeText } from './outputs.ts'
import { formOf, readRun, textOf } from './run/forms.ts'
import { oneOf } from './values.ts'

/** `assay report`: tells a run once more. Nothing is played and nothing is judged. */
export const run: Run = async ({ positionals, text }, terminal): Promise<ExitCode> => {
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0)
    throw new HarnessError('ERR_USAGE', 'give one folder of a run, such as out')
  const [format, out] = [text('format'), text('out')]
  const name = format === undefined ? undefined : oneOf('--format', format, formNames)
  const read = readRun(path)
  const paint = out === undefined ? terminal.paint : plain
  const told = name === undefined ? textOf(consoleReporter(paint), read) : await formOf(name, read)
  if (read.report.record && !read.record) terminal.err('assay: record.ndjson is not there: messages are left out')
  if (out === undefined) terminal.out(told.slice(0, -1))
  else writeText(out, told)
  return 0
}
