import type { Outcome } from '../../model/report.ts'
import type { Force } from '../../model/requirement.ts'
import type { RunReport } from '../../model/run-report.ts'
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

const forces: readonly Force[] = ['must', 'must not', 'stated', 'should', 'info', 'gap']

/** Formats how many requirements of each force have which outcome. Forces and outcomes without any are left out. */
export function* formatOutcomeTable({ results }: RunReport, paint: Paint): Generator<string> {
  const count = (outcome: Outcome, force?: Force): number =>
    results.filter((each) => each.outcome === outcome && (force === undefined || each.force === force)).length
  const shown = columns.filter(([outcome]) => outcome === 'failed' || count(outcome) > 0)
  yield formatTableRow(
    '',
    shown.map(([outcome]) => paint('quiet', outcomeLabels[outcome])),
    paint,
  )
  for (const force of forces.filter((each) => results.some((result) => result.force === each))) {
    const cells = shown.map(([outcome, style]) => {
      const cell = String(count(outcome, force)).padStart(outcomeLabels[outcome].length)
      return paint(count(outcome, force) > 0 ? style : 'quiet', cell)
    })
    yield formatTableRow(force, cells, paint)
  }
}

const formatTableRow = (label: string, cells: readonly string[], paint: Paint): string =>
  `${paint('quiet', label.padEnd(10))} ${cells.join('   ')}`
