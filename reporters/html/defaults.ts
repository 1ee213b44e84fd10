import type { RunReport } from '../../model/run-report.ts'
import { formatCount } from '../text/wording.ts'
import { type Markup, markup, prose, when } from './markup.ts'

/** A decision that was left at its default, and how many requirements depend on it. */
interface DefaultedDecision {
  readonly id: string
  readonly value: string
  readonly dependents: number
}

/** Decisions that are listed before the list is folded. */
const maxListed = 8

/** Renders the decisions that were left at their defaults, and the points that the document leaves undefined. */
export function renderDefaults({ decisions, results }: RunReport): Markup {
  const rows = decisions
    .filter(({ source }) => source === 'default')
    .map(({ id, value }) => ({ id, value, dependents: countDependents(id, results) }))
    .toSorted((a, b) => b.dependents - a.dependents)
  const gaps = results.filter(({ force }) => force === 'gap')
  if (decisions.length + gaps.length === 0) return markup``
  return markup`
<section aria-labelledby="defaults" class="part">
<h2 id="defaults">Decisions left at their defaults</h2>
${
  rows.length === 0
    ? markup`<p>None: every question that the document leaves open was answered.</p>`
    : markup`<p class="lead">The document leaves these questions open, and the configuration does not answer them. Confirm each default, or set another answer with <code>--decision</code>. <code>npx assay explain ID</code> explains a decision.</p>
${renderDecisions('Decisions left at their defaults', rows.slice(0, maxListed))}${when(rows.length > maxListed, () => markup`<details><summary>${rows.length - maxListed} more</summary>${renderDecisions('More decisions left at their defaults', rows.slice(maxListed))}</details>`)}`
}
${when(gaps.length > 0, () => markup`<details><summary>${formatCount(gaps.length, 'point')} that the document leaves undefined</summary><ul class="plain">${gaps.map(({ id, text }) => markup`<li><a href="#${id}">${id}</a> ${prose(text)}</li>`)}</ul></details>`)}
</section>`
}

const countDependents = (id: string, results: RunReport['results']): number =>
  results.filter(({ dependsOn }) => dependsOn.includes(id)).length

const renderDecisions = (label: string, rows: readonly DefaultedDecision[]): Markup =>
  markup`<table class="decisions" aria-label="${label}"><thead><tr><th scope="col">Decision</th><th scope="col">Default</th><th scope="col">Affects</th></tr></thead><tbody>${rows.map(({ id, value, dependents }) => markup`<tr><th scope="row"><code>${id}</code></th><td><code>${value}</code></td><td title="requirements that depend on it">${dependents}</td></tr>`)}</tbody></table>`
