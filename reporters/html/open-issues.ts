import { isStandardProfile } from '../../model/decision.ts'
import { countMessages, findResultId, isHandledCorrectly, type ProbeResult } from '../../model/probe.ts'
import type { ReportedCause, ReportedResult, RunReport } from '../../model/run-report.ts'
import { mapWaiting } from '../causes.ts'
import { listAccepted, listFailures } from '../result-status.ts'
import { countWaiting, groupByFailure, isEarlyEnd, listCauses, nameCause } from '../text/causes.ts'
import { baselineHint, describeWaiting, listKnownFailures } from '../text/known-failures.ts'
import { capitalize, formatCount } from '../text/wording.ts'
import { type FlowStep, findFlowStep } from './flow-steps.ts'
import { groupInOrder, nameText } from './grouping.ts'
import { type Markup, type MarkupPart, markup, prose, when } from './markup.ts'
import { isOpenIssue, openOutcomes, outcomeStyles } from './outcomes.ts'

/** Renders what keeps the targets from passing, by role and by step of the flow. */
export function renderOpenIssues(report: RunReport): Markup {
  const { results, decisions, probes, verdict } = report
  const ids = new Set(results.map(({ id }) => id))
  const probesById = Map.groupBy(probes, (each) => findResultId(each, ids))
  const accepted = listAccepted(report)
  const waiting = mapWaiting(report)
  // Where the target was unavailable, a failure may have the missing message as its cause.
  const issues =
    verdict.result === 'unavailable'
      ? []
      : [...listFailures(report), ...results.filter(({ outcome }) => outcome !== 'failed')].filter(
          (each) => isOpenIssue(each) && !accepted.has(each.id) && !waiting.has(each.id),
        )
  const early = listCauses(report).filter(isEarlyEnd)
  const hasDefaults = decisions.some(({ source }) => source === 'default')
  return markup`
<section aria-labelledby="issues" class="part">
<h2 id="issues">Open issues</h2>
${when(issues.length + early.length === 0, () => markup`<p class="lead">None.${when(hasDefaults, () => markup` Before you claim conformance, confirm the <a href="#defaults">decisions that were left at their defaults</a>.`)}</p>`)}
${when(early.length > 0, () => markup`<ul class="items">${early.map(renderEarlyEnd)}</ul>`)}
${groupInOrder(issues, ({ binds }) => binds).map(([role, own]) => renderRole(role, own, { profile: report.profile, probes: probesById, unjudged: groupByFailure(report) }))}
${renderKnownFailures(report)}
</section>`
}

/** Renders what became of the known failures, if a baseline was given. */
function renderKnownFailures(report: RunReport): Markup {
  const waiting = describeWaiting(report)
  const items = listKnownFailures(report).map(({ id, state, text }) => {
    const [sign, tone] = state === 'matched' ? ['≈', 'quiet'] : ['!', 'doubt']
    return markup`<li><span class="sign ${tone}" aria-hidden="true">${sign}</span><div><p>${linkId({ id })}</p><p>${prose(text)}</p></div></li>`
  })
  if (items.length === 0) return markup``
  return markup`
<h3>Known failures</h3><ul class="items">${items}</ul>
${when(waiting !== '', () => markup`<p class="quiet">${prose(waiting)}</p>`)}
${when(report.verdict.exitCode === 6, () => markup`<p>${prose(capitalize(baselineHint))}.</p>`)}`
}

/** Renders sessions that ended early, with the settings that are probably wrong, and what waits for them. */
const renderEarlyEnd = (
  cause: ReportedCause,
): Markup => markup`<li class="early"><span class="sign bad" aria-hidden="true">✕</span><div><p>${prose(capitalize(nameCause(cause)))}</p>
${when(cause.settings.length > 0, () => markup`<p class="quiet">Probably wrong: ${cause.settings.map((each, i) => markup`${when(i > 0, () => ' or ')}<code>${each}</code>`)}</p>`)}
${renderWaiting(cause.waiting)}</div></li>`

const renderWaiting = (waiting: readonly string[]): MarkupPart =>
  when(
    waiting.length > 0,
    () =>
      markup`<details><summary>${countWaiting({ waiting })}</summary><p>${waiting.map((id) => linkId({ id }))}</p></details>`,
  )

/** What the results of a role are shown with. */
interface Surroundings {
  readonly profile: string
  readonly probes: ReadonlyMap<string, readonly ProbeResult[]>
  readonly unjudged: ReturnType<typeof groupByFailure>
}

function renderRole(role: string, own: readonly ReportedResult[], around: Surroundings): Markup {
  const failed = own.filter(({ outcome }) => outcome !== 'cantTell')
  const inconclusive = own.filter(({ outcome }) => outcome === 'cantTell')
  const byStep = isStandardProfile(around.profile) ? groupByText(failed) : groupByStep(failed)
  const byReason = groupInOrder(inconclusive, ({ reason = 'no reason was recorded' }) => reason)
  const mostFirst = byReason.toSorted(([, a], [, b]) => b.length - a.length)
  return markup`
<h3>${role === 'everyone' ? 'All roles' : capitalize(role)} <span class="quiet">${countOutcomes(own)}</span></h3>
${byStep.map(([{ mark, name }, some]) =>
  renderList(
    mark,
    name,
    some.map((each) => renderFailure(each, around)),
  ),
)}
${when(inconclusive.length > 0, () => renderList('?', 'Inconclusive', mostFirst.map(renderInconclusive)))}`
}

type SteppedResults = readonly (readonly [FlowStep, readonly ReportedResult[]])[]

/** By the step of the flow; the step with the worst failure comes first. */
const groupByStep = (failed: readonly ReportedResult[]): SteppedResults => groupInOrder(failed, findFlowStep)

/** By the published text. */
const groupByText = (failed: readonly ReportedResult[]): SteppedResults =>
  groupInOrder(failed, nameText).map(([name, some]) => [{ mark: '§', name }, some])

const renderList = (mark: string, name: string, items: readonly Markup[]): Markup =>
  markup`<h4 class="step stepped"><span class="mark" aria-hidden="true">${mark}</span><span>${name}</span></h4><ul class="items">${items}</ul>`

const countOutcomes = (own: readonly ReportedResult[]): string =>
  openOutcomes
    .map((outcome) => [own.filter((each) => each.outcome === outcome).length, outcomeStyles[outcome].label] as const)
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count} ${label}`)
    .join(', ')

/** Renders a failed requirement for a reader who decides. */
function renderFailure(result: ReportedResult, { probes, unjudged }: Surroundings): Markup {
  const { id, text, outcome, followsFrom, passesUnder = [] } = result
  const { sign, tone, label } = outcomeStyles[outcome]
  const cause = describeCause(result, probes.get(id) ?? [])
  return markup`<li><span class="sign ${tone}" aria-hidden="true">${sign}</span><div><p><a href="#${id}">${id}</a> <span class="tag ${tone}">${label}</span></p><p>${prose(text)}</p>${when(cause !== undefined, () => markup`<p class="quiet">${prose(cause ?? '')}</p>`)}${when(followsFrom !== undefined, () => markup`<p class="quiet">It may follow from ${followsFrom && linkId(followsFrom)}</p>`)}${when(passesUnder.length > 0, () => markup`<p class="quiet">Passes with ${passesUnder.map((each) => markup`<code>${each}</code> `)}</p>`)}${renderWaiting(unjudged.get(id)?.waiting ?? [])}</div></li>`
}

/** Describes in one line why a requirement failed; of probes the count and the first one. */
export function describeCause({ findings: [first], reason }: ReportedResult, own: readonly ProbeResult[]) {
  const wrong = own.filter((each) => each.answer !== 'inconclusive' && !isHandledCorrectly(each))
  const [probe] = wrong
  if (!probe) return first ? (first.diagnosis ?? `expected ${first.expected}, actual ${first.actual}`) : reason
  const reaction = probe.answer === 'accepted' ? 'accepted' : 'rejected'
  const flaw = probe.wrong === undefined ? '' : `, but ${probe.wrong}`
  if (probe.actual !== undefined) return `${probe.description}: ${probe.actual}`
  const count = `${countMessages(wrong)} of ${formatCount(countMessages(own), 'probe')}`
  return `${count} not handled correctly, for example: the sender ${probe.description}, and the message was ${reaction}${flaw}`
}

/** Requirements that are listed before the list is folded. */
const maxListed = 6

/** Renders the requirements that are inconclusive for one reason. */
function renderInconclusive([reason, some]: readonly [string, readonly ReportedResult[]]): Markup {
  const ids = markup`<p>${some.map(linkId)}</p>`
  const shown =
    some.length > maxListed ? markup`<details><summary>${some.length} requirements</summary>${ids}</details>` : ids
  return markup`<li><span class="sign doubt" aria-hidden="true">?</span><div><p>${prose(reason)}</p>${shown}</div></li>`
}

/** The id of a requirement, as a link to it. */
export const linkId = ({ id }: Pick<ReportedResult, 'id'>): Markup => markup`<a href="#${id}">${id}</a> `
