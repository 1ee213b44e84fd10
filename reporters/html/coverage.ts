import { type Outcome, outcomes } from '../../model/report.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { groupInOrder } from './grouping.ts'
import { type Markup, markup } from './markup.ts'
import { outcomeStyles } from './outcomes.ts'

/** Renders every requirement as a small square with the sign of its outcome, by section. Each is a link. */
export const renderCoverage = (results: readonly ReportedResult[]): Markup => markup`
<section aria-labelledby="coverage" class="part">
<h2 id="coverage">Coverage</h2>
<p class="lead">One square for each requirement, by section. <span class="scripted keys">Use the arrow keys to move between squares.</span></p>
<ul class="legend" aria-label="Legend">${outcomes.filter((each) => results.some(({ outcome }) => outcome === each)).map((each) => markup`<li>${renderSquare(each)} ${outcomeStyles[each].label}</li>`)}</ul>
<div class="map">${groupByNumber(results).map(([section, own]) => markup`<div class="row"><h3>${section}</h3><ul aria-label="Section ${section}">${own.map(renderCell)}</ul></div>`)}</div>
</section>`

/** Groups results by section number, in the order of the document. */
export const groupByNumber = (
  results: readonly ReportedResult[],
): readonly (readonly [string, readonly ReportedResult[]])[] =>
  groupInOrder(results, ({ section }) => section).toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))

const renderSquare = (outcome: Outcome): Markup =>
  markup`<span class="square ${outcome}" aria-hidden="true">${outcomeStyles[outcome].sign}</span>`

const renderCell = ({ id, outcome, text }: ReportedResult): Markup =>
  markup`<li><a class="square ${outcome}" href="#${id}" title="${text}" aria-label="${id}, ${outcomeStyles[outcome].label}">${outcomeStyles[outcome].sign}</a></li>`
