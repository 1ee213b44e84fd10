import { isRight, messagesIn } from '../../src/model/probe.ts'
import type { Located } from '../../src/model/report.ts'
import type { ResultTold, RunReport } from '../../src/model/run-report.ts'
import { counted } from '../lines.ts'
import { reproductionOf } from '../telling.ts'
import { deedOf } from './deed.ts'
import { spotlight } from './exchange.ts'
import { type Markup, markup, type Part, prose, when } from './markup.ts'
import { type Scene, type Spot, spotOf, spotsOf } from './scenes.ts'
import { diagramOf } from './sequence.ts'
import { stepOf } from './steps.ts'
import { grouped, tellings } from './words.ts'

/** What a requirement is told with. */
export interface Setting {
  readonly report: RunReport
  readonly scenes: readonly Scene[]
  /** The ids of all requirements that are on the page. */
  readonly known: ReadonlySet<string>
}

/** Findings that are told in full, and places that are named for each. */
const most = { findings: 8, places: 4, deeds: 20 } as const

/** One requirement: a line to see it by, and everything that is known of it. What failed is open. */
export function requirement(result: ResultTold, setting: Setting): Markup {
  const { id, text, outcome, force, section, binds, standard } = result
  const { words, sign, tone } = tellings[outcome]
  const facts = [force, binds === 'everyone' ? binds : `the ${binds}`, standard ?? `section ${section}`].join(' · ')
  const isOpen = tone === 'bad' ? markup` open` : undefined
  return markup`
<details class="req" id="${id}" data-outcome="${outcome}" data-role="${binds}" data-section="${section}" data-force="${force}"${isOpen}><summary><span class="sign ${tone}" aria-hidden="true">${sign}</span><span class="id">${id}</span> <span class="sentence">${prose(text)}</span> <span class="facts">${facts}<span class="outcome ${tone}">${words}</span></span></summary>
<div class="body">${failure(result, setting)}${about(result, setting)}</div></details>`
}

/** What was found, where it stands in the exchange, and the message itself. */
function failure(result: ResultTold, setting: Setting): Part {
  if (result.findings.length === 0) return
  const { scenes, report } = setting
  const put = new Set(report.probes.filter(({ shows }) => shows === result.id).map(({ id }) => id))
  const spots = spotsOf(result, scenes)
  return markup`${wrongly(result, setting)}${seen(result.findings.filter(({ kind, at }) => kind !== 'exchange' || !put.has(at)))}
${spots[0] ? whereabouts(result, spots, scenes) : sessionsOf(result, scenes)}`
}

/** What was put before the judge, and not answered as it has to be. */
function wrongly({ id }: ResultTold, { report: { probes }, known }: Setting): Part {
  const own = probes
    .filter((each) => each.shows === id && !isRight(each))
    .toSorted((a, b) => Number(a.answer === 'undecided') - Number(b.answer === 'undecided'))
  const rest = own.length - most.deeds
  return when(
    own.length > 0,
    () =>
      markup`<h4>Not answered as it has to be: ${messagesIn(own)}</h4><ul class="deeds">${own.slice(0, most.deeds).map((each) => markup`<li>${deedOf(each, known)}</li>`)}${when(rest > 0, () => markup`<li>and <a href="#probes">${rest} more</a></li>`)}</ul>`,
  )
}

function seen(findings: readonly Located[]): Part {
  if (findings.length === 0) return
  const alike = grouped(findings, ({ expected, actual, diagnosis }) => JSON.stringify([expected, actual, diagnosis]))
  const rest = alike.length - most.findings
  return markup`<h4>${findings.length === 1 ? 'Finding' : `${findings.length} findings`}</h4>
${alike.slice(0, most.findings).map(([, group]) => finding(group))}${when(rest > 0, () => markup`<p>And ${counted(rest, 'other finding')}.</p>`)}`
}

/** The same thing, found in one place or in many. */
function finding(group: readonly Located[]): Part {
  const [first] = group
  if (!first) return
  const places = [...new Set(group.map(placeOf))]
  const rest = places.length - most.places
  return markup`<dl class="finding"><div><dt>Where</dt><dd>${places.slice(0, most.places).map((place) => markup`<span class="place">${place}</span>`)}${when(rest > 0, () => markup`<span class="place">and ${rest} more</span>`)}</dd></div><div><dt>Expected</dt><dd>${prose(first.expected)}</dd></div><div><dt>Actual</dt><dd class="actual">${prose(first.actual)}</dd></div>${when(first.diagnosis !== undefined, () => markup`<div><dt>Diagnosis</dt><dd>${prose(first.diagnosis ?? '')}</dd></div>`)}</dl>`
}

const placeOf = ({ kind, in: layer, at, session }: Located): string =>
  [session === undefined ? '' : `session ${session}`, kind, layer, at].filter((part) => part !== '').join(' › ')

function whereabouts(result: ResultTold, spots: readonly Spot[], scenes: readonly Scene[]): Part {
  const [first, ...others] = spots
  if (!first) return
  const { scene, line, side } = first
  const at = result.findings.find((each) => spotOf(each, scenes)?.line === line)
  return markup`<h4>Where it shows</h4>
<figure>${diagramOf(first, result.id)}<figcaption>In the ${side === 'request' ? 'request of' : 'response to'} <a href="#message-${line.number}">message ${line.number}</a>, <a href="#${scene.anchor}">session ${scene.session}</a>, from the ${line.from} to the ${line.to}.${elsewhere(others)}</figcaption></figure>
${at ? spotlight(first, at) : undefined}`
}

/** The sessions of findings that belong to no single message. */
const sessionsOf = ({ findings }: ResultTold, scenes: readonly Scene[]): Part => {
  const named = new Set(findings.map(({ session }) => session))
  const own = scenes.filter(({ session }) => named.has(session)).slice(0, most.deeds)
  return when(
    own.length > 0,
    () =>
      markup`<p>It shows in ${own.map(({ anchor, session }, i) => markup`${i > 0 ? ', ' : ''}<a href="#${anchor}">session ${session}</a>`)}.</p>`,
  )
}

const elsewhere = (others: readonly Spot[]): Part =>
  when(others.length > 0, () => {
    const rest = others.length - most.places
    return markup` Also in ${others.slice(0, most.places).map(({ line, side }, i) => markup`${i > 0 ? ', ' : ''}<a href="#message-${line.number}">${line.number} (${side})</a>`)}${when(rest > 0, () => ` and ${rest} more`)}.`
  })

/** What holds for every requirement, whatever became of it. */
function about(result: ResultTold, setting: Setting): Markup {
  const { report } = setting
  const { id, hangsOn, passesUnder = [], reason, proof, standard, section } = result
  const taken = new Map(report.decisions.map((each) => [each.id, each]))
  const answers = hangsOn.map(
    (key) =>
      markup`<span class="place"><code>${key}</code> = ${taken.get(key)?.value ?? 'unanswered'}${when(taken.get(key)?.source === 'assumed', () => ', assumed')}</span>`,
  )
  const rows: readonly (readonly [string, Part])[] = [
    [
      'Outcome',
      markup`${tellings[result.outcome].words}${when(reason !== undefined, () => markup`: ${prose(reason ?? '')}`)}`,
    ],
    ['Would pass under', passesUnder.length > 0 ? passesUnder.map((each) => markup`<code>${each}</code> `) : undefined],
    ['Rests on', answers.length > 0 ? answers : undefined],
    ['Step', stepName(result)],
    ['Stands in', standard === undefined ? undefined : markup`${standard}, asked where section ${section} applies`],
    [
      'Proof',
      proof &&
        markup`${proof.caught} of ${counted(proof.tried, 'tampered copy', 'tampered copies')} of what the target said were caught`,
    ],
    ['Put to it', putBefore(result, setting)],
    ['Again', markup`<code class="line">${reproductionOf(report, id)}</code>`],
  ]
  return markup`<dl class="about">${rows.flatMap(([name, told]) => (told === undefined ? [] : [markup`<div><dt>${name}</dt><dd>${told}</dd></div>`]))}</dl>`
}

const stepName = (result: ResultTold): string => {
  const { mark, name } = stepOf(result)
  return /\d/.test(mark) ? `${mark}, ${name}` : name
}

/** What was put before a judge for the sake of this requirement, and lies that break it. */
function putBefore({ id }: ResultTold, { report: { probes }, known }: Setting): Part {
  const own = probes.filter(({ shows, breaks }) => shows === id || breaks === id)
  if (own.length === 0) return
  const wrong = own.filter((each) => each.shows !== id && !isRight(each))
  return markup`${counted(messagesIn(own), 'message')}; ${messagesIn(own.filter(isRight))} answered as they have to be. ${wrong.slice(0, most.deeds).map((each) => markup`<span class="deed">${deedOf(each, known)}</span>`)} <a href="#probes">All of them</a>`
}
