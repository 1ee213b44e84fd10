import type { AuditReport } from '../../reporters/audit/audit-report.ts'
import { renderAuditPage } from '../../reporters/audit/html.ts'
import { renderAuditJunit } from '../../reporters/audit/junit.ts'
import { renderAuditMarkdown } from '../../reporters/audit/markdown.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { writeDurably } from '../files/durable.ts'

/** Writes the report of an audit in every form. */
export function writeResults(folder: string, report: AuditReport): void {
  writeDurably(folder, 'report.json', `${writeJson(report, 2)}\n`)
  writeDurably(folder, 'report.html', renderAuditPage(report))
  writeDurably(folder, 'report.md', renderAuditMarkdown(report))
  writeDurably(folder, 'junit.xml', renderAuditJunit(report))
}
