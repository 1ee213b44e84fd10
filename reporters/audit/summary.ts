import { verdictLabels } from '../text/labels.ts'
import type { Paint } from '../text/paint.ts'
import { sanitize } from '../text/sanitize.ts'
import { formatCount } from '../text/wording.ts'
import type { AuditedRequirement, AuditReport } from './audit-report.ts'

/** Artefacts of one requirement that are named. */
const named = 3

/** What an audit found, for the terminal. */
export function* formatAuditSummary(report: AuditReport, folder: string, paint: Paint): Generator<string> {
  const { artefacts, credentials, unread, conclusion, requirements } = report
  yield `${formatCount(artefacts, 'artefact')} judged, ${formatCount(credentials, 'credential')} compared`
  const failed = requirements.filter(hasFailed)
  for (const requirement of failed) yield* formatRequirement(requirement, paint)
  if (unread.lines > 0) {
    yield ''
    yield `${paint('doubt', '?')} ${formatCount(unread.lines, 'line')} could not be read`
    for (const { place, problem } of unread.examples.slice(0, named)) yield `    ${show(place)}: ${show(problem)}`
  }
  yield ''
  yield `${paint(conclusion === 'conformant' ? 'good' : 'bad', verdictLabels[conclusion])}  exit code ${report.exitCode} · report in ${folder}`
}

/** Whether a requirement that counts is broken. */
export const hasFailed = ({ decides, outcomes, scope }: AuditedRequirement): boolean =>
  (outcomes.failed ?? 0) > 0 && (decides || scope === 'population')

function* formatRequirement(
  { id, text, outcomes, scope, findings = [], examples = [], decides }: AuditedRequirement,
  paint: Paint,
) {
  const { failed = 0 } = outcomes
  yield ''
  const how = scope === 'population' ? 'all credentials together' : formatCount(failed, 'artefact')
  yield `${paint(decides ? 'bad' : 'doubt', decides ? '✖' : '!')} ${paint('strong', id)}  ${text}  (${how})`
  for (const { at, expected, actual } of findings.slice(0, named))
    yield `    ${show(at)}: expected ${show(expected)}, got ${show(actual)}`
  for (const { id: name, place, findings: own } of examples.slice(0, named)) {
    const [first] = own
    const what = first ? `: at ${show(first.at)}, expected ${show(first.expected)}, got ${show(first.actual)}` : ''
    yield `    ${name === undefined ? '' : `${show(name)} `}${show(place)}${what}`
  }
  if (examples.length > 0 && failed > named) yield `    and ${failed - named} more`
}

const show = (text: string): string => sanitize(text, 200)
