import type { LocatedFinding } from '../../model/report.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { formatDocs } from './docs.ts'
import { formatFailure } from './failure.ts'
import { plainPaint } from './paint.ts'
import { formatReproduceCommand } from './reproduce.ts'
import { sanitizeForFile } from './sanitize.ts'

/** The place of a finding: the path of layers, and the place in the innermost one. */
export const formatPlace = ({ kind, in: path, at }: LocatedFinding): string =>
  [kind, path, at].filter((part) => part !== '').join(' › ')

/** A finding in one line. */
export const formatFinding = (finding: LocatedFinding): string =>
  sanitizeForFile(`${formatPlace(finding)}: expected ${finding.expected}, actual ${finding.actual}`)

/** A failed requirement as the terminal shows it, with the command that reproduces it. */
export const formatFailureLines = (report: RunReport, result: ReportedResult): readonly string[] => [
  ...[...formatFailure(result, plainPaint)].map((line) => sanitizeForFile(line)),
  `    ${'docs'.padEnd(13)} ${formatDocs(report, result)}`,
  `    ${'reproduce'.padEnd(13)} ${formatReproduceCommand(report, result.id)}`,
]
