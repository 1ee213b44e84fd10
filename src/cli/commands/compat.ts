import { HarnessError } from '../../../model/errors.ts'
import { verdictLabels } from '../../../reporters/text/labels.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { formatCount } from '../../../reporters/text/wording.ts'
import type { Incompatibility } from '../../compare/compat.ts'
import type { Command } from '../../terminal/command.ts'
import { json } from '../flags.ts'
import { writeDocument } from '../write-document.ts'

/** `assay compat`. */
export const compat: Command = {
  usage: 'assay compat RUN RUN ...',
  flags: { 'what to print': { json } },
  examples: {
    'assay compat issuer-run wallet-run verifier-run': 'compare decisions, algorithms, profiles and versions',
  },
  run: async (args, { out, paint }) => {
    if (args.positionals.length < 2)
      throw new HarnessError('ERR_USAGE', '`assay compat` needs the folders of two runs or more')
    const [{ describeParty, findIncompatibilities }, { readRun }] = await Promise.all([
      import('../../compare/compat.ts'),
      import('../../run-folder/read-run.ts'),
    ])
    const reports = args.positionals.map((path) => readRun(path).report)
    const found = findIncompatibilities(reports)
    if (args.has('json')) {
      out(writeDocument({ parties: reports.map(describeParty), incompatibilities: found }))
      return found.length > 0 ? 1 : 0
    }
    for (const report of reports)
      out(`${paint('quiet', 'party')}  ${sanitize(describeParty(report))}: ${verdictLabels[report.verdict.result]}`)
    out('')
    for (const line of formatIncompatibilities(found, paint)) out(line)
    return found.length > 0 ? 1 : 0
  },
}

function* formatIncompatibilities(found: readonly Incompatibility[], paint: Paint): Generator<string> {
  for (const [edge, own] of Map.groupBy(found, (each) => each.edge)) {
    yield paint('strong', edge)
    for (const { text } of own) yield `  ${paint('bad', '✖')} ${sanitize(text)}`
  }
  const [first] = found
  if (!first)
    return yield `${paint('good', 'COMPATIBLE')}  these reports show no incompatibility; the parties were not tested with each other`
  yield ''
  const count = formatCount(found.length, 'incompatibility', 'incompatibilities')
  yield `${paint('bad', 'NOT COMPATIBLE')}  ${count}; the first: ${first.edge}`
}
