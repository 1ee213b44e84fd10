import { HarnessError } from '../../../model/errors.ts'
import type { Command } from '../../terminal/command.ts'
import { json } from '../flags.ts'
import { writeDocument } from '../write-document.ts'

/** `assay diff`: what changed for each requirement from one run to another. */
export const diff: Command = {
  usage: 'assay diff RUN RUN',
  flags: { 'what to print': { json } },
  examples: { 'assay diff before after': 'new and fixed failures, changed causes, and what is no longer tested' },
  run: async (args, { out, paint }) => {
    const [before, after, ...more] = args.positionals
    if (before === undefined || after === undefined || more.length > 0) {
      throw new HarnessError(
        'ERR_USAGE',
        '`assay diff` needs the folders of two runs: the earlier one and the later one',
      )
    }
    const [{ diffReports }, { formatDiff }, { readRun }] = await Promise.all([
      import('../../compare/diff.ts'),
      import('../../compare/diff-lines.ts'),
      import('../../run-folder/read-run.ts'),
    ])
    const difference = diffReports(readRun(before).report, readRun(after).report)
    if (args.has('json')) out(writeDocument(difference))
    else for (const line of formatDiff(difference, paint)) out(line)
    return difference.changed.some(({ change }) => change === 'new' || change === 'changed cause') ? 1 : 0
  },
}
