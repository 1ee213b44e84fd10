import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { countRequired, selectTested } from '../result-status.ts'
import { formatCount } from '../text/wording.ts'
import { groupInOrder } from './grouping.ts'
import { type Markup, markup, prose, when } from './markup.ts'
import { linkId } from './open-issues.ts'

/** Reasons that are listed before the list is folded. */
const maxListed = 6

/** Renders the requirements that this run did not test, by their reason. */
export function renderUntested(report: RunReport): Markup {
  const { sessions, selection } = report
  const untested = selectTested(report).filter(
    ({ outcome, force }) => (outcome === 'untested' || outcome === 'inapplicable') && force !== 'gap',
  )
  const groups = groupInOrder(untested, ({ reason = 'no reason was recorded' }) => reason).toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  return markup`
<section aria-labelledby="untested" class="part">
<h2 id="untested">What was not tested, and why</h2>
<p class="lead">${untested.length === 0 ? 'Everything was tested.' : describeUntested(report)}${when(!selection.complete, () => ' Only some of the requirements were selected.')} The run had ${formatCount(sessions.length, 'valid session')}.</p>
<ul class="reason-list">${groups.slice(0, maxListed).map(renderReason)}</ul>
${when(groups.length > maxListed, () => markup`<details><summary>${formatCount(groups.length - maxListed, 'more reason')}</summary><ul class="reason-list">${groups.slice(maxListed).map(renderReason)}</ul></details>`)}
</section>`
}

/** Counts what is required; the list below has recommendations as well. */
function describeUntested(report: RunReport): string {
  const { untested, inapplicable } = countRequired(report)
  const tested = `${formatCount(untested, 'requirement was', 'requirements were')} not tested`
  return `${tested}, and ${inapplicable} ${inapplicable === 1 ? 'does' : 'do'} not apply. Recommendations are listed with them.`
}

const renderReason = ([reason, some]: readonly [string, readonly ReportedResult[]]): Markup =>
  some.length === 1
    ? markup`<li><p>${prose(reason)} <a href="#${some[0]?.id}">${some[0]?.id}</a></p></li>`
    : markup`<li><details><summary><strong>${some.length}</strong> ${prose(reason)}</summary><p>${some.map(linkId)}</p></details></li>`
