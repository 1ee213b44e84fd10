import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { reproductionOf, sentenceOf, shown } from './telling.ts'

const columns = ['id', 'section', 'force', 'binds', 'outcome', 'findings', 'told', 'reproduce', 'text'] as const

/** A table for a spreadsheet: a row for each requirement, the last for the verdict. */
export const csv: Reporter = {
  name: 'csv',

  *render(report) {
    yield columns.join(',')
    for (const result of report.results) yield rowOf(result, report).map(cell).join(',')
    const { result, exitCode } = report.verdict
    yield ['verdict', '', '', '', result, '', `exit ${exitCode}`, '', ''].map(cell).join(',')
  },
}

function rowOf(result: ResultTold, report: RunReport): readonly string[] {
  const { id, section, standard, force, binds, outcome, findings, reason = '', text } = result
  const [first] = findings
  const again = outcome === 'failed' ? reproductionOf(report, id) : ''
  const told = first ? sentenceOf(first) : reason
  return [id, standard ?? section, force, binds, outcome, String(findings.length), told, again, text]
}

/** A spreadsheet takes a cell that begins like a formula for one. */
const cell = (text: string): string => {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text
  return `"${shown(safe).replaceAll('"', '""')}"`
}
