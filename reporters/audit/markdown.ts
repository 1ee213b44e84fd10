import { sanitize } from '../text/sanitize.ts'
import { formatCount } from '../text/wording.ts'
import type { AuditedRequirement, AuditReport } from './audit-report.ts'
import { hasFailed } from './summary.ts'

/** Renders an audit for a page of a pipeline. */
export function renderAuditMarkdown(report: AuditReport): string {
  const { conclusion, artefacts, credentials, unread, requirements } = report
  return [
    `# Audit: ${conclusion}`,
    '',
    `${formatCount(artefacts, 'artefact')} judged, ${formatCount(credentials, 'credential')} compared, ${formatCount(unread.lines, 'line')} not read.`,
    ...formatTable(requirements.filter(hasFailed)),
    ...(unread.lines > 0 ? ['', '## Lines that could not be read', ''] : []),
    ...unread.examples.map(({ place, problem }) => `- ${code(place)}: ${escapeText(problem)}`),
    '',
  ].join('\n')
}

function formatTable(failed: readonly AuditedRequirement[]): readonly string[] {
  if (failed.length === 0) return []
  const rows = failed.map((each) => {
    const how = each.scope === 'population' ? 'all together' : String(each.outcomes.failed ?? 0)
    return `| ${each.id} | ${how} | ${each.decides ? 'yes' : 'no'} | ${escapeText(each.text)} | ${formatExamples(each)} |`
  })
  return ['', '| Requirement | Failed | Decides | Text | Examples |', '|---|---|---|---|---|', ...rows]
}

const formatExamples = ({ findings = [], examples = [] }: AuditedRequirement): string =>
  [
    ...findings.map(({ actual }) => escapeText(actual)),
    ...examples.slice(0, 3).map(({ id, place }) => code(id === undefined ? place : `${id} ${place}`)),
  ].join('<br>')

const escapeText = (text: string): string => sanitize(text, 300).replaceAll(/[|<>&*_[\]\\]/g, (sign) => `\\${sign}`)

const code = (text: string): string => `\`${sanitize(text, 200).replaceAll(/[`|]/g, "'")}\``
