import { formatCode, formatCodeBlock, formatSentence } from '../text/markdown-code.ts'
import { sanitizeForFile } from '../text/sanitize.ts'
import { listSome } from '../text/wording.ts'
import {
  describeFailures,
  formatHeadline,
  groupUntested,
  summarizeTest,
  type TestedProbe,
  type TestedRequirement,
  type TestReport,
} from './test-report.ts'

/** Renders a test for a page of a pipeline. */
export function renderTestMarkdown(report: TestReport): string {
  const { conclusion, role, profile, target, obstacle, requirements, probes, notes } = report
  const open = requirements.filter(({ outcome }) => outcome === 'inconclusive')
  return [
    `## ${marks[conclusion]} The ${role} ${formatHeadline(report)}`,
    '',
    `${formatCode(target)} · profile ${formatCode(profile)} · ${summarizeTest(report)}`,
    ...(obstacle === undefined ? [] : ['', `Ended early: ${formatCode(obstacle)}`]),
    ...requirements.filter(({ outcome }) => outcome === 'failed').flatMap((each) => formatFailed(report, each)),
    ...formatList('Inconclusive', open.map(formatOpen)),
    ...formatList('Inconclusive probes', probes.filter(({ outcome }) => outcome === 'inconclusive').map(formatProbe)),
    ...formatList('Not tested', groupUntested(report).map(formatUntested)),
    ...formatList('Notes', notes.map(formatProse)),
    '',
  ].join('\n')
}

/** A sentence that may have words of the target. */
const formatProse = (text: string): string => formatSentence(sanitizeForFile(text))

const marks = { passed: '✅', failed: '❌', inconclusive: '❔' } as const

function formatFailed(report: TestReport, requirement: TestedRequirement): readonly string[] {
  const { id, text, standard, force, decides, consequence } = requirement
  const weight = decides ? force : `${force}, does not count for the conclusion`
  return [
    ...['', `### ${marks.failed} ${formatCode(id)}`, ''],
    ...[`${formatProse(text)} (${weight} · ${formatCode(standard)})`, ''],
    ...formatCodeBlock(describeFailures(report, requirement)),
    ...['', formatProse(consequence.text)],
  ]
}

const formatOpen = ({ id, reason = '' }: TestedRequirement): string => `${formatCode(id)}: ${formatCode(reason)}`

const formatUntested = ([reason, some]: readonly [string, readonly TestedRequirement[]]): string => {
  const ids = some.map(({ id }) => formatCode(id))
  return `${formatProse(reason)}: ${listSome(ids, 400)}`
}

const formatProbe = ({ description, actual }: TestedProbe): string =>
  `${formatCode(description)}: ${formatCode(actual)}`

const formatList = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : ['', `### ${title}`, '', ...items.map((item) => `- ${item}`)]
