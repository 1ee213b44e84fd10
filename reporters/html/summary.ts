import type { RunReport } from '../../model/run-report.ts'
import { isDeciding } from '../text/verdict.ts'
import { renderDefaults } from './defaults.ts'
import { type Headline, writeHeadline } from './headline.ts'
import { type Markup, markup, when } from './markup.ts'
import { renderOpenIssues } from './open-issues.ts'
import { renderOverview } from './overview.ts'
import { renderReliability } from './reliability.ts'
import { renderRunFacts } from './run-facts.ts'
import { renderUntested } from './untested.ts'

/** Renders the view for decision makers: the verdict, the open issues, and what the verdict depends on. */
export const renderSummary = (report: RunReport): Markup => markup`
${renderVerdict(report, writeHeadline(report))}
${renderOpenIssues(report)}
${renderOverview(report)}
${renderReliability(report)}
${renderDefaults(report)}
${renderUntested(report)}
${renderRunFacts(report)}`

/** Reasons that the page explains elsewhere. */
const explained: readonly string[] = ['failed', 'inconclusive', 'stopped', 'unavailable']

const renderVerdict = ({ verdict }: RunReport, { tone, text, sentences }: Headline): Markup => {
  const reasons = verdict.reasons.filter((reason) => isDeciding(reason) && !explained.includes(reason.code))
  return markup`
<section aria-labelledby="verdict" class="verdict ${tone}">
<h1 id="verdict">${text}</h1>
<p>${sentences.map((each) => `${each} `)}</p>
${when(reasons.length > 0, () => markup`<ul class="reasons">${reasons.map((reason) => markup`<li>${reason.text}</li>`)}</ul>`)}
</section>`
}
