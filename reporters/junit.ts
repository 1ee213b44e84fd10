import type { Reporter } from '../model/reporter.ts'
import { toRoleKey } from '../model/role.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import {
  countOutcomes,
  createStatusReader,
  groupBySection,
  isDecidingResult,
  type ResultStatus,
  selectRequired,
  selectTested,
} from './result-status.ts'
import { createPointer, formatCauseLines } from './text/causes.ts'
import { formatFailureLines, formatFinding } from './text/findings.ts'
import { listReasons, summarizeVerdict } from './text/verdict.ts'
import { escapeXml, formatElement } from './text/xml.ts'

/**
 * JUnit, as Jenkins, GitLab and GitHub read it. Inconclusive results are errors, because skipped ones are shown as green.
 * The verdict is a test case as well, so that a run in which nothing could be judged is not green either: it has the
 * reason once, and what waits for it is skipped with a pointer.
 */
export const junit: Reporter = {
  name: 'junit',

  *render(report) {
    const advice = selectTested(report).filter((each) => !isDecidingResult(each))
    const suites = [
      createVerdictSuite(report),
      ...[...groupBySection(selectRequired(report))].map(([name, some]) => createSuite(name, some, report)),
      ...[...groupBySection(advice)].map(([name, some]) => createSuite(`advice: ${name}`, some, report)),
    ]
    const { tests, failures, errors } = countCases(suites.flatMap(({ cases }) => cases))
    const time = (report.milliseconds / 1000).toFixed(3)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield* formatElement('testsuites', { name: 'assay', tests, failures, errors, time }, formatSuites(suites))
  },
}

type CaseStatus = 'passed' | 'failure' | 'error' | 'skipped'

interface TestCase {
  readonly name: string
  readonly classname: string
  readonly status: CaseStatus
  /** The outcome, for readers who want to know more than the status. */
  readonly type: string
  readonly message: string
  readonly lines: readonly string[]
}

interface TestSuite {
  readonly name: string
  readonly cases: readonly TestCase[]
  readonly properties: Readonly<Record<string, string | number>>
  readonly timestamp: string
}

const caseStatuses: Readonly<Record<ResultStatus, CaseStatus>> = {
  passed: 'passed',
  failed: 'failure',
  inconclusive: 'error',
  waiting: 'skipped',
  advisory: 'skipped',
  known: 'skipped',
  skipped: 'skipped',
}

/** What a reader has to know who sees only that a test was skipped. */
const remarks: Readonly<Partial<Record<ResultStatus, string>>> = {
  advisory: 'advisory, does not count for the verdict: ',
  known: 'known failure, accepted by the baseline: ',
}

function createVerdictSuite(report: RunReport): TestSuite {
  const { tool, profile, seed, startedAt, verdict } = report
  const { result, exitCode, claimable } = verdict
  const status = exitCode === 0 ? 'passed' : exitCode === 1 || exitCode === 6 ? 'failure' : 'error'
  const message = summarizeVerdict(report)
  const properties = {
    tool: `${tool.name} ${tool.version}`,
    ...{ profile, seed, verdict: result, exitCode, claimable: `${claimable}` },
    ...countOutcomes(report),
  }
  const lines = [...formatCauseLines(report), ...listReasons(report)]
  return {
    name: 'run',
    cases: [{ name: 'verdict', classname: 'assay', status, type: result, message, lines }],
    properties,
    timestamp: startedAt,
  }
}

function createSuite(name: string, results: readonly ReportedResult[], report: RunReport): TestSuite {
  const readStatus = createStatusReader(report)
  const point = createPointer(report)
  const cases = results.map((result) => createCase(result, readStatus(result), report, point(result)))
  return { name, cases, properties: {}, timestamp: report.startedAt }
}

function createCase(result: ReportedResult, status: ResultStatus, report: RunReport, pointer: string): TestCase {
  const { id, text, binds, outcome, reason = '', findings } = result
  const [first] = findings
  const message = status === 'waiting' ? pointer : first ? formatFinding(first) : reason
  return {
    name: `${id}: ${text}`,
    classname: `assay.${toRoleKey(binds)}`,
    status: caseStatuses[status],
    type: outcome,
    message: `${remarks[status] ?? ''}${message}`,
    lines: outcome === 'failed' ? formatFailureLines(report, result) : [],
  }
}

const countCases = (cases: readonly TestCase[]) => {
  const count = (status: CaseStatus): number => cases.filter((each) => each.status === status).length
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') }
}

function* formatSuites(suites: readonly TestSuite[]): Generator<string> {
  for (const { name, cases, properties, timestamp } of suites) {
    yield* formatElement('testsuite', { name, ...countCases(cases), timestamp }, formatCases(cases, properties))
  }
}

function* formatCases(cases: readonly TestCase[], properties: TestSuite['properties']): Generator<string> {
  const rows = Object.entries(properties).flatMap(([name, value]) => [...formatElement('property', { name, value })])
  if (rows.length > 0) yield* formatElement('properties', {}, rows)
  for (const each of cases) {
    yield* formatElement('testcase', { name: each.name, classname: each.classname }, formatCase(each))
  }
}

function* formatCase({ status, type, message, lines }: TestCase): Generator<string> {
  // JUnit has no place of its own for a remark on a test that passed.
  if (status === 'passed') {
    if (message !== '') yield* formatElement('system-out', {}, [escapeXml(`${type}: ${message}`)])
  } else yield* formatElement(status, { type, message }, lines.map(escapeXml))
}
