import { statSync } from 'node:fs'
import { join } from 'node:path'
import { consoleReporter } from '../../reporters/console.ts'
import { fileOf, formNames } from '../../reporters/index.ts'
import { json } from '../../reporters/json.ts'
import { requirements } from '../../suites/registry.ts'
import { mergeReports } from '../harness/merge-reports.ts'
import { HarnessError } from '../model/errors.ts'
import type { Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { makeFolder, writeText } from './outputs.ts'
import { formOf, readRun, textOf } from './run/forms.ts'
import { runFiles } from './run-folder.ts'
import { oneOf } from './values.ts'

/** `assay merge`: one report of all shares, with a verdict of its own. */
export const run: Run = async (args, terminal): Promise<ExitCode> => {
  const out = args.text('out')
  if (args.positionals.length === 0) throw new HarnessError('ERR_USAGE', 'give the folders of all shares: shards/*')
  if (out === undefined) throw new HarnessError('ERR_USAGE', 'say with --out DIR where the report goes')
  const formats = args.texts('format').map((name) => oneOf('--format', name, formNames))
  const parts = args.positionals.map((name) => ({ name, report: readRun(name).report }))
  const order = requirements.map(({ id }) => id)
  const report = mergeReports(parts, order)
  const forms = await Promise.all(formats.map(async (name) => [fileOf(name), await formOf(name, { report })] as const))
  const files = [[runFiles.report, textOf(json, { report })] as const, ...forms]
  write(out, files)
  if (args.has('quiet')) return report.verdict.exitCode as ExitCode // its table is part of ours
  const reporter = args.has('json') ? json : consoleReporter(terminal.paint)
  for (const line of reporter.render(report)) terminal.out(line)
  if (!args.has('json'))
    terminal.out(terminal.paint('quiet', `report     ${join(out, files.map(([file]) => file).join(', '))}`))
  return report.verdict.exitCode as ExitCode // as above
}

/** A run that was written there is not written over: its messages tell of another report. */
function write(folder: string, files: readonly (readonly [file: string, text: string])[]): void {
  const record = join(folder, runFiles.record)
  if (statSync(record, { throwIfNoEntry: false }))
    throw new HarnessError('ERR_OUTPUT', `${record} is that of a run, which is kept`)
  const earlier = join(folder, runFiles.report)
  if (statSync(earlier, { throwIfNoEntry: false })) readRun(earlier) // whatever is no report is not ours to replace
  makeFolder(folder)
  for (const [file, text] of files) writeText(join(folder, file), text)
}
