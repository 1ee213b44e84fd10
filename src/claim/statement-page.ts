import { type Markup, markup, when } from '../../reporters/html/markup.ts'
import { renderStaticPage } from '../../reporters/html/static-page.ts'
import { describeCounts } from '../../reporters/text/counts.ts'
import { formatDuration } from '../../reporters/text/wording.ts'
import type { Statement } from './statement.ts'

// The pages of statements: one file each, which loads nothing.

/** The style that they have besides. */
const style = `
.sheet { max-width: 52rem; margin: 0 auto; padding: 0 1.5rem 4rem; }
.facts { display: grid; grid-template-columns: minmax(8rem, 12rem) minmax(0, 1fr); gap: .5rem 1.5rem; margin-top: 1.5rem; }
.facts + p { margin-top: 1rem; } .facts dt { color: var(--soft); } .facts dd { overflow-wrap: anywhere; }
.listing { width: 100%; border-collapse: collapse; margin-top: 1.5rem; }
.listing th, .listing td { text-align: left; vertical-align: top; padding: .6rem .9rem .6rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.listing th { color: var(--soft); font-weight: 500; }
details { margin-top: 1rem; } summary { cursor: pointer; color: var(--link); }
.ids { font-family: var(--mono); font-size: .8rem; line-height: 1.7; margin-top: .5rem; overflow-wrap: anywhere; }
@media (max-width: 34rem) {
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: .8rem; }
  .listing thead { display: none; } .listing tr { display: block; border-top: 1px solid var(--line); padding: .8rem 0; }
  .listing td { display: block; border: 0; padding: .1rem 0; } .listing td::before { content: attr(data-name) ' '; color: var(--soft); font-size: .85rem; }
}
@media print {
  @page { margin: 10mm; }
  html { font-size: 8.5pt; line-height: 1.4; } .sheet { max-width: none; padding: 0; } .part { padding: .45rem 0; margin: 0; }
  .facts { gap: .2rem 1.5rem; margin-top: .4rem; } .lead { margin: .2rem 0; } .facts + p { margin-top: .4rem; } details { margin-top: .3rem; } summary { list-style: none; }
}
`

const renderPage = (title: string, body: Markup): string =>
  renderStaticPage({ title, style, parts: [body], look: 'sheet' })

const fact = (name: string, value: Markup | string): Markup => markup`<dt>${name}</dt><dd>${value}</dd>
`

const formatTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

const listIds = (title: string, ids: readonly string[]): Markup =>
  markup`<details><summary>${title}</summary><p class="ids">${ids.join(' ')}</p></details>
`

/** One page with everything that a statement says. */
export function renderStatement(statement: Statement): string {
  const {
    claim,
    roles,
    profile,
    specifications = [],
    gate,
    statedAt,
    run,
    tool,
    plan,
    counts,
    passed,
    notShown,
    excluded,
    proof,
    digests,
    signer,
  } = statement
  const { decisions, statedBySigner } = statement
  return renderPage(
    `Statement of conformance: ${claim}`,
    markup`<header class="verdict good"><h1>Statement of conformance</h1>
<p>${claim}</p></header>
<section class="part"><h2>Stated by its signer</h2>
<p class="lead">No record can show this: ${statedBySigner.join('; ')}. <code>assay verify-report</code> finds out from the record whether the rest is so.</p></section>
<section class="part"><h2>Scope</h2>
<dl class="facts">
${fact('Roles', roles.join(', '))}${fact('Profile', profile)}${specifications.map((each) => fact('Specification', each))}${fact('Gate', gate)}${fact('Plan', markup`version ${plan.version}, registry <code>${plan.registry}</code>`)}${fact('Requirements', describeCounts(counts))}</dl>
${listIds('Requirements that passed', passed)}${when(notShown.length > 0, () => listIds('Not shown, and not part of the claim', notShown))}${when(
  excluded.length > 0,
  () =>
    listIds(
      'Excluded by decisions',
      excluded.map(({ id, reason }) => `${id} (${reason})`),
    ),
)}</section>
<section class="part"><h2>Decisions</h2>
<p class="lead">The document leaves these questions open, or answers them twice. Each was answered for this claim.</p>
<details><summary>${decisions.length} answers</summary><dl class="facts">
${decisions.map(({ id, value, source }) => fact(id, `${value} (${source === 'profile' ? 'by profile or document' : 'answered'})`))}</dl></details></section>
<section class="part"><h2>Proof</h2>
<dl class="facts">
${fact('Run', `${formatTime(run.startedAt)}, ${formatDuration(run.milliseconds)}, seed ${run.seed}${run.now === undefined ? '' : `, at ${formatTime(new Date(run.now * 1000).toISOString())}`}`)}${fact('Traffic', `${proof.sessions} sessions, ${proof.calls} calls`)}${fact('Negative tests', `${proof.handled} of ${proof.probes} probes were handled correctly`)}${fact('Controls', `${proof.detected} of ${proof.tampered} tampered copies were detected`)}${fact('Made with', `${tool.name} ${tool.version}`)}</dl></section>
<section class="part"><h2>Signature</h2>
<dl class="facts">
${fact('Stated', formatTime(statedAt))}${fact('Signer', markup`<code>${signer.thumbprint}</code>`)}${fact('Report', markup`<code>sha256 ${digests.report}</code>`)}${fact('Record', markup`<code>sha256 ${digests.record}</code>`)}</dl>
<p class="lead">The signature is in <code>statement.json</code>. <code>assay verify-report</code> checks it, and that report and record are the ones that are named here.</p></section>`,
  )
}

/** A statement in a listing, and where its page is. */
export interface ListedStatement {
  readonly statement: Statement
  readonly href: string
  /** What is wrong with it; absent if its signature and its page are right. */
  readonly problem?: string
}

/** The listing of many statements, as certification bodies publish them. */
export const renderListing = (listed: readonly ListedStatement[]): string =>
  renderPage(
    'Statements of conformance',
    markup`<header class="verdict"><h1>Statements of conformance</h1>
<p>${listed.length === 1 ? '1 statement' : `${listed.length} statements`}. Each is signed by the party that makes it.</p></header>
<table class="listing"><thead><tr><th>Product</th><th>Roles</th><th>Profile</th><th>Plan</th><th>Stated</th><th>Signature</th></tr></thead>
<tbody>
${listed.map(renderRow)}</tbody></table>`,
  )

const renderRow = ({ statement, href, problem }: ListedStatement): Markup => {
  const { subject, roles, profile, plan, statedAt, signer } = statement
  const name = [subject.vendor, subject.product, subject.version].filter(Boolean).join(' ') || 'an implementation'
  const signature =
    problem === undefined
      ? markup`<span class="good">valid</span> <code>${signer.thumbprint.slice(0, 12)}</code>`
      : markup`<span class="bad">${problem}</span>`
  return markup`<tr><td data-name="Product"><a href="${href}">${name}</a></td><td data-name="Roles">${roles.join(', ')}</td><td data-name="Profile">${profile}</td><td data-name="Plan">${plan.version}</td><td data-name="Stated">${statedAt.slice(0, 10)}</td><td data-name="Signature">${signature}</td></tr>
`
}
