import { isStandardProfile } from '../../model/decision.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { selectRequired } from '../result-status.ts'
import { listTargets } from '../text/targets.ts'
import { describeGate } from '../text/verdict.ts'
import { findFlowStep, flowSteps } from './flow-steps.ts'
import { groupInOrder, nameText } from './grouping.ts'
import { type Markup, markup, when } from './markup.ts'

type NamedResults = readonly [name: Markup, results: readonly ReportedResult[]]

/** Renders the outcomes of everything that is required and applies as two tables: by step of the flow, and by role. */
export function renderOverview(report: RunReport): Markup {
  const tested = new Set(listTargets(report).map(({ role }) => role))
  const required = selectRequired(report).filter(({ outcome }) => outcome !== 'inapplicable')
  const byStep = flowSteps.flatMap((step): readonly NamedResults[] => {
    const own = required.filter((each) => findFlowStep(each) === step)
    const name = markup`<span class="stepped"><span class="mark" aria-hidden="true">${step.mark}</span><span>${step.name}</span></span>`
    return own.length > 0 ? [[name, own]] : []
  })
  const byRole = groupInOrder(required, ({ binds }) => binds).map(
    ([role, own]): NamedResults => [
      markup`${role}${when(tested.has(role), () => markup` <span class="tag plain">under test</span>`)}`,
      own,
    ],
  )
  return markup`
<section aria-labelledby="overview" class="part">
<h2 id="overview">Results</h2>
<p class="lead">${describeGate(report)}</p>
${isStandardProfile(report.profile) ? renderTable('By specification', groupByText(required)) : renderTable('By step of the flow', byStep)}${renderTable('By role', byRole)}
</section>`
}

/** The specifications with failures come first. */
const groupByText = (results: readonly ReportedResult[]): readonly NamedResults[] =>
  groupInOrder(results, nameText)
    .map(([name, own]): NamedResults => [markup`${name}`, own])
    .toSorted(([, a], [, b]) => Number(hasFailures(b)) - Number(hasFailures(a)))

const hasFailures = (results: readonly ReportedResult[]): boolean => results.some(({ outcome }) => outcome === 'failed')

const renderTable = (caption: string, rows: readonly NamedResults[]): Markup => markup`
<table class="counts"><caption>${caption}</caption>
<thead><tr><th scope="col"><span class="visually-hidden">${caption}</span></th><th scope="col">failed</th><th scope="col">incon&shy;clusive</th><th scope="col">passed</th><th scope="col">not tested</th><td class="bar"></td></tr></thead>
<tbody>${rows.map(([name, own]) => renderRow(name, own))}</tbody></table>`

function renderRow(name: Markup, own: readonly ReportedResult[]): Markup {
  const count = (...outcomes: readonly ReportedResult['outcome'][]): number =>
    own.filter(({ outcome }) => outcomes.includes(outcome)).length
  const cells = [
    ['bad', count('failed', 'harnessError')],
    ['doubt', count('cantTell')],
    ['good', count('passed', 'passedNonStrict')],
    ['quiet', count('untested')],
  ] as const
  return markup`<tr><th scope="row">${name}</th>${cells.map(([tone, many]) => markup`<td class="${many > 0 ? tone : 'zero'}">${many}</td>`)}<td class="bar">${renderBar(cells)}</td></tr>`
}

/** Renders the numbers of a row as a bar. */
function renderBar(cells: readonly (readonly [string, number])[]): Markup {
  const all = cells.reduce((sum, [, many]) => sum + many, 0)
  const starts = cells.map((_, i) => cells.slice(0, i).reduce((sum, [, many]) => sum + many, 0))
  return markup`<svg viewBox="0 0 ${all} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">${cells.map(([tone, many], i) => when(many > 0, () => markup`<rect class="${tone}" x="${starts[i]}" width="${many}" height="1"/>`))}</svg>`
}
