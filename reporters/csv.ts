import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { reproductionOf, sentenceOf, shown, verdictLine } from './telling.ts'

const columns = ['id', 'section', 'force', 'binds', 'outcome', 'findings', 'told', 'reproduce', 'text'] as const

/** A table for a spreadsheet: the first row is for the verdict, every other for a requirement. */
export const csv: Reporter = {
  name: 'csv',

  *render(report) {
    const { tool, verdict } = report
    const told = `${tool.name} ${tool.version}: ${verdictLine(report)}`
    yield columns.join(',')
    yield ['verdict', '', '', '', verdict.result, '', told, '', ''].map(cell).join(',')
    for (const result of report.results) yield rowOf(result, report).map(cell).join(',')
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
