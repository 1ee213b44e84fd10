import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { type Standing, sectionsOf, standingsIn, tallyOf } from './standing.ts'
import { failureLines, jsonLines, reasonLines, sentenceOf, verdictLine } from './telling.ts'

/** Common Test Report Format. Its own words for outcomes are few; `rawStatus` has ours. */
export const ctrf: Reporter = {
  name: 'ctrf',

  *render(report) {
    const { tool, startedAt, milliseconds, subject, verdict } = report
    const start = Date.parse(startedAt)
    const stop = start + Math.round(milliseconds)
    const tests = testsOf(report)
    const count = (status: Status): number => tests.filter((test) => test.status === status).length
    const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), pending: 0 }
    yield* jsonLines({
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      timestamp: new Date(stop).toISOString(),
      generatedBy: tool.name,
      extra: { subject, verdict, outcomes: tallyOf(report) },
      results: {
        tool: { name: tool.name, version: tool.version },
        summary: {
          ...{ tests: tests.length, ...counts, other: count('other'), suites: sectionsOf(report).size + 1 },
          ...{ start, stop, duration: stop - start },
        },
        tests,
      },
    })
  },
}

type Status = 'passed' | 'failed' | 'skipped' | 'other'

const statuses: Readonly<Record<Standing, Status>> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'other',
  advice: 'other',
  aside: 'skipped',
}

function testsOf(report: RunReport) {
  const standing = standingsIn(report)
  const verdict = {
    ...{ name: 'the verdict', testId: 'verdict', status: report.verdict.exitCode === 0 ? 'passed' : 'failed' },
    ...{ rawStatus: report.verdict.result, duration: 0, suite: ['the run'], message: verdictLine(report) },
    trace: reasonLines(report).join('\n'),
  } as const
  return [verdict, ...report.results.map((result) => testOf(result, standing(result), report))]
}

function testOf(result: ResultTold, standing: Standing, report: RunReport) {
  const { id, text, section, standard, force, binds, outcome, reason, findings } = result
  const [first] = findings
  const message = first ? sentenceOf(first) : reason
  return {
    name: `${id}: ${text}`,
    testId: id,
    status: statuses[standing],
    rawStatus: outcome,
    duration: 0,
    suite: [standard ?? `section ${section}`],
    ...(message !== undefined && { message }),
    ...(outcome === 'failed' && { snippet: failureLines(report, result).join('\n') }),
    labels: { section, force, binds, ...(standard !== undefined && { standard }) },
  }
}
