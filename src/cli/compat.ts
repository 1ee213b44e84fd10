import { harmless } from '../../reporters/escape.ts'
import { counted } from '../../reporters/lines.ts'
import { incompatibilities, partyOf } from '../harness/compat.ts'
import { HarnessError } from '../model/errors.ts'
import type { Run } from './arguments.ts'
import type { ExitCode } from './exit-codes.ts'
import { readRun } from './run/forms.ts'

/** `assay compat`: whether the parties of several reports can go live together. */
export const run: Run = (args, { out, paint }): ExitCode => {
  if (args.positionals.length < 2) throw new HarnessError('ERR_USAGE', 'give the folders of two runs or more')
  const reports = args.positionals.map((path) => readRun(path).report)
  const found = incompatibilities(reports)
  const [first] = found
  if (args.has('json')) {
    out(JSON.stringify({ schemaVersion: 1, parties: reports.map(partyOf), incompatibilities: found }, undefined, 2))
  } else {
    for (const report of reports)
      out(`${paint('quiet', 'party')}  ${harmless(partyOf(report))}: ${report.verdict.result}`)
    out('')
    for (const [edge, own] of Map.groupBy(found, (each) => each.edge)) {
      out(paint('strong', edge))
      for (const { text } of own) out(`  ${paint('bad', '✖')} ${harmless(text)}`)
    }
    if (found.length > 0) out('')
    out(
      first
        ? `${paint('bad', 'NOT TOGETHER')}  ${counted(found.length, 'incompatibility', 'incompatibilities')}, the first at ${first.edge}`
        : `${paint('good', 'TOGETHER')}  nothing in these reports keeps them apart`,
    )
  }
  return first ? 1 : 0
}
