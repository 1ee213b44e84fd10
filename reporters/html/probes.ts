import { countMessages, isHandledCorrectly, type ProbeResult } from '../../model/probe.ts'
import { formatCount } from '../text/wording.ts'
import { groupInOrder } from './grouping.ts'
import { type Markup, type MarkupPart, markup, prose, when } from './markup.ts'
import type { PageContext } from './page-context.ts'
import { describeProbe, linkRequirement } from './probe-text.ts'

/** Renders all probes: first those that were not handled correctly, then all by receiver and requirement. */
export function renderProbes(context: PageContext): Markup {
  const { probes } = context.report
  const wrong = probes.filter((each) => !isHandledCorrectly(each))
  const flawed = wrong.filter(({ answer, expected }) => answer === expected)
  const selectWrong = (answer: ProbeResult['answer']) =>
    wrong.filter((each) => each.answer === answer && each.answer !== each.expected)
  return markup`
<section aria-labelledby="probes" class="part">
<h2 id="probes">Probes</h2>
<p class="lead">${describeProbes(probes)}</p>
${renderList('Invalid messages that were accepted', 'bad', selectWrong('accepted'), context)}${renderList('Valid messages that were rejected', 'bad', selectWrong('refused'), context)}${renderList('Correct decisions with a wrong response', 'bad', flawed, context)}${renderList('Inconclusive probes', 'doubt', selectWrong('inconclusive'), context)}
${groupInOrder(probes, ({ receiver }) => receiver).map(([receiver, own]) => renderReceiver(receiver, own, context))}
</section>`
}

function describeProbes(probes: readonly ProbeResult[]): string {
  if (probes.length === 0) return 'None: this run sent valid messages only.'
  const invalid = countMessages(probes.filter(({ expected }) => expected === 'refused'))
  const valid = countMessages(probes) - invalid
  const correct = countMessages(probes.filter(isHandledCorrectly))
  return `Besides the valid sessions, the run sent ${formatCount(invalid, 'invalid message')}, which must be rejected, and ${formatCount(valid, 'unusual but valid message')}, which must be accepted. ${correct} of ${invalid + valid} were handled correctly.`
}

const renderList = (title: string, tone: string, probes: readonly ProbeResult[], context: PageContext): MarkupPart =>
  when(
    probes.length > 0,
    () =>
      markup`<h3 class="${tone}">${title}: ${countMessages(probes)}</h3><ul class="probe-list">${probes.map((each) => markup`<li>${describeProbe(each, context.known)}${linkSession(each, context)}</li>`)}</ul>`,
  )

const linkSession = ({ session }: ProbeResult, { sessions }: PageContext): MarkupPart => {
  if (session === undefined) return
  const recorded = sessions.find((each) => each.session === session)
  return recorded
    ? markup` <a class="quiet" href="#${recorded.anchor}">session ${session}</a>`
    : markup` <span class="quiet">session ${session} of the record</span>`
}

const countCorrect = (probes: readonly ProbeResult[]): number => countMessages(probes.filter(isHandledCorrectly))

const countWrong = (probes: readonly ProbeResult[]): number => countMessages(probes) - countCorrect(probes)

function renderReceiver(receiver: string, own: readonly ProbeResult[], { known }: PageContext): Markup {
  const groups = groupInOrder(own, ({ breaks, requirement }) => breaks ?? requirement).toSorted(
    ([, a], [, b]) => countWrong(b) - countWrong(a),
  )
  return markup`
<h3>Probes of the ${receiver}: ${countCorrect(own)} of ${countMessages(own)} handled correctly</h3>
<details class="all"><summary>By requirement: ${groups.length}</summary>
<table><thead><tr><th scope="col">Requirement</th><th scope="col">Sent</th><th scope="col">Correct</th><th scope="col">What the sender does</th></tr></thead>
<tbody>${groups.map(([id, some]) => markup`<tr><th scope="row">${linkRequirement(id, known)}</th><td>${countMessages(some)}</td><td>${countCorrect(some)}</td><td>${some.map((each) => markup`<span class="place">${renderTag(each)} ${prose(each.description)}</span>`)}</td></tr>`)}</tbody></table></details>`
}

/** Renders what a receiver did, unless it rejected an invalid message. */
function renderTag(probe: ProbeResult): MarkupPart {
  const { answer, wrong } = probe
  if (isHandledCorrectly(probe))
    return answer === 'refused' ? undefined : markup`<span class="tag good">accepted, correctly</span>`
  const label = { accepted: 'accepted', refused: 'rejected', inconclusive: 'inconclusive' }[answer]
  return markup`<span class="tag ${answer === 'inconclusive' ? 'doubt' : 'bad'}">${label}${when(wrong !== undefined, () => `, but ${wrong}`)}</span>`
}
