import { renderTestPage } from '../../reporters/tested/html.ts'
import { renderTestJunit } from '../../reporters/tested/junit.ts'
import { renderTestMarkdown } from '../../reporters/tested/markdown.ts'
import type { TestReport } from '../../reporters/tested/test-report.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { writeDurably } from '../files/durable.ts'
import { makeFolder } from '../files/write.ts'

/** Writes the report of a test in every form. */
export function writeTestReport(folder: string, report: TestReport): void {
  makeFolder(folder)
  writeDurably(folder, 'report.json', `${writeJson(report, 2)}\n`)
  writeDurably(folder, 'report.html', renderTestPage(report))
  writeDurably(folder, 'report.md', renderTestMarkdown(report))
  writeDurably(folder, 'junit.xml', renderTestJunit(report))
}
