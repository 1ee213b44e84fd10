import type { KnownFailure } from '../../model/baseline.ts'
import type { RunReport } from '../../model/run-report.ts'
import { type Compared, needsCare } from '../compare/baseline.ts'
import { compareWithBaseline } from '../compare/update-baseline.ts'
import { readBaseline } from '../run-folder/baseline-file.ts'
import { getToday } from '../runtime/clock.ts'
import { type ExitCode, pickWorstCode } from '../terminal/exit-codes.ts'
import { type MessageLabel, writeMessage } from '../terminal/messages.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Applies the known failures to the exit code of a run, and says what became of them. The verdict stays what it is. */
export function applyBaseline(report: RunReport, file: string, terminal: Pick<Terminal, 'err'>): ExitCode {
  const own = report.verdict.exitCode as ExitCode // every code of a verdict is one of ours
  if (own !== 0 && own !== 1) return own
  const compared = compareWithBaseline(report, readBaseline(file, 'is required'), getToday())
  for (const [label, text] of describeKnownFailures(compared, file)) writeMessage(terminal, label, text)
  const care: ExitCode = needsCare(compared) ? 6 : 0
  if (own === 0 || compared.fresh.length > 0) return pickWorstCode([own, care])
  const isUndecided = report.verdict.reasons.some(({ code }) => code === 'inconclusive' || code === 'stopped')
  return pickWorstCode([isUndecided ? 3 : 0, care])
}

function* describeKnownFailures(compared: Compared, file: string): Generator<readonly [MessageLabel, string]> {
  const { matched, stale, drifted, expired, unseen } = compared
  const describe = ({ id, owner, reason }: KnownFailure): string =>
    `${id}${owner === undefined ? '' : ` (${owner})`}: ${reason}`
  for (const each of matched) yield ['note', `known failure ${describe(each)}`]
  for (const each of expired) yield ['warning', `known failure expired on ${each.expires}: ${describe(each)}`]
  for (const each of drifted) yield ['warning', `known failure has another cause now: ${describe(each)}`]
  for (const each of stale) yield ['warning', `known failure passes now: ${describe(each)}`]
  for (const each of unseen) yield ['warning', `known failure was not judged: ${describe(each)}`]
  if (!needsCare(compared)) return
  yield ['warning', `${file} is out of date`]
  yield ['hint', 'remove what passes with `assay baseline prune`, record what has changed with `assay baseline update`']
}
