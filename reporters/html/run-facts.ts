import type { RunReport } from '../../model/run-report.ts'
import { formatReproduceCommand } from '../text/reproduce.ts'
import { listTargets } from '../text/targets.ts'
import { formatCount, formatDuration } from '../text/wording.ts'
import { type Markup, type MarkupPart, markup, prose, when } from './markup.ts'

/** Renders the facts that are needed to check a report, or to repeat the run. */
export function renderRunFacts(report: RunReport): Markup {
  const { tool, startedAt, milliseconds, profile, specifications = [], seed, record, selection, notes = [] } = report
  const rows: readonly (readonly [string, MarkupPart])[] = [
    ...listTargets(report).map(({ role, url }) => [`Target (${role})`, url] as const),
    ['Tool', `${tool.name} ${tool.version}`],
    ['Date', markup`<time datetime="${startedAt}">${startedAt}</time>, ${formatDuration(milliseconds)}`],
    ['Profile', profile],
    ...specifications.map((each) => ['Specification', each] as const),
    ...(seed === '' ? [] : [['Random seed', seed] as const]),
    ['Traffic', describeTraffic(report)],
    [
      'Record',
      record ? markup`${formatCount(record.messages, 'message')}, SHA-256 <code>${record.sha256}</code>` : 'none',
    ],
    ...(selection.complete
      ? [['Reproduce', markup`<code class="line">${formatReproduceCommand(report, '*')}</code>`] as const]
      : []),
  ]
  return markup`
<section aria-labelledby="facts" class="part">
<h2 id="facts">About this run</h2>
<dl class="about">${rows.map(([name, part]) => markup`<div><dt>${name}</dt><dd>${part}</dd></div>`)}</dl>
${when(notes.length > 0, () => markup`<ul class="plain">${notes.map((note) => markup`<li>${prose(note)}</li>`)}</ul>`)}
</section>`
}

function describeTraffic({ traffic }: RunReport): string {
  const { calls, peakPerSecond, nonces, credentials } = traffic
  return `${formatCount(calls, 'call')} (up to ${peakPerSecond} per second), ${formatCount(nonces, 'nonce')}, ${formatCount(credentials, 'credential')} issued`
}
