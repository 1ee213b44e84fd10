import type { StandardProfile } from '../../../model/decision.ts'
import { documentRules, findDecidingReason } from '../../../model/gate.ts'
import type { Result } from '../../../model/report.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type {
  TestedFinding,
  TestedProbe,
  TestedRequirement,
  TestReport,
} from '../../../reporters/tested/test-report.ts'
import { tool } from '../../runtime/tool.ts'
import type { TestTrial } from './journal.ts'
import type { Seen } from './seen.ts'

/** What a report says beside what was seen. */
export type TestFacts = Pick<
  TestReport,
  'role' | 'target' | 'startedAt' | 'endedAt' | 'conclusion' | 'exitCode' | 'provisional'
> & {
  readonly profile: StandardProfile
}

/** Makes the report of a test: by requirement, whether messages or probes showed it. */
export function makeTestReport(seen: Seen, facts: TestFacts): TestReport {
  const { cases, trials, notes, obstacle, untested } = seen
  return {
    ...{ schema: 'test-report', tool, ...facts },
    ...(obstacle !== undefined && { obstacle }),
    requirements: [
      ...listTested(seen),
      ...untested.map(({ row, reason }) => ({ ...describeRow(row, 'untested'), reason })),
    ],
    probes: trials.filter(isProbe).map(describeProbe),
    messages: cases.map(({ source, verdict: { kind, conclusion } }) => ({ source, kind, conclusion })),
    notes,
  }
}

/** What is tried beside the usual flow has an id of its own; what the flow itself shows has that of its requirement. */
const isProbe = ({ id, row }: TestTrial): boolean => id !== row.id

const describeProbe = ({ id, row, description, outcome, actual, obligation }: TestTrial): TestedProbe => ({
  ...{ id, requirement: row.id, description, outcome, actual },
  ...(obligation !== undefined && { obligation }),
})

/** One thing that was seen of a requirement. */
interface Sight {
  readonly row: Requirement
  readonly outcome: TestedRequirement['outcome']
  readonly reason?: string
  readonly findings: readonly TestedFinding[]
}

function listTested({ cases, trials }: Seen): readonly TestedRequirement[] {
  const sights = [
    ...cases.flatMap(({ source, verdict }) => verdict.results.flatMap((result) => toSight(source, result) ?? [])),
    ...trials.map(trialToSight),
  ]
  return [...Map.groupBy(sights, ({ row }) => row)].map(([row, some]) => joinSights(row, some))
}

function toSight(source: string, { requirement, outcome, reason, findings }: Result): Sight | undefined {
  if (outcome === 'inapplicable' || outcome === 'untested') return undefined
  return {
    row: requirement,
    outcome: outcome === 'failed' ? 'failed' : outcome.startsWith('passed') ? 'passed' : 'inconclusive',
    ...(reason !== undefined && { reason }),
    findings: findings.map(({ at, expected, actual }) => ({ source, at, expected, actual })),
  }
}

/** A probe that may be handled either way, or that no sentence is behind, shows nothing of its requirement. */
function trialToSight(trial: TestTrial): Sight {
  const { row, outcome, description, actual, obligation } = trial
  if (outcome === 'remark' || obligation === undefined)
    return { row, outcome: 'untested', reason: 'seen only where both answers are legal', findings: [] }
  const finding = { source: description, at: 'the flow', expected: row.text, actual }
  return {
    row,
    outcome: outcome === 'held' ? 'passed' : outcome,
    ...(outcome === 'inconclusive' && { reason: `${description}: ${actual}` }),
    findings: outcome === 'failed' && !isProbe(trial) ? [finding] : [],
  }
}

/** The worst comes first. */
const byWeight = ['failed', 'inconclusive', 'passed', 'untested'] as const

const isDecided = (outcome: TestedRequirement['outcome']): boolean => outcome === 'passed' || outcome === 'failed'

/** The worst that was seen counts. */
function joinSights(row: Requirement, sights: readonly Sight[]): TestedRequirement {
  const outcome = byWeight.find((each) => sights.some((sight) => sight.outcome === each)) ?? 'untested'
  const reason = isDecided(outcome) ? undefined : sights.find((sight) => sight.outcome === outcome)?.reason
  const findings = sights.flatMap((each) => each.findings)
  return {
    ...describeRow(row, outcome),
    ...(reason !== undefined && { reason }),
    ...(findings.length > 0 && { findings }),
  }
}

function describeRow(row: Requirement, outcome: TestedRequirement['outcome']): TestedRequirement {
  const { id, text, force, consequence, standard = '' } = row
  const decides = findDecidingReason(row, documentRules) !== undefined
  return { id, text, standard, force, consequence, outcome, decides }
}
