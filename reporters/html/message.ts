import type { RecordedLayer, RecordLine } from '../../model/record.ts'
import { describeEndpoint } from '../text/labels.ts'
import { sanitize, sanitizeJson } from '../text/sanitize.ts'
import { formatCount } from '../text/wording.ts'
import { createSideKey, type FailuresBySide, type ShownSide } from './finding-messages.ts'
import { lines as keepLines, type Markup, type MarkupPart, markup, prose, when } from './markup.ts'

/** How much of a message is shown. */
const limits = { text: 400, body: 12_000, fields: 40, layers: 60 } as const

/** Renders a message as a closed block that the reader can open. */
export function renderMessage(line: RecordLine, failures: FailuresBySide): Markup {
  const { number, from, to, milliseconds, response, transportError } = line
  const sides = (['request', 'response'] as const).flatMap((side) => failures.get(createSideKey({ line, side })) ?? [])
  const end = transportError ? 'not delivered' : response ? String(response.status) : 'no response'
  const ids = [...new Set(sides)]
  return markup`
<details class="message" id="message-${number}"><summary><span class="number">${number}</span> <span class="name">${nameEndpoint(line)}</span> <span class="route">${from} → ${to}</span> <span class="end">${end} · ${milliseconds} ms</span>${when(ids.length > 0, () => markup` <span class="tag bad">✕ ${formatCount(ids.length, 'requirement')} failed here</span>`)}</summary>
${when(ids.length > 0, () => markup`<p>Failed here: ${ids.map((id, i) => markup`${i > 0 ? ', ' : ''}<a href="#${id}">${id}</a>`)}</p>`)}${renderSides(line)}</details>`
}

const nameEndpoint = ({ endpoint }: RecordLine): string => describeEndpoint(endpoint)

/** The layer of a message in which a finding was made. */
interface FoundLayer {
  readonly side: ShownSide['side']
  readonly kind: string
  readonly in: string
}

/** Renders the message of a finding, with the layer of the finding marked. */
export const renderFindingMessage = (
  { line, side }: ShownSide,
  finding: { readonly kind: string; readonly in: string },
): Markup =>
  markup`<div class="message highlighted"><p class="heading"><span class="number">${line.number}</span> <span class="name">${nameEndpoint(line)}</span> <span class="route">${line.from} → ${line.to}</span> <a href="#message-${line.number}">in its session</a></p>${renderSides(line, { side, ...finding })}</div>`

/** Renders request and response, with the layers in them. */
function renderSides(line: RecordLine, found?: FoundLayer): Markup {
  const { request, response, transportError } = line
  const selectLayers = (side: ShownSide['side']) => line.layers.filter((layer) => layer.side === side)
  const selectFound = (side: ShownSide['side']) => (found?.side === side ? found : undefined)
  const start = markup`<b>${request.method}</b> ${request.url}`
  const sent = renderSide('Request', start, request, selectLayers('request'), selectFound('request'))
  const received = response
    ? renderSide(
        'Response',
        markup`<b>${response.status}</b>`,
        response,
        selectLayers('response'),
        selectFound('response'),
      )
    : markup`<div class="side"><h5>Response</h5><p>${transportError ? `None: ${transportError.message}` : 'None: this message has no response.'}</p></div>`
  return markup`<div class="sides">${sent}${received}</div>`
}

function renderSide(
  name: 'Request' | 'Response',
  start: Markup,
  { headers, body }: Pick<RecordLine['request'], 'headers' | 'body'>,
  layers: readonly RecordedLayer[],
  found: FoundLayer | undefined,
): Markup {
  const fields = Object.entries(headers).slice(0, limits.fields)
  const rows = fields
    .map(([field, value]) => `${sanitize(field, 80)}: ${sanitize(String(value), limits.text)}`)
    .join('\n')
  return markup`<div class="side"><h5>${name}</h5><p class="start">${start}</p>${when(rows !== '', () => renderBlock(rows, `Header fields of the ${name.toLowerCase()}`))}${when(body !== undefined, () => renderBlock(formatBody(body), `Body of the ${name.toLowerCase()}`))}${when(layers.length > 0, () => renderLayers(layers, found))}</div>`
}

/** Renders lines of text as a block that can be scrolled with the keyboard. */
const renderBlock = (text: string, label: string): Markup =>
  markup`<pre tabindex="0" role="group" aria-label="${label}">${keepLines(text)}</pre>`

function formatBody(body: RecordLine['request']['body']): string {
  if (typeof body === 'string') return sanitize(body, limits.body)
  const json = JSON.stringify(body, (_, value) => (typeof value === 'string' ? shorten(value) : value), 2)
  const text = sanitizeJson(json).replaceAll(loneSurrogate, '\\u{$1}')
  return text.length > limits.body
    ? `${text.slice(0, limits.body).toWellFormed()}\n… (${text.length} characters)`
    : text
}

/** A lone surrogate as JSON writes it. Some readers would combine it with what follows. */
const loneSurrogate = /\\u(d[89a-f][0-9a-f]{2})/gi

const shorten = (text: string): string =>
  text.length > limits.text ? `${text.slice(0, limits.text).toWellFormed()}… (${text.length} characters)` : text

/** Renders the artefacts in a message, the outer ones first. */
function renderLayers(layers: readonly RecordedLayer[], found: FoundLayer | undefined): Markup {
  const shown = layers.slice(0, limits.layers)
  const rest = layers.length - shown.length
  return markup`<h6>Layers</h6><ul class="layers">${shown.map((layer) => renderLayer(layer, found))}${when(rest > 0, () => markup`<li>and ${rest} more</li>`)}</ul>`
}

function renderLayer(
  { kind, in: path, readable, reason = 'no reason was recorded' }: RecordedLayer,
  found: FoundLayer | undefined,
): Markup {
  const isFound = found !== undefined && found.kind === kind && found.in === path
  const marks: readonly MarkupPart[] = [
    when(path !== '', () => markup` <span class="at">${path}</span>`),
    when(!readable, () => markup` <span class="tag doubt">not readable: ${prose(reason)}</span>`),
    when(isFound, () => markup` <span class="tag bad">✕ found here</span>`),
  ]
  return markup`<li${isFound ? markup` class="found"` : undefined}><b>${kind}</b>${marks}</li>`
}
