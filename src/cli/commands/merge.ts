import { join } from 'node:path'
import { HarnessError } from '../../../model/errors.ts'
import { formatNames } from '../../../reporters/formats.ts'
import type { Command } from '../../terminal/command.ts'
import type { ExitCode } from '../../terminal/exit-codes.ts'
import { parseChoice } from '../../terminal/values.ts'
import { format, json } from '../flags.ts'

/** `assay merge`: one report of all shards, with a verdict of its own. */
export const merge: Command = {
  usage: 'assay merge RUN ... --out DIR',
  flags: {
    'known failures': {
      baseline: { value: 'FILE', meaning: 'known failures: they change the exit code, never the verdict' },
    },
    'what to write': { out: { value: 'DIR', meaning: 'the folder that the report is written to' }, format },
    'what to print': { json, quiet: { meaning: 'print nothing' } },
  },
  examples: {
    'assay merge shards/* --out merged --format junit': 'one verdict for all shards',
  },
  run: async (args, terminal) => {
    const out = args.text('out')
    if (args.positionals.length === 0) {
      throw new HarnessError('ERR_USAGE', '`assay merge` needs the folders of all shards, such as shards/*')
    }
    if (out === undefined) throw new HarnessError('ERR_USAGE', '`assay merge` needs --out DIR')
    const formats = args.texts('format').map((name) => parseChoice('--format', name, formatNames))
    const [
      { mergeReports },
      { defaultSuite },
      { readRun },
      { applyBaselineFile },
      { writeMergedReport },
      { printReport },
    ] = await Promise.all([
      import('../../compare/merge-reports.ts'),
      import('../../../suites/default-suite.ts'),
      import('../../run-folder/read-run.ts'),
      import('../../run-folder/baseline-file.ts'),
      import('../../run-folder/merged-report.ts'),
      import('../print-report.ts'),
    ])
    const parts = args.positionals.map((name) => ({ name, report: readRun(name).report }))
    const merged = mergeReports(
      parts,
      defaultSuite.requirements.map(({ id }) => id),
    )
    const baseline = args.text('baseline')
    const report = baseline === undefined ? merged : applyBaselineFile(merged, baseline)
    const files = await writeMergedReport(out, report, formats)
    printReport(report, args, terminal)
    if (!args.has('quiet') && !args.has('json')) {
      terminal.out(terminal.paint('quiet', `report     ${join(out, files.join(', '))}`))
    }
    return report.verdict.exitCode as ExitCode // every code of a verdict is one of ours
  },
}
