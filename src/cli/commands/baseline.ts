import type { Baseline } from '../../../model/baseline.ts'
import { HarnessError } from '../../../model/errors.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { formatCount } from '../../../reporters/text/wording.ts'
import type { Arguments } from '../../terminal/arguments.ts'
import type { Command } from '../../terminal/command.ts'
import { parseChoice } from '../../terminal/values.ts'

const usualFile = 'assay.baseline.json'

/** `assay baseline update | prune`: records which failures are known, or removes those that no longer fail. */
export const baseline: Command = {
  usage: 'assay baseline update | prune RUN',
  flags: {
    'known failures': {
      file: { value: 'FILE', meaning: `the baseline (default ${usualFile})` },
      reason: { value: 'TEXT', meaning: 'why these failures are accepted; required for each new failure' },
      owner: { value: 'NAME', meaning: 'the person who will fix them' },
      expires: { value: 'YYYY-MM-DD', meaning: 'the last day on which the failures are accepted' },
    },
  },
  examples: {
    "assay baseline update out --reason 'fixed in 2.1' --owner ana --expires 2026-12-31":
      'accept every failure of a run',
    'assay baseline prune out': 'remove what passes in a run',
  },
  run: async (args, { out }) => {
    const [verb = '', path, ...more] = args.positionals
    const what = parseChoice('assay baseline', verb, ['update', 'prune'] as const)
    if (path === undefined || more.length > 0) {
      throw new HarnessError('ERR_USAGE', `\`assay baseline ${what}\` needs the folder of one run, such as out`)
    }
    const [
      { readRun },
      { readBaseline, writeBaseline },
      { listChanges, pruneBaseline, updateBaseline },
      { getToday: today },
    ] = await Promise.all([
      import('../../run-folder/read-run.ts'),
      import('../../run-folder/baseline-file.ts'),
      import('../../compare/update-baseline.ts'),
      import('../../runtime/clock.ts'),
    ])
    const { report } = readRun(path)
    const file = args.text('file') ?? usualFile
    const known = readBaseline(file, 'may be absent')
    const next =
      what === 'update'
        ? updateBaseline(report, known, readExcuse(args), today())
        : pruneBaseline(report, known, today())
    writeBaseline(file, next)
    const { added, removed } = listChanges(known, next)
    for (const each of added) out(`+ ${each.id}  ${sanitize(each.reason)}`)
    for (const each of removed) out(`- ${each.id}  ${sanitize(each.reason)}`)
    out(`${formatCount(next.known.length, 'known failure')}${describeWaiting(next)} in ${file}`)
    return 0
  },
}

const describeWaiting = ({ waiting }: Baseline): string =>
  waiting.length === 0
    ? ''
    : `, with ${formatCount(waiting.length, 'requirement')} that cannot be judged because of them`

/** Why new failures are accepted, by the flags. */
function readExcuse(args: Arguments) {
  const [reason, owner, expires] = [args.text('reason'), args.text('owner'), args.text('expires')]
  if (expires !== undefined && !/^\d{4}-\d\d-\d\d$/.test(expires)) {
    throw new HarnessError('ERR_USAGE', `--expires: ${expires} is not of the form YYYY-MM-DD`)
  }
  return { ...(reason !== undefined && { reason }), ...(owner && { owner }), ...(expires && { expires }) }
}
