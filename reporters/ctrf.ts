import type { Reporter } from '../model/reporter.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import {
  countOutcomes,
  createStatusReader,
  groupBySection,
  isDecidingResult,
  type ResultStatus,
  selectTested,
} from './result-status.ts'
import { createPointer, formatCauseLines } from './text/causes.ts'
import { formatDocs } from './text/docs.ts'
import { formatFailureLines, formatFinding } from './text/findings.ts'
import { formatJsonLines } from './text/sanitize.ts'
import { listReasons, summarizeVerdict } from './text/verdict.ts'

/** Common Test Report Format. It has few statuses; `rawStatus` has the outcome. */
export const ctrf: Reporter = {
  name: 'ctrf',

  *render(report) {
    const { tool, startedAt, milliseconds, subject, verdict } = report
    const start = Date.parse(startedAt)
    const stop = start + Math.round(milliseconds)
    const tests = listTests(report)
    const count = (status: TestStatus): number => tests.filter((test) => test.status === status).length
    const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), pending: 0 }
    yield* formatJsonLines({
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      timestamp: new Date(stop).toISOString(),
      generatedBy: tool.name,
      extra: { subject, verdict, outcomes: countOutcomes(report) },
      results: {
        tool: { name: tool.name, version: tool.version },
        summary: {
          ...{
            tests: tests.length,
            ...counts,
            other: count('other'),
            suites: groupBySection(selectTested(report)).size + 1,
          },
          ...{ start, stop, duration: stop - start },
        },
        tests,
      },
    })
  },
}

type TestStatus = 'passed' | 'failed' | 'skipped' | 'other'

const testStatuses: Readonly<Record<ResultStatus, TestStatus>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'other',
  waiting: 'skipped',
  advisory: 'other',
  known: 'other',
  skipped: 'skipped',
}

/** One test for the verdict, and one for each requirement. */
function listTests(report: RunReport) {
  const readStatus = createStatusReader(report)
  const point = createPointer(report)
  const verdict = {
    ...{ name: 'verdict', testId: 'verdict', status: report.verdict.exitCode === 0 ? 'passed' : 'failed' },
    ...{ rawStatus: report.verdict.result, duration: 0, suite: ['run'], message: summarizeVerdict(report) },
    trace: [...formatCauseLines(report), ...listReasons(report)].join('\n'),
  } as const
  return [
    verdict,
    ...selectTested(report).map((result) => createTest(result, readStatus(result), report, point(result))),
  ]
}

function createTest(result: ReportedResult, status: ResultStatus, report: RunReport, pointer: string) {
  const { id, text, section, standard, force, binds, outcome, reason, findings } = result
  const [first] = findings
  const message = status === 'waiting' ? pointer : first ? formatFinding(first) : reason
  return {
    name: `${id}: ${text}`,
    testId: id,
    status: testStatuses[status],
    rawStatus: outcome,
    duration: 0,
    suite: [...(isDecidingResult(result) ? [] : ['advice']), standard ?? `section ${section}`],
    ...(message !== undefined && { message }),
    ...(outcome === 'failed' && { snippet: formatFailureLines(report, result).join('\n') }),
    extra: { docs: formatDocs(report, result) },
    labels: { section, force, binds, ...(standard !== undefined && { standard }) },
  }
}
