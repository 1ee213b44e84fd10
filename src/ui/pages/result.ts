import { findResultId, isHandledCorrectly, type ProbeResult } from '../../../model/probe.ts'
import type { ReportedCause, ReportedResult, RunReport } from '../../../model/run-report.ts'
import { mapWaiting } from '../../../reporters/causes.ts'
import { groupInOrder } from '../../../reporters/html/grouping.ts'
import { type Markup, type MarkupPart, markup, prose, when } from '../../../reporters/html/markup.ts'
import { describeCause } from '../../../reporters/html/open-issues.ts'
import { isOpenIssue, outcomeStyles } from '../../../reporters/html/outcomes.ts'
import { describeProbe } from '../../../reporters/html/probe-text.ts'
import { countWaiting, groupByFailure, isEarlyEnd, listCauses, nameCause } from '../../../reporters/text/causes.ts'
import { capitalize, formatCount } from '../../../reporters/text/wording.ts'
import { renderRowActs } from './acts.ts'
import type { ConsoleContext } from './layout.ts'

/** Renders what is to be done after a run: what ended early, what failed, and what could not be judged. */
export function renderResult(report: RunReport, name: string, context: ConsoleContext): Markup {
  const waiting = mapWaiting(report)
  const ids = new Set(report.results.map(({ id }) => id))
  const probes = Map.groupBy(report.probes, (each) => findResultId(each, ids))
  const unjudged = groupByFailure(report)
  const issues = report.results.filter((each) => isOpenIssue(each) && !waiting.has(each.id))
  const failed = issues.filter(({ outcome }) => outcome !== 'cantTell')
  const inconclusive = issues.filter(({ outcome }) => outcome === 'cantTell')
  const early = listCauses(report).filter(isEarlyEnd)
  return markup`
<section class="part" aria-labelledby="issues">
<h2 id="issues">What to do</h2>
${when(issues.length + early.length === 0, () => markup`<p class="lead">Nothing that is required failed or is inconclusive.</p>`)}
<ul class="items">${early.map((cause) => renderEarlyEnd(cause, context))}${failed.map((each) => renderFailure(each, { probes: probes.get(each.id) ?? [], waiting: unjudged.get(each.id)?.waiting ?? [] }, context))}${groupInOrder(inconclusive, ({ reason = 'no reason was recorded' }) => reason).map(([reason, some]) => renderInconclusive(reason, some, context))}</ul>
<p><a href="${context.base}/runs/${encodeURIComponent(name)}/report">Open the full report</a>: every requirement, probe and message.${when(report.verdict.claimable, () => markup` <a href="${context.base}/claim/${encodeURIComponent(name)}">Claim conformance</a>`)}</p>
</section>`
}

/** Renders a session that ended early, with the settings that are probably wrong. */
const renderEarlyEnd = (cause: ReportedCause, { base }: ConsoleContext): Markup =>
  markup`<li><span class="sign bad" aria-hidden="true">✕</span><div><p>${prose(capitalize(nameCause(cause)))}</p>
${when(cause.settings.length > 0, () => markup`<p class="quiet">Probably wrong: ${cause.settings.map((each, i) => markup`${when(i > 0, () => ' or ')}<code>${each}</code>`)}</p>`)}
${renderWaiting(cause.waiting, base)}</div></li>`

/** Renders what could not be judged because of something. */
const renderWaiting = (waiting: readonly string[], base: string): MarkupPart =>
  when(
    waiting.length > 0,
    () => markup`<details><summary>${countWaiting({ waiting })}</summary>${renderIds(waiting, base)}</details>`,
  )

const renderIds = (ids: readonly string[], base: string): Markup =>
  markup`<p>${ids.map((id) => markup`<a class="explain" href="${base}/explain/${encodeURIComponent(id)}">${id}</a> `)}</p>`

/** Probes of one requirement that are shown. */
const mostProbes = 3

/** What belongs to a failure: the probes that count for it, and what could not be judged because of it. */
interface Surroundings {
  readonly probes: readonly ProbeResult[]
  readonly waiting: readonly string[]
}

function renderFailure(result: ReportedResult, { probes, waiting }: Surroundings, context: ConsoleContext): Markup {
  const { id, text, outcome, passesUnder = [], consequence, followsFrom } = result
  const { sign, tone, label } = outcomeStyles[outcome]
  const cause = describeCause(result, probes)
  return markup`<li><span class="sign ${tone}" aria-hidden="true">${sign}</span><div><p><span class="name">${id}</span> <span class="tag ${tone}">${label}</span></p><p>${prose(text)}</p>${when(cause !== undefined, () => markup`<p class="quiet">${prose(cause ?? '')}</p>`)}<p class="quiet">${prose(consequence.text)}</p>${when(followsFrom !== undefined, () => markup`<p class="quiet">It may follow from ${followsFrom?.id}</p>`)}${when(passesUnder.length > 0, () => markup`<p class="quiet">Passes with ${passesUnder.map((each) => markup`<code>${each}</code> `)}</p>`)}${renderWaiting(waiting, context.base)}${renderProbes(probes)}${renderRowActs(id, context)}</div></li>`
}

/** Renders the messages that were not handled as they should be. */
function renderProbes(probes: readonly ProbeResult[]): MarkupPart {
  const wrong = probes.filter((each) => !isHandledCorrectly(each))
  if (wrong.length === 0) return
  return markup`<details><summary>${formatCount(wrong.length, 'message')} not handled correctly</summary><ul class="probe-list">${wrong.slice(0, mostProbes).map((each) => markup`<li>${describeProbe(each)}</li>`)}${when(wrong.length > mostProbes, () => markup`<li class="quiet">and ${wrong.length - mostProbes} more, in the report</li>`)}</ul></details>`
}

/** Requirements that are listed before the list is folded. */
const maxListed = 6

function renderInconclusive(reason: string, some: readonly ReportedResult[], { base }: ConsoleContext): Markup {
  const ids = renderIds(
    some.map(({ id }) => id),
    base,
  )
  return markup`<li><span class="sign doubt" aria-hidden="true">?</span><div><p>${prose(reason)}</p>${some.length > maxListed ? markup`<details><summary>${some.length} requirements</summary>${ids}</details>` : ids}</div></li>`
}
