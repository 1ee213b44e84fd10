import { isRight, messagesIn, type Probed } from '../../src/model/probe.ts'
import { counted } from '../lines.ts'
import { deedOf, reference } from './deed.ts'
import { type Markup, markup, type Part, prose, when } from './markup.ts'
import type { Setting } from './requirement.ts'
import { grouped } from './words.ts'

/** Everything that was put before those under test: what went wrong first, then the rest by judge and requirement. */
export function probes(setting: Setting): Markup {
  const all = setting.report.probes
  const wrong = all.filter((each) => !isRight(each))
  const amiss = wrong.filter(({ answer, expected }) => answer === expected)
  const wrongly = (how: Probed['answer']) =>
    wrong.filter(({ answer, expected }) => answer === how && answer !== expected)
  return markup`
<section aria-labelledby="probes" class="part">
<h2 id="probes">What was put before those under test</h2>
<p class="lead">${all.length === 0 ? 'Nothing: this run told no lies.' : markup`Beside honest messages, ${counted(messagesIn(all), 'message')} of liars and strangers; ${right(all)} were answered as they have to be.`}</p>
${list('Lies that were accepted', 'bad', wrongly('accepted'), setting)}${list('Legal messages that were refused', 'bad', wrongly('refused'), setting)}${list('Right answers in a wrong form', 'bad', amiss, setting)}${list('Undecided', 'doubt', wrongly('undecided'), setting)}
${grouped(all, ({ judge }) => judge).map(([judge, own]) => byJudge(judge, own, setting))}
</section>`
}

const list = (title: string, tone: string, some: readonly Probed[], setting: Setting): Part =>
  when(
    some.length > 0,
    () =>
      markup`<h3 class="${tone}">${title}: ${messagesIn(some)}</h3><ul class="deeds">${some.map((each) => markup`<li>${deedOf(each, setting.known)}${placeOf(each, setting)}</li>`)}</ul>`,
  )

const placeOf = ({ session }: Probed, { scenes }: Setting): Part => {
  if (session === undefined) return
  const scene = scenes.find((each) => each.session === session)
  return scene
    ? markup` <a class="quiet" href="#${scene.anchor}">session ${session}</a>`
    : markup` <span class="quiet">session ${session} of the record</span>`
}

const right = (some: readonly Probed[]): number => messagesIn(some.filter(isRight))

function byJudge(judge: string, own: readonly Probed[], { known }: Setting): Markup {
  const groups = grouped(own, ({ breaks, shows }) => breaks ?? shows).toSorted(
    ([, a], [, b]) => wrongIn(b) - wrongIn(a),
  )
  return markup`
<h3>Before the ${judge}: ${right(own)} of ${messagesIn(own)} as it has to be</h3>
<details class="all"><summary>By the requirement that is broken: ${groups.length}</summary>
<table><thead><tr><th scope="col">Breaks</th><th scope="col">Put</th><th scope="col">Right</th><th scope="col">What was done</th></tr></thead>
<tbody>${groups.map(([id, some]) => markup`<tr><th scope="row">${reference(id, known)}</th><td>${messagesIn(some)}</td><td>${right(some)}</td><td>${some.map((each) => markup`<span class="place">${answered(each)} ${prose(each.deed)}</span>`)}</td></tr>`)}</tbody></table></details>`
}

const wrongIn = (some: readonly Probed[]): number => messagesIn(some) - right(some)

const answered = (probed: Probed): Part =>
  isRight(probed)
    ? probed.answer === 'refused'
      ? undefined
      : markup`<span class="tag good">rightly accepted</span>`
    : markup`<span class="tag ${probed.answer === 'undecided' ? 'doubt' : 'bad'}">${probed.answer}${when(probed.amiss !== undefined, () => `, ${probed.amiss}`)}</span>`
