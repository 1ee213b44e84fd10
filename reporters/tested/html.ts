import { type Markup, type MarkupPart, markup, prose, when } from '../html/markup.ts'
import { renderFoot, renderStaticPage } from '../html/static-page.ts'
import { capitalize } from '../text/wording.ts'
import {
  formatHeadline,
  groupUntested,
  listFailedProbes,
  summarizeTest,
  type TestedFinding,
  type TestedProbe,
  type TestedRequirement,
  type TestReport,
} from './test-report.ts'

/** The style that it has besides. */
const style = `
.failure { border-top: 1px solid var(--line); padding: 1rem 0; }
.failure > p { max-width: 46rem; margin-bottom: .5rem; }
.wide { overflow-x: auto; }
.seen td:last-child { width: auto; text-align: left; }
`

const tones = { passed: 'good', failed: 'bad', inconclusive: 'doubt', untested: 'quiet' } as const
const signs = { passed: '✓', failed: '✕', inconclusive: '?', untested: '·' } as const

/** Renders a test as one page, which refers to no other file. */
export function renderTestPage(report: TestReport): string {
  const title = `${capitalize(`the ${report.role}`)} ${formatHeadline(report)}.`
  return renderStaticPage({
    ...{ title: `${title} Assay`, style, foot: renderFoot(report.tool) },
    parts: [
      renderHead(report, title),
      renderFailures(report),
      renderOpen(report),
      renderFree(report),
      renderUntested(report),
      renderRequirements(report),
      renderProbes(report),
      renderMessages(report),
      renderFacts(report),
    ],
  })
}

const renderHead = (report: TestReport, title: string): Markup =>
  markup`<section class="verdict ${tones[report.conclusion]}"><h1>${title}</h1><p>${capitalize(report.target)}, tested by the profile <code>${report.profile}</code>.</p><ul class="reasons"><li>${summarizeTest(report)}</li>${when(report.obstacle !== undefined, () => markup`<li>The test ended early: ${prose(report.obstacle ?? '')}</li>`)}</ul></section>`

const renderPart = (title: string, isThere: boolean, content: () => MarkupPart): MarkupPart =>
  when(isThere, () => markup`<section class="part"><h2>${title}</h2>${content()}</section>`)

function renderFailures(report: TestReport): MarkupPart {
  const failed = report.requirements.filter(({ outcome }) => outcome === 'failed')
  const ordered = failed.toSorted((a, b) => Number(b.decides) - Number(a.decides))
  return renderPart('What is wrong', failed.length > 0, () => ordered.map((each) => renderFailure(report, each)))
}

function renderFailure(report: TestReport, requirement: TestedRequirement): Markup {
  const { id, text, standard, force, decides, consequence, findings = [] } = requirement
  const tag = decides
    ? markup`<span class="tag bad">${force}</span>`
    : markup`<span class="tag doubt">${force}: does not count for the conclusion</span>`
  const probes = listFailedProbes(report, id)
  return markup`<div class="failure"><h3><code>${id}</code> ${tag} <span class="quiet">${standard}</span></h3><p>${prose(text)}</p>${groupFindings(findings).map(renderFinding)}${when(probes.length > 0, () => markup`<ul class="probe-list">${probes.map(renderProbe)}</ul>`)}<p class="quiet">${prose(consequence.text)}</p></div>`
}

/** Findings that differ only in their message and place are shown once. */
const groupFindings = (findings: readonly TestedFinding[]): readonly (readonly TestedFinding[])[] => [
  ...Map.groupBy(findings, ({ expected, actual }) => JSON.stringify([expected, actual])).values(),
]

/** Places of one finding that are named. */
const namedPlaces = 6

function renderFinding(group: readonly TestedFinding[]): MarkupPart {
  const [first] = group
  if (!first) return undefined
  const places = [...new Set(group.map(({ source, at }) => `${source} ${at}`))]
  const more = places.length - namedPlaces
  return markup`<dl class="finding"><div><dt>Place</dt><dd>${places.slice(0, namedPlaces).map((place) => markup`<span class="place">${place}</span>`)}${when(more > 0, () => markup`<span class="place">and ${more} more</span>`)}</dd></div><div><dt>Expected</dt><dd>${prose(first.expected)}</dd></div><div><dt>Actual</dt><dd class="actual">${prose(first.actual)}</dd></div></dl>`
}

const renderProbe = ({ description, actual }: TestedProbe): Markup =>
  markup`<li>${prose(description)}: <b>${prose(actual)}</b></li>`

function renderOpen({ requirements, probes }: TestReport): MarkupPart {
  const open = requirements.filter(({ outcome }) => outcome === 'inconclusive')
  const openProbes = probes.filter(({ outcome }) => outcome === 'inconclusive')
  const reasons = [...Map.groupBy(open, ({ reason = 'no reason was recorded' }) => reason)]
  return renderPart(
    'What could not be decided',
    open.length + openProbes.length > 0,
    () =>
      markup`<ul class="plain">${reasons.map(([reason, some]) => markup`<li>${prose(reason)}<br>${listIds(some)}</li>`)}${openProbes.map(renderProbe)}</ul>`,
  )
}

const listIds = (requirements: readonly TestedRequirement[]): MarkupPart =>
  requirements.map(({ id }) => markup`<code>${id}</code> `)

const renderFree = ({ probes }: TestReport): MarkupPart => {
  const free = probes.filter(({ outcome }) => outcome === 'remark')
  return renderPart(
    'What it may do either way',
    free.length > 0,
    () => markup`<ul class="plain">${free.map(renderProbe)}</ul>`,
  )
}

const renderUntested = (report: TestReport): MarkupPart => {
  const groups = groupUntested(report)
  return renderPart('What was not tested, and why', groups.length > 0, () =>
    groups.map(
      ([reason, some]) =>
        markup`<details><summary>${prose(capitalize(reason))} (${some.length})</summary><ul class="plain">${some.map(({ id, text }) => markup`<li><code>${id}</code> ${prose(text)}</li>`)}</ul></details>`,
    ),
  )
}

function renderRequirements({ requirements }: TestReport): MarkupPart {
  const groups = [...Map.groupBy(requirements, ({ standard }) => standard)]
  const rows = groups.map(
    ([standard, some]) =>
      markup`<tr><th scope="row">${standard}</th><td>${some.map(({ id, text, outcome }) => markup`<span class="sign ${tones[outcome]}" aria-hidden="true">${signs[outcome]}</span> <code>${id}</code> <span class="quiet">${outcome}</span> ${prose(text)}<br>`)}</td></tr>`,
  )
  return renderPart(
    'All requirements',
    rows.length > 0,
    () =>
      markup`<details><summary>By section of the text: ${requirements.length}</summary><div class="wide"><table><tbody>${rows}</tbody></table></div></details>`,
  )
}

const probeTones = { held: 'good', failed: 'bad', remark: 'plain', inconclusive: 'doubt' } as const
const probeWords = {
  held: 'handled correctly',
  failed: 'not handled correctly',
  remark: 'may do either',
  inconclusive: 'inconclusive',
} as const

function renderProbes({ probes }: TestReport): MarkupPart {
  const held = probes.filter(({ outcome }) => outcome === 'held').length
  const counted = probes.filter(({ outcome }) => outcome !== 'remark').length
  const rows = probes.map(
    ({ requirement, description, outcome, actual }) =>
      markup`<tr><th scope="row"><code>${requirement}</code></th><td>${prose(description)}</td><td><span class="tag ${probeTones[outcome]}">${probeWords[outcome]}</span> ${prose(actual)}</td></tr>`,
  )
  return renderPart(
    'Probes',
    probes.length > 0,
    () =>
      markup`<p class="lead">${held} of ${counted} that count were handled correctly.</p><details><summary>All of them</summary><div class="wide"><table><thead><tr><th>requirement</th><th>what was sent</th><th>what came of it</th></tr></thead><tbody>${rows}</tbody></table></div></details>`,
  )
}

const conclusionTones: Readonly<Record<string, string>> = {
  conformant: 'good',
  nonconformant: 'bad',
  inconclusive: 'doubt',
}

function renderMessages({ messages }: TestReport): MarkupPart {
  const rows = messages.map(
    ({ source, kind, conclusion }) =>
      markup`<tr><th scope="row">${source}</th><td><code>${kind}</code></td><td><span class="tag ${conclusionTones[conclusion] ?? 'plain'}">${conclusion}</span></td></tr>`,
  )
  return renderPart(
    'Messages',
    messages.length > 0,
    () =>
      markup`<details><summary>In their order: ${messages.length}</summary><div class="wide"><table class="seen"><tbody>${rows}</tbody></table></div></details>`,
  )
}

function renderFacts({ profile, target, startedAt, endedAt, notes, exitCode }: TestReport): Markup {
  const facts = { profile, target, from: startedAt, to: endedAt, 'exit code': exitCode }
  return markup`<section class="part"><h2>About this test</h2><dl class="about">${Object.entries(facts).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>${when(notes.length > 0, () => markup`<ul class="plain">${notes.map((note) => markup`<li>${prose(note)}</li>`)}</ul>`)}</section>`
}
