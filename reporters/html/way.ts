import { isRight, messagesIn, type Probed } from '../../src/model/probe.ts'
import type { ResultTold, RunReport } from '../../src/model/run-report.ts'
import { counted } from '../lines.ts'
import { type Markup, markup, prose, when } from './markup.ts'
import { stepOf, steps } from './steps.ts'
import { grouped, inARow, isInTheWay, open, tellings } from './words.ts'

/** What stands between here and going live, by who has to mend it and where in the flow. */
export function inTheWay({ results, sessions, decisions, probes, verdict }: RunReport): Markup {
  // What failed where a message was lost may have failed for want of it.
  const items = verdict.result === 'unavailable' ? [] : results.filter(isInTheWay)
  const early = sessions.filter(({ ended }) => ended !== 'completed')
  const isAssumed = decisions.some(({ source }) => source === 'assumed')
  return markup`
<section aria-labelledby="way" class="part">
<h2 id="way">Between here and going live</h2>
${when(items.length + early.length === 0, () => markup`<p class="lead">Nothing of what was tested is in the way.${when(isAssumed, () => markup` What <a href="#assumed">was assumed</a> has to be confirmed.`)}</p>`)}
${grouped(early, ({ ended, reason = 'no reason is known' }) => `${ended}: ${reason}`).map(([how, some]) => ended(how, some))}
${grouped(items, ({ binds }) => binds).map(([role, own]) => byRole(role, own, probes))}
</section>`
}

/** Sessions that ended early, and in the same way. */
const ended = (how: string, some: RunReport['sessions']): Markup => {
  const names = inARow(some.map(({ session }) => session))
  const subject = some.length === 1 ? `Session ${names} was` : `Sessions ${names} were`
  return markup`<p class="early"><span class="sign doubt" aria-hidden="true">?</span> ${subject} ${how}.</p>`
}

function byRole(role: string, own: readonly ResultTold[], probes: readonly Probed[]): Markup {
  const wrong = own.filter(({ outcome }) => outcome !== 'cantTell')
  const unclear = own.filter(({ outcome }) => outcome === 'cantTell')
  const inOrder = wrong.toSorted((a, b) => steps.indexOf(stepOf(a)) - steps.indexOf(stepOf(b)))
  return markup`
<h3>${role === 'everyone' ? 'For everyone' : `For the ${role}`} <span class="quiet">${tallied(own)}</span></h3>
${grouped(inOrder, stepOf).map(([{ mark, name }, some]) =>
  listed(
    mark,
    name,
    some.map((each) => item(each, probes)),
  ),
)}
${when(unclear.length > 0, () =>
  listed(
    '?',
    'Cannot be told',
    grouped(unclear, reasonOf)
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(doubt),
  ),
)}`
}

const reasonOf = ({ reason = 'no reason was given' }: ResultTold): string => reason

const listed = (mark: string, name: string, items: readonly Markup[]): Markup =>
  markup`<h4 class="step stepped"><span class="mark" aria-hidden="true">${mark}</span><span>${name}</span></h4><ul class="items">${items}</ul>`

const tallied = (own: readonly ResultTold[]): string =>
  open
    .map((outcome) => [own.filter((each) => each.outcome === outcome).length, tellings[outcome].words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')

/** One requirement that failed, in the words of whoever has to decide. */
function item(result: ResultTold, probes: readonly Probed[]): Markup {
  const { id, text, outcome, passesUnder = [] } = result
  const { sign, tone, words } = tellings[outcome]
  const why = whyOf(result, probes)
  return markup`<li><span class="sign ${tone}" aria-hidden="true">${sign}</span><div><p><a href="#${id}">${id}</a> <span class="tag ${tone}">${words}</span></p><p>${prose(text)}</p>${when(why !== undefined, () => markup`<p class="quiet">${prose(why ?? '')}</p>`)}${when(passesUnder.length > 0, () => markup`<p class="quiet">It would pass under ${passesUnder.map((each) => markup`<code>${each}</code> `)}</p>`)}</div></li>`
}

/** Why it failed, in one line: of lies that were accepted how many, and one of them. */
function whyOf({ id, findings: [first], reason }: ResultTold, probes: readonly Probed[]): string | undefined {
  const own = probes.filter(({ shows }) => shows === id)
  const wrong = own.filter((each) => each.answer !== 'undecided' && !isRight(each))
  const [lie] = wrong
  if (lie)
    return `${messagesIn(wrong)} of ${counted(messagesIn(own), 'message')} ${messagesIn(wrong) === 1 ? 'was' : 'were'} not answered as it has to be; the first: ${lie.deed}, and it was ${lie.answer}${lie.amiss === undefined ? '' : `, ${lie.amiss}`}`
  return first ? (first.diagnosis ?? `expected ${first.expected}, got ${first.actual}`) : reason
}

/** Requirements that are put into a line before they are folded away. */
const most = 6

/** What cannot be told for one and the same reason. */
function doubt([reason, some]: readonly [string, readonly ResultTold[]]): Markup {
  const ids = markup`<p>${some.map(linked)}</p>`
  const shown =
    some.length > most ? markup`<details><summary>${some.length} requirements</summary>${ids}</details>` : ids
  return markup`<li><span class="sign doubt" aria-hidden="true">?</span><div><p>${prose(reason)}</p>${shown}</div></li>`
}

/** The id of a requirement, which leads to it. */
export const linked = ({ id }: Pick<ResultTold, 'id'>): Markup => markup`<a href="#${id}">${id}</a> `
