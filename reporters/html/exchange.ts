import type { LayerTold, RecordLine } from '../../src/model/record.ts'
import type { Role } from '../../src/model/requirement.ts'
import { harmless, harmlessJson } from '../escape.ts'
import { counted } from '../lines.ts'
import { deedOf } from './deed.ts'
import { lines as kept, type Markup, markup, type Part, prose, when } from './markup.ts'
import { inOrder, type Marks, markOf, type Scene, type Spot } from './scenes.ts'
import { diagram } from './sequence.ts'
import { endpointNames, inARow } from './words.ts'

/** What of a message is shown at most. */
const most = { text: 400, body: 12_000, fields: 40, layers: 60 } as const

/** The sessions of a run, each drawn, told in words, and with its messages taken apart. */
export const exchange = (scenes: readonly Scene[], marks: Marks, tested: ReadonlySet<Role>): Markup => markup`
<section aria-labelledby="exchange" class="part">
<h2 id="exchange">The exchange</h2>
${scenes.length === 0 ? markup`<p class="lead">No record was given with this report, so that its messages cannot be shown.</p>` : markup`<p class="lead">Every message of these sessions, without what is private in it. A thick arrow with a cross is one in which something failed.</p>`}
${scenes.map((scene) => sceneOf(scene, marks, tested))}
</section>`

const sceneOf = (scene: Scene, marks: Marks, tested: ReadonlySet<Role>): Markup => {
  const { session, told, probe, anchor, lines } = scene
  return markup`
<section class="scene" id="${anchor}" aria-labelledby="${anchor}-title">
<h3 id="${anchor}-title">Session <span class="name">${session}</span></h3>
<p>${told ? sentence(told.why) : probe ? markup`${deedOf(probe)}.` : 'A session of a probe.'} ${counted(lines.length, 'message')}. ${endingOf(scene)}</p>
<figure>
${diagram(scene, marks, tested)}
<figcaption><details class="inwords"><summary>The same in words</summary><ol class="plainly">${inOrder(lines).map((line) => inWords(line, marks))}</ol></details></figcaption>
</figure>
<h4>Messages</h4>
<div class="messages">${inOrder(lines).map((line) => message(line, marks))}</div>
</section>`
}

const sentence = (text: string): string => (text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`)

function endingOf({ told }: Scene): Part {
  if (!told || (told.ended === 'completed' && told.reason === undefined)) return
  const how = told.ended === 'completed' ? 'It came to its end' : `It was ${told.ended} before its end`
  return markup`<strong>${how}${when(told.reason !== undefined, () => markup`: ${told.reason}`)}.</strong>`
}

function inWords(line: RecordLine, marks: Marks): Markup {
  const { number, from, to, response, lost } = line
  const answer = lost ? `, lost: ${lost.message}` : response ? `, answered with ${response.status}` : ''
  const failed = [...(marks.get(`${number} request`) ?? []), ...(marks.get(`${number} response`) ?? [])]
  return markup`<li value="${number}"><a href="#message-${number}">${nameOf(line)}</a>: ${from} to ${to}${answer}${when(failed.length > 0, () => markup`. <strong>Here ${inARow([...new Set(failed)].slice(0, 8))} failed.</strong>`)}</li>`
}

const nameOf = ({ endpoint }: RecordLine): string => endpointNames[endpoint] ?? endpoint

/** One message, closed until somebody wants to see it. */
function message(line: RecordLine, marks: Marks): Markup {
  const { number, from, to, took, response, lost } = line
  const failed = (['request', 'response'] as const).flatMap((side) => marks.get(markOf({ line, side })) ?? [])
  const ends = lost ? 'lost' : response ? String(response.status) : 'one way'
  const ids = [...new Set(failed)]
  return markup`
<details class="message" id="message-${number}"><summary><span class="number">${number}</span> <span class="what">${nameOf(line)}</span> <span class="way">${from} → ${to}</span> <span class="end">${ends} · ${took} ms</span>${when(ids.length > 0, () => markup` <span class="tag bad">✕ ${counted(ids.length, 'requirement')} failed here</span>`)}</summary>
${when(ids.length > 0, () => markup`<p>Failed here: ${ids.map((id, i) => markup`${i > 0 ? ', ' : ''}<a href="#${id}">${id}</a>`)}</p>`)}${sides(line)}</details>`
}

/** The message of a finding, with the layer that it was made in. */
export const spotlight = ({ line, side }: Spot, finding: { readonly kind: string; readonly in: string }): Markup =>
  markup`<div class="message spot"><p class="told"><span class="number">${line.number}</span> <span class="what">${nameOf(line)}</span> <span class="way">${line.from} → ${line.to}</span> <a href="#message-${line.number}">among the others</a></p>${sides(line, { side, ...finding })}</div>`

interface Found {
  readonly side: Spot['side']
  readonly kind: string
  readonly in: string
}

/** Both sides of a message: what was sent, what came back, and the layers in them. */
function sides(line: RecordLine, found?: Found): Markup {
  const { request, response, lost } = line
  const layersOf = (side: Spot['side']): readonly LayerTold[] => line.layers.filter((layer) => layer.in === side)
  const answer = response
    ? side(
        'Response',
        markup`<b>${response.status}</b>`,
        response,
        layersOf('response'),
        found?.side === 'response' ? found : undefined,
      )
    : markup`<div class="side"><h5>Response</h5><p>${lost ? `None. ${lost.message}` : 'None: the message travels one way.'}</p></div>`
  const call = markup`<b>${request.method}</b> ${request.url}`
  return markup`<div class="sides">${side('Request', call, request, layersOf('request'), found?.side === 'request' ? found : undefined)}${answer}</div>`
}

function side(
  name: string,
  start: Markup,
  { headers, body }: Pick<RecordLine['request'], 'headers' | 'body'>,
  layers: readonly LayerTold[],
  found: Found | undefined,
): Markup {
  const fields = Object.entries(headers).slice(0, most.fields)
  const rows = fields
    .map(([field, value]) => `${harmless(field, 80)}: ${harmless(String(value), most.text)}`)
    .join('\n')
  return markup`<div class="side"><h5>${name}</h5><p class="start">${start}</p>${when(rows !== '', () => block(rows, `Headers of the ${name.toLowerCase()}`))}${when(body !== undefined, () => block(bodyText(body), `Body of the ${name.toLowerCase()}`))}${when(layers.length > 0, () => layerList(layers, found))}</div>`
}

/** Text in its lines, which a keyboard can scroll. */
const block = (text: string, label: string): Markup =>
  markup`<pre tabindex="0" role="group" aria-label="${label}">${kept(text)}</pre>`

function bodyText(body: RecordLine['request']['body']): string {
  if (typeof body === 'string') return harmless(body, most.body)
  const text = harmlessJson(
    JSON.stringify(body, (_, value) => (typeof value === 'string' ? shortened(value) : value), 2),
  )
  const whole = text.replaceAll(halfOfAPair, '\\u{$1}')
  return whole.length > most.body
    ? `${whole.slice(0, most.body).toWellFormed()}\n… (${whole.length} characters)`
    : whole
}

/** Half of a surrogate pair as JSON writes it, which some readers put together with what follows. */
const halfOfAPair = /\\u(d[89a-f][0-9a-f]{2})/gi

const shortened = (text: string): string =>
  text.length > most.text ? `${text.slice(0, most.text).toWellFormed()}… (${text.length} characters)` : text

/** What was in a message, the outer before the inner, and what could not be opened. */
function layerList(layers: readonly LayerTold[], found: Found | undefined): Markup {
  const shown = layers.slice(0, most.layers)
  const rest = layers.length - shown.length
  return markup`<h6>Layers</h6><ul class="layers">${shown.map((layer) => layerRow(layer, found))}${when(rest > 0, () => markup`<li>and ${rest} more</li>`)}</ul>`
}

function layerRow({ kind, at, read, why = 'no reason was recorded' }: LayerTold, found: Found | undefined): Markup {
  const isFound = found !== undefined && found.kind === kind && found.in === at
  return markup`<li${isFound ? markup` class="found"` : undefined}><b>${kind}</b>${when(at !== '', () => markup` <span class="at">${at}</span>`)}${when(!read, () => markup` <span class="tag doubt">not read: ${prose(why)}</span>`)}${when(isFound, () => markup` <span class="tag bad">✕ found here</span>`)}</li>`
}
