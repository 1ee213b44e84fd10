import type { Consequence, Force } from '../../model/requirement.ts'

/** Something in a message that breaks a requirement. It has no private value. */
export interface TestedFinding {
  /** The message. */
  readonly source: string
  readonly at: string
  readonly expected: string
  readonly actual: string
}

/** How something ended that was tried: it was handled correctly, or not, or may be handled either way. */
export type TestedOutcome = 'held' | 'failed' | 'remark' | 'inconclusive'

/** One thing that was tried on an implementation. */
export interface TestedProbe {
  readonly id: string
  readonly requirement: string
  readonly description: string
  readonly outcome: TestedOutcome
  /** What the implementation did. */
  readonly actual: string
  /** The sentence that obliges it; absent where it may do as it likes. */
  readonly obligation?: string
}

/** What was seen of one requirement, in all messages and probes. */
export interface TestedRequirement {
  readonly id: string
  readonly text: string
  readonly standard: string
  readonly force: Force
  readonly consequence: Consequence
  readonly outcome: 'passed' | 'failed' | 'inconclusive' | 'untested'
  /** Whether it counts for the conclusion. */
  readonly decides: boolean
  /** Why it is inconclusive or was not tested. */
  readonly reason?: string
  readonly findings?: readonly TestedFinding[]
}

/** The results of `assay test`: `schemas/test-report.schema.json`. */
export interface TestReport {
  readonly schema: 'test-report'
  readonly tool: { readonly name: string; readonly version: string }
  readonly profile: string
  readonly role: string
  /** What was tested: an address, a command, or the reference implementation. */
  readonly target: string
  readonly startedAt: string
  readonly endedAt: string
  readonly conclusion: 'passed' | 'failed' | 'inconclusive'
  readonly exitCode: number
  /** Why a pass says less than it could; absent where it does not. */
  readonly provisional?: string
  /** Why the test ended early. */
  readonly obstacle?: string
  readonly requirements: readonly TestedRequirement[]
  readonly probes: readonly TestedProbe[]
  readonly messages: readonly { readonly source: string; readonly kind: string; readonly conclusion: string }[]
  /** What cannot be said, or is said beside the results. */
  readonly notes: readonly string[]
}

/** The probes of a requirement that were not handled correctly. */
export const listFailedProbes = ({ probes }: TestReport, id: string): readonly TestedProbe[] =>
  probes.filter(({ requirement, outcome }) => requirement === id && outcome === 'failed')

/** One line for each thing that is wrong with a requirement. */
export const describeFailures = (report: TestReport, { id, findings = [] }: TestedRequirement): readonly string[] => [
  ...findings.map(({ source, at, expected, actual }) => `${source}, ${at}: expected ${expected}, got ${actual}`),
  ...listFailedProbes(report, id).map(({ description, actual }) => `${description}: ${actual}`),
]

/** The requirements that were not tested, by reason. The reason for most comes first. */
export const groupUntested = ({
  requirements,
}: TestReport): readonly (readonly [reason: string, some: readonly TestedRequirement[]])[] => {
  const untested = requirements.filter(({ outcome }) => outcome === 'untested')
  const groups = Map.groupBy(untested, ({ reason = 'nothing of them was seen' }) => reason)
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

const headlines = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'was not seen well enough to decide',
} as const

/** Counts the requirements with an outcome. */
export const countRequirements = (
  { requirements }: TestReport,
  isWanted: (requirement: TestedRequirement) => boolean,
): number => requirements.filter(isWanted).length

/** What a reader has to know first, with why a pass is provisional. */
export const formatHeadline = ({ conclusion, provisional }: Pick<TestReport, 'conclusion' | 'provisional'>): string =>
  `${headlines[conclusion]}${provisional === undefined ? '' : ` (provisional: ${provisional})`}`

/** The numbers of a test, in one line. */
export function summarizeTest(report: TestReport): string {
  const count = (outcome: TestedRequirement['outcome']): number =>
    countRequirements(report, (each) => each.outcome === outcome)
  const numbers = [
    `${count('passed')} requirements passed`,
    `${count('failed')} failed`,
    `${count('inconclusive')} inconclusive`,
    `${count('untested')} not tested`,
    `${report.messages.length} messages`,
    `${report.probes.length} probes`,
  ]
  return numbers.join(' · ')
}
