import { HarnessError } from '../../../model/errors.ts'
import { profileFlags } from '../../config/run-flags.ts'
import type { Command } from '../../terminal/command.ts'
import type { ExitCode } from '../../terminal/exit-codes.ts'
import { json } from '../flags.ts'

/** `assay rejudge`: applies the checks of today, and perhaps other answers, to the messages of a stored run. */
export const rejudge: Command = {
  usage: 'assay rejudge RUN',
  flags: {
    'how to read the document': profileFlags,
    'what to print': { json, quiet: { meaning: 'print only what changed' } },
  },
  examples: {
    'assay rejudge out --profile document-rfc9901':
      'the results under the answers of RFC 9901; the run needs --keep-private',
  },
  run: async (args, terminal) => {
    const [path, ...more] = args.positionals
    if (path === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', '`assay rejudge` needs the folder of one run, such as out')
    }
    const [{ createJudge }, { readKeptRun }, { printReport }] = await Promise.all([
      import('../judge-again.ts'),
      import('../../run-folder/kept-run.ts'),
      import('../print-report.ts'),
    ])
    const kept = readKeptRun(path)
    const report = await createJudge(args, terminal)(kept)
    printReport(report, args, terminal)
    if (!args.has('json')) {
      const [{ diffReports }, { formatDiff }] = await Promise.all([
        import('../../compare/diff.ts'),
        import('../../compare/diff-lines.ts'),
      ])
      terminal.out('')
      for (const line of formatDiff(diffReports(kept.report, report), terminal.paint)) terminal.out(line)
    }
    return report.verdict.exitCode as ExitCode // every code of a verdict is one of ours
  },
}
