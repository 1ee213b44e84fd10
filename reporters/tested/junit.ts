import { escapeXml, formatElement } from '../text/xml.ts'
import { describeFailures, summarizeTest, type TestedRequirement, type TestReport } from './test-report.ts'

/**
 * Renders a test as test cases: the conclusion first, then each requirement. What is inconclusive is an error, because
 * readers show what is skipped as green.
 */
export function renderTestJunit(report: TestReport): string {
  const cases = [
    toConclusionCase(report),
    ...listProvisional(report),
    ...report.requirements.map((each) => toCase(report, each)),
  ]
  const count = (status: CaseStatus): number => cases.filter((each) => each.status === status).length
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error') }
  const suite = { name: `assay test ${report.role}`, ...counts, skipped: count('skipped'), timestamp: report.startedAt }
  const body = [...formatElement('testsuite', suite, formatCases(cases, `assay.${report.role}`))]
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...formatElement('testsuites', counts, body), ''].join('\n')
}

type CaseStatus = 'passed' | 'failure' | 'error' | 'skipped'

interface TestCase {
  readonly name: string
  readonly status: CaseStatus
  readonly type: string
  readonly message: string
  readonly lines: readonly string[]
}

const conclusionStatuses = { passed: 'passed', failed: 'failure', inconclusive: 'error' } as const

const toConclusionCase = (report: TestReport): TestCase => ({
  name: 'conclusion',
  status: conclusionStatuses[report.conclusion],
  type: report.conclusion,
  message: report.obstacle ?? summarizeTest(report),
  lines: report.notes,
})

/** A pass without probes has a case that is skipped: a pass alone would hide what was not tested. */
const listProvisional = ({ provisional: message }: TestReport): readonly TestCase[] =>
  message === undefined ? [] : [{ name: 'probes', status: 'skipped', type: 'provisional', message, lines: [] }]

function toCase(report: TestReport, requirement: TestedRequirement): TestCase {
  const { id, text, outcome, reason } = requirement
  const lines = outcome === 'failed' ? describeFailures(report, requirement) : []
  return {
    name: `${id}: ${text}`,
    status: readStatus(requirement),
    type: outcome,
    message: lines[0] ?? reason ?? '',
    lines,
  }
}

function readStatus({ outcome, decides }: TestedRequirement): CaseStatus {
  if (outcome === 'passed') return 'passed'
  if (outcome === 'untested' || !decides) return 'skipped'
  return outcome === 'failed' ? 'failure' : 'error'
}

function* formatCases(cases: readonly TestCase[], classname: string): Generator<string> {
  for (const { name, status, type, message, lines } of cases) {
    const body = status === 'passed' ? [] : [...formatElement(status, { type, message }, lines.map(escapeXml))]
    yield* formatElement('testcase', { name, classname }, body)
  }
}
