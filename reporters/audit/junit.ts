import { escapeXml, formatElement } from '../text/xml.ts'
import type { AuditedRequirement, AuditReport } from './audit-report.ts'
import { hasFailed } from './summary.ts'

/** Renders an audit as test cases: one for each requirement, and one for the lines that could not be read. */
export function renderAuditJunit({ requirements, unread, startedAt }: AuditReport): string {
  const cases = [...requirements.map(toCase), toUnreadCase(unread)]
  const failures = cases.filter(({ lines }) => lines.length > 0).length
  const counts = { tests: cases.length, failures }
  const body = [
    ...formatElement('testsuite', { name: 'assay audit', ...counts, timestamp: startedAt }, formatCases(cases)),
  ]
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...formatElement('testsuites', counts, body), ''].join('\n')
}

interface AuditCase {
  readonly name: string
  readonly lines: readonly string[]
}

const toCase = (requirement: AuditedRequirement): AuditCase => ({
  name: `${requirement.id}: ${requirement.text}`,
  lines: requirement.decides && hasFailed(requirement) ? listLines(requirement) : [],
})

const listLines = ({ outcomes, scope, findings = [], examples = [] }: AuditedRequirement): readonly string[] => [
  scope === 'population' ? 'all credentials together' : `${outcomes.failed ?? 0} artefacts`,
  ...findings.map(({ at, expected, actual }) => `${at}: expected ${expected}, got ${actual}`),
  ...examples.map(({ id = '', place }) => `${id} ${place}`.trim()),
]

const toUnreadCase = ({ lines, examples }: AuditReport['unread']): AuditCase => ({
  name: 'Every line can be read.',
  lines: lines === 0 ? [] : [`${lines} lines`, ...examples.map(({ place, problem }) => `${place}: ${problem}`)],
})

function* formatCases(cases: readonly AuditCase[]): Generator<string> {
  for (const { name, lines } of cases)
    yield* formatElement('testcase', { name, classname: 'assay.audit' }, formatFailure(lines))
}

function* formatFailure(lines: readonly string[]): Generator<string> {
  const [message] = lines
  if (message !== undefined) yield* formatElement('failure', { type: 'failed', message }, lines.map(escapeXml))
}
