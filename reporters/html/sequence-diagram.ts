import type { RecordLine } from '../../model/record.ts'
import type { Role } from '../../model/role.ts'
import { describeEndpoint } from '../text/labels.ts'
import { createSideKey, type FailuresBySide, type ShownSide } from './finding-messages.ts'
import { type Markup, markup, when } from './markup.ts'
import { type RecordedSession, sortByNumber } from './recorded-sessions.ts'

/** An arrow of a diagram: a request or a response, and its height. */
interface Arrow {
  readonly line: RecordLine
  readonly side: ShownSide['side']
  readonly y: number
}

/** The columns and arrows of a diagram. */
interface Layout {
  readonly roles: readonly Role[]
  readonly arrows: readonly Arrow[]
  readonly width: number
  readonly height: number
}

const columnWidth = 136
const heights = { head: 62, request: 32, response: 20, foot: 14 } as const

/** The order of the columns, in which few arrows cross the lifeline of another role. */
const columnOrder: readonly Role[] = [
  'credential manager',
  'wallet',
  'identity app',
  'wallet backend',
  'issuer',
  'status service',
  'verifier',
  'everyone',
]

function createLayout({ lines }: RecordedSession): Layout {
  const present = new Set(lines.flatMap(({ from, to }) => [from, to]))
  const roles = [
    ...columnOrder.filter((role) => present.has(role)),
    ...[...present].filter((role) => !columnOrder.includes(role)),
  ]
  let y: number = heights.head
  const arrows = [...listSides(lines)].map(({ line, side }) => {
    y += heights[side]
    return { line, side, y }
  })
  return { roles, arrows, width: roles.length * columnWidth, height: y + heights.foot }
}

/** Lists requests and responses in the order of sending; the lines of a record are in the order of the responses. */
function* listSides(lines: readonly RecordLine[]): Generator<Pick<Arrow, 'line' | 'side'>> {
  const waiting = [...sortByNumber(lines)]
  for (const line of lines) {
    while (waiting[0] && waiting[0].number <= line.number) {
      const [next] = waiting.splice(0, 1)
      if (next) yield { line: next, side: 'request' }
    }
    if (line.response) yield { line, side: 'response' }
  }
}

/** Renders a session, with every message marked in which a requirement failed. */
export function renderSessionDiagram(
  recorded: RecordedSession,
  failures: FailuresBySide,
  tested: ReadonlySet<Role>,
): Markup {
  const layout = createLayout(recorded)
  const marked = layout.arrows.filter((arrow) => failures.has(createSideKey(arrow)))
  const base = markup`<g id="drawn-${recorded.anchor}">${renderLifelines(layout, tested)}${layout.arrows.map((arrow) => renderArrow(arrow, layout))}</g>`
  return renderFrame(
    layout,
    recorded,
    `${marked.length} of ${layout.arrows.length} arrows marked`,
    markup`${marked.map((arrow) => renderBand(arrow, layout))}${base}${marked.map((arrow) => renderFailure(arrow, layout))}`,
  )
}

/** Renders the session of a message, with only this message marked. */
export function renderMessageDiagram({ recorded, line, side }: ShownSide, id: string): Markup {
  const layout = createLayout(recorded)
  const arrow = layout.arrows.find((each) => each.line === line && each.side === side)
  const [below, above] = arrow ? [renderBand(arrow, layout), renderFailure(arrow, layout)] : []
  return renderFrame(
    layout,
    recorded,
    `${id} failed in the ${side} of message ${line.number}, ${describeEndpoint(line.endpoint)}`,
    markup`${below}<use href="#drawn-${recorded.anchor}"/>${above}`,
  )
}

const renderFrame = (
  { width, height }: Layout,
  { session }: RecordedSession,
  description: string,
  content: Markup,
): Markup =>
  markup`<div class="drawing" tabindex="0" role="group" aria-label="Sequence diagram, can be scrolled"><svg role="img" aria-label="Sequence diagram of session ${session}: ${description}. A list beside it has the same content." width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg></div>`

const findMiddle = (role: Role, { roles }: Layout): number => (roles.indexOf(role) + 0.5) * columnWidth

const renderLifelines = (layout: Layout, tested: ReadonlySet<Role>): readonly Markup[] =>
  layout.roles.map((role) => {
    const x = findMiddle(role, layout)
    const isTested = tested.has(role)
    const kind = isTested ? 'actor tested' : 'actor'
    return markup`<line class="life" x1="${x}" x2="${x}" y1="38" y2="${layout.height}"/><rect class="${kind}" x="${x - 64}" y="4" width="128" height="34" rx="5"/><text class="role" x="${x}" y="${isTested ? 18 : 26}" text-anchor="middle">${shorten(role)}</text>${when(isTested, () => markup`<text class="note" x="${x}" y="31" text-anchor="middle">under test</text>`)}`
  })

/** Computes where an arrow begins and ends. It is short if the message goes to its sender, or was not delivered. */
function computeEnds({ line, side }: Arrow, layout: Layout): readonly [number, number] {
  const [from, to] = [findMiddle(line.from, layout), findMiddle(line.to, layout)]
  const [start, end] = side === 'request' ? [from, to] : [to, from]
  if (start === end) return [start, start + columnWidth * 0.4]
  return line.transportError && side === 'request' ? [start, (start + end) / 2] : [start, end]
}

function renderArrow(arrow: Arrow, layout: Layout): Markup {
  const [start, end] = computeEnds(arrow, layout)
  const { line, side, y } = arrow
  const isRequest = side === 'request'
  const name = isRequest ? `${line.number} ${describeEndpoint(line.endpoint)}` : String(line.response?.status)
  const error = when(
    line.transportError !== undefined && isRequest,
    () => markup`<text class="undelivered" x="${end}" y="${y + 5}" text-anchor="middle">✕ not delivered</text>`,
  )
  const label = markup`<text class="${isRequest ? 'label' : 'label answer'}" x="${(start + end) / 2}" y="${y - 5}" text-anchor="middle">${shorten(name)}</text>`
  return markup`<g class="${side}"><line class="shaft" x1="${start}" x2="${end}" y1="${y}" y2="${y}"/>${renderTip(start, end, y)}${label}${error}</g>`
}

function renderTip(start: number, end: number, y: number): Markup {
  const back = end > start ? -7 : 7
  return markup`<path class="tip" d="M${end} ${y}l${back} -4v8z"/>`
}

/** Renders the background of an arrow in which a requirement failed. */
const renderBand = ({ y }: Arrow, { width }: Layout): Markup =>
  markup`<rect class="band" x="0" y="${y - 16}" width="${width}" height="24" rx="4"/>`

/** Renders an arrow in which a requirement failed: thick and with a cross, so that it shows without colours. */
function renderFailure(arrow: Arrow, layout: Layout): Markup {
  const [start, end] = computeEnds(arrow, layout)
  const { y } = arrow
  return markup`<g class="failing"><line class="shaft" x1="${start}" x2="${end}" y1="${y}" y2="${y}"/>${renderTip(start, end, y)}<circle cx="${start}" cy="${y}" r="8"/><path class="cross" d="M${start - 3} ${y - 3}l6 6m0 -6l-6 6"/></g>`
}

const shorten = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)
