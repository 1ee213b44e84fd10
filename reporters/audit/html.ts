import { type Markup, type MarkupPart, markup, prose, when } from '../html/markup.ts'
import { renderFoot, renderStaticPage } from '../html/static-page.ts'
import { formatCount } from '../text/wording.ts'
import type { AuditExample, AuditedRequirement, AuditFinding, AuditReport } from './audit-report.ts'
import { drawCounts, formatNumber } from './pictures.ts'
import { hasFailed } from './summary.ts'

/** The style that it has besides: what tables with bars need. */
const style = `
.audited th:first-child { overflow-wrap: anywhere; min-width: 7rem; }
.audited .bar { width: 40%; }
.failure { border-top: 1px solid var(--line); padding: .8rem 0; }
.failure .where { font-family: var(--mono); font-size: .84rem; overflow-wrap: anywhere; }
.failure li { padding: .25rem 0; }
.failure > p { max-width: 46rem; }
.wide { overflow-x: auto; }
@media (max-width: 40rem) { .audited .bar { display: none; } }
`

const headlines = {
  conformant: 'Nothing wrong was found.',
  nonconformant: 'Something is wrong.',
  inconclusive: 'Not enough was seen to decide.',
  harnessError: 'Assay itself failed.',
} as const

const looks = { conformant: 'good', nonconformant: 'bad', inconclusive: 'doubt', harnessError: 'bad' } as const

/** Renders an audit as one page, which refers to no other file. */
export const renderAuditPage = (report: AuditReport): string =>
  renderStaticPage({
    ...{ title: `${headlines[report.conclusion]} Assay audit`, style, foot: renderFoot(report.tool) },
    parts: [
      renderVerdict(report),
      renderFailures(report),
      renderUnread(report),
      renderOutcomes(report),
      renderCounts(report),
      renderGroups(report),
      renderFacts(report),
    ],
  })

function renderVerdict({ conclusion, artefacts, credentials, unread, requirements, extent }: AuditReport): Markup {
  const broken = requirements.filter((each) => each.decides && hasFailed(each)).length
  const part = extent.sample === undefined ? '' : ` They are a sample of ${formatNumber(extent.sample)}.`
  return markup`<section class="verdict ${looks[conclusion]}"><h1>${headlines[conclusion]}</h1><p>Artefacts judged one by one: ${formatNumber(artefacts)}. Credentials compared with one another: ${formatNumber(credentials)}.${part}</p><ul class="reasons"><li>${formatCount(broken, 'requirement')} failed.</li>${when(unread.lines > 0, () => markup`<li>${formatNumber(unread.lines)} lines could not be read.</li>`)}</ul></section>`
}

function renderFailures({ requirements }: AuditReport): MarkupPart {
  const failed = requirements.filter(hasFailed)
  return when(
    failed.length > 0,
    () => markup`<section class="part"><h2>What is wrong</h2>${failed.map(renderFailure)}</section>`,
  )
}

function renderFailure({
  id,
  text,
  outcomes,
  scope,
  decides,
  findings = [],
  examples = [],
}: AuditedRequirement): Markup {
  const how = scope === 'population' ? 'all credentials together' : formatArtefacts(outcomes.failed ?? 0)
  const tag = decides
    ? markup`<span class="tag bad">${how}</span>`
    : markup`<span class="tag doubt">${how}; recommended</span>`
  return markup`<div class="failure"><h3><code>${id}</code> ${tag}</h3><p>${prose(text)}</p><ul>${findings.map((each) => markup`<li>${renderFinding(each)}</li>`)}${examples.map(renderExample)}</ul></div>`
}

const formatArtefacts = (count: number): string => `${formatNumber(count)} artefact${count === 1 ? '' : 's'}`

const renderFinding = ({ at, expected, actual }: AuditFinding): Markup =>
  markup`<code>${at}</code>: expected ${prose(expected)}, got ${prose(actual)}`

const renderExample = ({ id, place, findings }: AuditExample): Markup =>
  markup`<li><span class="where">${id === undefined ? '' : `${id} `}${place}</span>${findings.slice(0, 1).map((each) => markup`<br>${renderFinding(each)}`)}</li>`

function renderUnread({ unread: { lines, examples } }: AuditReport): MarkupPart {
  return when(
    lines > 0,
    () =>
      markup`<section class="part"><h2>Lines that could not be read</h2><p>${formatNumber(lines)} in all.</p><ul class="plain">${examples.map(({ place, problem }) => markup`<li><code>${place}</code> ${problem}</li>`)}</ul></section>`,
  )
}

const outcomeColumns = ['passed', 'failed', 'cantTell'] as const

function renderOutcomes({ requirements }: AuditReport): Markup {
  const rows = requirements.map(
    ({ id, scope, outcomes, reason }) =>
      markup`<tr><th scope="row"><code>${id}</code>${when(scope === 'population', () => markup` <span class="quiet">together${reason === undefined ? '' : `: ${reason}`}</span>`)}</th>${outcomeColumns.map((each) => renderCell(each, (outcomes[each] ?? 0) + (each === 'passed' ? (outcomes.passedNonStrict ?? 0) : 0)))}</tr>`,
  )
  return markup`<section class="part"><h2>By requirement</h2><div class="wide"><table class="counts audited"><thead><tr><th>requirement</th><th>passed</th><th>failed</th><th>inconclusive</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

const cellLooks = { passed: 'good', failed: 'bad', cantTell: 'doubt' } as const

const renderCell = (outcome: (typeof outcomeColumns)[number], count: number): Markup =>
  markup`<td class="${count === 0 ? 'zero' : cellLooks[outcome]}">${formatNumber(count)}</td>`

/** The pictures, in this order. */
const pictures = {
  month: ['By month of issue', 'month'],
  'issuer-key': ['By key of the issuer', 'kid'],
  configuration: ['By type', 'type'],
  validity: ['By validity', 'valid for'],
  claim: ['By claim', 'claim'],
  disclosures: ['By number of disclosures', 'disclosures'],
  'salt-length': ['By length of the salts', 'characters'],
  kind: ['By kind of artefact', 'kind'],
} as const

const renderCounts = ({ counts }: AuditReport): MarkupPart =>
  Object.entries(pictures).map(([key, [title, what]]) => drawCounts(title, what, counts[key] ?? []))

function renderGroups({ groups }: AuditReport): MarkupPart {
  if (!groups || groups.rows.length === 0) return undefined
  const rows = groups.rows.flatMap(({ key, failed }) =>
    Object.entries(failed).map(
      ([id, count]) =>
        markup`<tr><th scope="row">${key}</th><td><code>${id}</code></td><td class="bad">${formatNumber(count)}</td></tr>`,
    ),
  )
  return markup`<section class="part"><h2>What is wrong, by ${groups.by}</h2><div class="wide"><table class="counts"><tbody>${rows}</tbody></table></div></section>`
}

/** Sources that are named. */
const namedSources = 50

function renderFacts({ sources, profile, startedAt, endedAt, compared }: AuditReport): Markup {
  const named = sources
    .slice(0, namedSources)
    .map(({ name, octets }) => markup`<li><code>${name}</code> ${formatNumber(octets)} octets</li>`)
  const more = sources.length - named.length
  return markup`<section class="part"><h2>About this audit</h2><dl class="about"><div><dt>profile</dt><dd>${profile}</dd></div><div><dt>from</dt><dd>${startedAt}</dd></div><div><dt>to</dt><dd>${endedAt}</dd></div><div><dt>statistical tests</dt><dd>${formatNumber(compared)} credentials, drawn by their hashes</dd></div></dl><h3>Sources</h3><ul class="plain">${named}${when(more > 0, () => markup`<li>and ${more} more</li>`)}</ul></section>`
}
