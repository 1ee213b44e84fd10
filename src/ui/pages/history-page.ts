import type { RunVerdict } from '../../../model/run-report.ts'
import { type Markup, markup, prose, when } from '../../../reporters/html/markup.ts'
import { verdictLabels } from '../../../reporters/text/labels.ts'
import { capitalize, formatCount, formatDuration, listAll } from '../../../reporters/text/wording.ts'
import type { Changed, Difference } from '../../compare/diff.ts'
import { changeTitles, describeCause, describeOutcome } from '../../compare/diff-lines.ts'
import type { PastRun } from '../history.ts'
import { renderRowActs } from './acts.ts'
import { type ConsoleContext, renderTitle } from './layout.ts'

/** Renders the runs of the folder, with the choice of two to compare. */
export function renderHistoryPage(runs: readonly PastRun[], folder: string, context: ConsoleContext): Markup {
  const title = renderTitle('History', markup`Every run in <code>${folder}</code>, the latest first.`)
  if (runs.length === 0) return markup`${title}<p>No runs yet. <a href="${context.base}/">Start one.</a></p>`
  const canCompare = runs.length > 1
  return markup`${title}
<form method="get" action="${context.base}/compare">
<table class="past"><caption class="visually-hidden">Runs</caption><thead><tr><th scope="col">Earlier</th><th scope="col">Later</th><th scope="col">Run</th><th scope="col">Verdict</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Inconclusive</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Not tested</th></tr></thead>
<tbody>${runs.map((run, i) => renderRun(run, i, canCompare, context))}</tbody></table>
${when(canCompare, () => markup`<p class="act"><button class="first">Compare</button></p>`)}
</form>`
}

const tones: Readonly<Record<RunVerdict, string>> = {
  conformant: 'good',
  nonconformant: 'bad',
  unsafe: 'bad',
  inconclusive: 'doubt',
  unavailable: 'doubt',
  harnessError: 'bad',
  interrupted: 'doubt',
}

function renderRun(run: PastRun, place: number, canCompare: boolean, { base }: ConsoleContext): Markup {
  const { name, startedAt, milliseconds, result, claimable, counts, only, profile } = run
  const time = `${startedAt.slice(0, 10)} ${startedAt.slice(11, 19)} UTC`
  const pick = (side: 'before' | 'after', isChecked: boolean): Markup =>
    markup`<td class="pick" data-name="${side === 'before' ? 'Earlier' : 'Later'}">${when(canCompare, () => markup`<input type="radio" name="${side}" id="${side}-${place}" value="${name}"${when(isChecked, () => markup` checked`)} aria-label="${side === 'before' ? 'Earlier' : 'Later'}: ${time}">`)}</td>`
  const number = (title: string, count: number): Markup => markup`<td class="number" data-name="${title}">${count}</td>`
  const words = [
    nameTested(run),
    `profile ${profile}`,
    formatDuration(milliseconds),
    ...(only.length > 0 ? [`only ${only.join(', ')}`] : []),
  ]
  return markup`<tr>${pick('before', place === 1)}${pick('after', place === 0)}<td class="what"><a href="${base}/runs/${encodeURIComponent(name)}/report">${time}</a> <span class="place quiet">${words.join(' · ')}</span>${when(claimable, () => markup` <a href="${base}/claim/${encodeURIComponent(name)}" aria-label="Claim the run of ${time}">Claim</a>`)}</td><td data-name="Verdict"><span class="tag ${result === 'conformant' && !claimable ? 'doubt' : tones[result]}">${capitalize(verdictLabels[result].toLowerCase())}${result === 'conformant' && !claimable ? ' provisionally' : ''}</span></td>${number('Failed', counts.failed)}${number('Inconclusive', counts.inconclusive)}${number('Passed', counts.passed)}${number('Not tested', counts.untested)}</tr>`
}

/** Names what a run tested. */
function nameTested({ subject, actors }: PastRun): string {
  const product = [subject.vendor, subject.product, subject.version].filter((part) => part !== undefined).join(' ')
  if (product !== '') return product
  const roles = actors.filter(({ url }) => url !== undefined).map(({ role }) => `the ${role}`)
  return roles.length === 0 ? 'the reference actors' : listAll(roles)
}

/** Two runs, and what differs. */
export interface Comparison {
  readonly before: PastRun
  readonly after: PastRun
  readonly difference: Difference
}

/** Renders what changed from one run to another. */
export function renderComparison({ before, after, difference }: Comparison, context: ConsoleContext): Markup {
  const { changed, same } = difference
  const time = ({ startedAt }: PastRun): string => `${startedAt.slice(0, 10)} ${startedAt.slice(11, 19)}`
  return markup`${renderTitle('Comparison', `The runs of ${time(before)} and ${time(after)} (UTC).`)}
${when(changed.length === 0, () => markup`<p>Nothing changed.</p>`)}
${Object.entries(changeTitles).map(([change, [title, tone]]) => {
  const own = changed.filter((each) => each.change === change)
  return when(
    own.length > 0,
    () =>
      markup`<section class="part" aria-labelledby="change-${tone}-${own.length}"><h2 id="change-${tone}-${own.length}">${capitalize(title)} <span class="quiet">${own.length}</span></h2><ul class="items">${own.map((each) => renderChanged(each, tone, context))}</ul></section>`,
  )
})}
<p class="quiet">${formatCount(same, 'requirement')} unchanged. <button type="button" class="small print" hidden>Print</button> <a href="${context.base}/history">Compare others</a></p>`
}

const renderChanged = (changed: Changed, tone: string, context: ConsoleContext): Markup =>
  markup`<li><span class="sign ${tone}" aria-hidden="true">${{ bad: '✕', doubt: '?', good: '✓' }[tone] ?? '·'}</span><div><p><span class="name">${changed.id}</span> ${describeOutcome(changed.before)} → ${describeOutcome(changed.after)}, caused by ${describeCause(changed)}</p><p class="quiet">${prose(changed.text)}</p>${renderRowActs(changed.id, context)}</div></li>`
