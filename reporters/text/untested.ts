import { isStandardProfile } from '../../model/decision.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import type { Paint } from './paint.ts'
import { sanitize } from './sanitize.ts'
import { formatCount, listSome, wrapText } from './wording.ts'

/** How many reasons fit on a screen. */
const mostReasons = 6

/** The requirements that were not tested, by reason: the reason for most comes first. */
export function groupUntested({
  results,
}: Pick<RunReport, 'results'>): readonly (readonly [string, readonly ReportedResult[]])[] {
  const untested = results.filter(({ outcome }) => outcome === 'untested')
  return [...Map.groupBy(untested, ({ reason = 'nothing of them was seen' }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
}

/** Formats what was not tested by a standard, with the flag that would change it. */
export function* formatUntested(report: RunReport, paint: Paint): Generator<string> {
  const groups = isStandardProfile(report.profile) ? groupUntested(report) : []
  if (groups.length === 0) return
  yield `${paint('doubt', '~')} not tested`
  for (const [reason, some] of groups.slice(0, mostReasons)) {
    yield `    ${sanitize(reason)}`
    yield* wrapText(listSome(some.map(({ id }) => id)), 110).map((line) => `        ${paint('quiet', line)}`)
  }
  const others = groups.slice(mostReasons).flatMap(([, some]) => some)
  if (others.length > 0) yield `    ${formatCount(others.length, 'requirement')} for other reasons: see the report`
  yield ''
}
