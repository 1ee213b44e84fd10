import type { Probed } from '../../src/model/probe.ts'
import { counted } from '../lines.ts'
import { deedOf, reference } from './deed.ts'
import { type Markup, markup, type Part, prose, when } from './markup.ts'
import type { Setting } from './requirement.ts'
import { grouped } from './words.ts'

/** Everything that was put before those under test: what went wrong first, then the rest by judge and requirement. */
export function probes(setting: Setting): Markup {
  const all = setting.report.probes
  const wrong = all.filter(({ answer, expected }) => answer !== expected)
  const accepted = wrong.filter(({ answer }) => answer === 'accepted')
  const refused = wrong.filter(({ answer }) => answer === 'refused')
  const undecided = wrong.filter(({ answer }) => answer === 'undecided')
  return markup`
<section aria-labelledby="probes" class="part">
<h2 id="probes">What was put before those under test</h2>
<p class="lead">${all.length === 0 ? 'Nothing: this run told no lies.' : markup`Beside honest messages, ${counted(all.length, 'message')} of liars and strangers; ${all.length - wrong.length} were answered as they have to be.`}</p>
${list('Lies that were accepted', 'bad', accepted, setting)}${list('Legal messages that were refused', 'bad', refused, setting)}${list('Undecided', 'doubt', undecided, setting)}
${grouped(all, ({ judge }) => judge).map(([judge, own]) => byJudge(judge, own, setting))}
</section>`
}

const list = (title: string, tone: string, some: readonly Probed[], setting: Setting): Part =>
  when(
    some.length > 0,
    () =>
      markup`<h3 class="${tone}">${title}: ${some.length}</h3><ul class="deeds">${some.map((each) => markup`<li>${deedOf(each, setting.known)}${placeOf(each, setting)}</li>`)}</ul>`,
  )

const placeOf = ({ session }: Probed, { scenes }: Setting): Part => {
  if (session === undefined) return
  const scene = scenes.find((each) => each.session === session)
  return scene
    ? markup` <a class="quiet" href="#${scene.anchor}">session ${session}</a>`
    : markup` <span class="quiet">session ${session} of the record</span>`
}

const right = (some: readonly Probed[]): number => some.filter(({ answer, expected }) => answer === expected).length

function byJudge(judge: string, own: readonly Probed[], { known }: Setting): Markup {
  const groups = grouped(own, ({ breaks, shows }) => breaks ?? shows).toSorted(
    ([, a], [, b]) => wrongIn(b) - wrongIn(a),
  )
  return markup`
<h3>Before the ${judge}: ${right(own)} of ${own.length} as it has to be</h3>
<details class="all"><summary>By the requirement that is broken: ${groups.length}</summary>
<table><thead><tr><th scope="col">Breaks</th><th scope="col">Put</th><th scope="col">Right</th><th scope="col">What was done</th></tr></thead>
<tbody>${groups.map(([id, some]) => markup`<tr><th scope="row">${reference(id, known)}</th><td>${some.length}</td><td>${right(some)}</td><td>${some.map((each) => markup`<span class="place">${answered(each)} ${prose(each.deed)}</span>`)}</td></tr>`)}</tbody></table></details>`
}

const wrongIn = (some: readonly Probed[]): number => some.length - right(some)

const answered = ({ answer, expected }: Probed): Part =>
  answer === expected
    ? answer === 'refused'
      ? undefined
      : markup`<span class="tag good">rightly accepted</span>`
    : markup`<span class="tag ${answer === 'undecided' ? 'doubt' : 'bad'}">${answer}</span>`
