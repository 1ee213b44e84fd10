import type { Outcome } from '../../model/report.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { isDecidingResult, selectRequired, selectTested } from '../result-status.ts'
import { outcomeLabels } from './labels.ts'
import type { Paint, Style } from './paint.ts'

/** The columns of the table, the worst outcome first, with the colour of numbers above 0. */
const columns: readonly (readonly [Outcome, Style])[] = [
  ['failed', 'bad'],
  ['harnessError', 'bad'],
  ['cantTell', 'doubt'],
  ['passed', 'good'],
  ['passedNonStrict', 'good'],
  ['untested', 'quiet'],
  ['inapplicable', 'quiet'],
]

/** Formats the outcomes of what is required, and of what is only advice. Outcomes without any are left out. */
export function* formatOutcomeTable(report: RunReport, paint: Paint): Generator<string> {
  const advice = selectTested(report).filter((each) => each.force === 'should' && !isDecidingResult(each))
  const rows = [['required', selectRequired(report)] as const, ['advice', advice] as const]
  const shown = columns.filter(
    ([outcome]) => outcome === 'failed' || rows.some(([, results]) => count(results, outcome) > 0),
  )
  yield formatTableRow(
    '',
    shown.map(([outcome]) => paint('quiet', outcomeLabels[outcome])),
    paint,
  )
  for (const [label, results] of rows) {
    if (results.length === 0 && label === 'advice') continue
    const cells = shown.map(([outcome, style]) => {
      const cell = String(count(results, outcome)).padStart(outcomeLabels[outcome].length)
      return paint(count(results, outcome) > 0 ? style : 'quiet', cell)
    })
    yield formatTableRow(label, cells, paint)
  }
}

const count = (results: readonly ReportedResult[], outcome: Outcome): number =>
  results.filter((each) => each.outcome === outcome).length

const formatTableRow = (label: string, cells: readonly string[], paint: Paint): string =>
  `${paint('quiet', label.padEnd(10))} ${cells.join('   ')}`
