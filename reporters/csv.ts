import type { LocatedFinding } from '../model/report.ts'
import type { Reporter } from '../model/reporter.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { formatDocs } from './text/docs.ts'
import { formatFinding } from './text/findings.ts'
import { outcomeLabels } from './text/labels.ts'
import { formatReproduceCommand } from './text/reproduce.ts'
import { sanitizeForFile } from './text/sanitize.ts'
import { summarizeVerdict } from './text/verdict.ts'

const columns = [
  'id',
  'section',
  'force',
  'role',
  'outcome',
  'findings',
  'details',
  'reproduce',
  'requirement',
  'docs',
] as const

/** The findings of a requirement that fit in a cell. */
const maxListed = 10

/** A table for a spreadsheet: the first row is the verdict, every other row a requirement. */
export const csv: Reporter = {
  name: 'csv',

  *render(report) {
    const { tool, verdict } = report
    const summary = `${tool.name} ${tool.version}: ${summarizeVerdict(report)}`
    yield columns.join(',')
    yield ['verdict', '', '', '', verdict.result, '', summary, '', '', ''].map(formatCell).join(',')
    for (const result of report.results) yield listCells(result, report).map(formatCell).join(',')
  },
}

const formatWithCause = (finding: LocatedFinding): string =>
  finding.diagnosis === undefined ? formatFinding(finding) : `${formatFinding(finding)}: ${finding.diagnosis}`

function listCells(result: ReportedResult, report: RunReport): readonly string[] {
  const { id, section, standard, force, binds, outcome, findings, reason = '', text } = result
  const details = findings.length > 0 ? findings.slice(0, maxListed).map(formatWithCause).join(' | ') : reason
  const command = outcome === 'failed' ? formatReproduceCommand(report, id) : ''
  const count = String(findings.length)
  return [
    id,
    standard ?? section,
    force,
    binds,
    outcomeLabels[outcome],
    count,
    details,
    command,
    text,
    formatDocs(report, result),
  ]
}

/** Quotes a cell. A spreadsheet would run a cell that begins like a formula, so that one gets an apostrophe. */
const formatCell = (text: string): string => {
  const safe = /^[=+\-@]/.test(text) ? `'${text}` : text
  return `"${sanitizeForFile(safe).replaceAll('"', '""')}"`
}
