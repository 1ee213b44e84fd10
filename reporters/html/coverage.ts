import type { Outcome } from '../../src/model/report.ts'
import { outcomes } from '../../src/model/report.ts'
import type { ResultTold } from '../../src/model/run-report.ts'
import { type Markup, markup } from './markup.ts'
import { grouped, tellings } from './words.ts'

/** Every requirement as a small square with the sign of its outcome, by section. Each leads to the requirement. */
export const coverage = (results: readonly ResultTold[]): Markup => markup`
<section aria-labelledby="coverage" class="part">
<h2 id="coverage">Coverage</h2>
<p class="lead">One square for each requirement, by section. <span class="scripted keys">Arrow keys go from square to square.</span></p>
<ul class="legend" aria-label="Legend">${outcomes.filter((each) => count(results, each) > 0).map((each) => markup`<li>${square(each)} ${tellings[each].words} <b>${count(results, each)}</b></li>`)}</ul>
<div class="map">${bySection(results).map(([section, own]) => markup`<div class="row"><h3>${section}</h3><ul aria-label="Section ${section}">${own.map(cell)}</ul></div>`)}</div>
</section>`

const count = (results: readonly ResultTold[], outcome: Outcome): number =>
  results.filter((each) => each.outcome === outcome).length

/** Results by section, in the order of the document. */
export const bySection = (results: readonly ResultTold[]): readonly (readonly [string, readonly ResultTold[]])[] =>
  grouped(results, ({ section }) => section).toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))

const square = (outcome: Outcome): Markup =>
  markup`<span class="square ${outcome}" aria-hidden="true">${tellings[outcome].sign}</span>`

const cell = ({ id, outcome, text }: ResultTold): Markup =>
  markup`<li><a class="square ${outcome}" href="#${id}" title="${text}" aria-label="${id}, ${tellings[outcome].words}">${tellings[outcome].sign}</a></li>`
