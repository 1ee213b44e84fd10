import type { RecordLine } from '../../src/model/record.ts'
import type { Role } from '../../src/model/requirement.ts'
import { type Markup, markup, when } from './markup.ts'
import { inOrder, type Marks, markOf, type Scene, type Spot } from './scenes.ts'
import { endpointNames } from './words.ts'

/** An arrow of a diagram: one side of a message, and where it is drawn. */
interface Arrow {
  readonly line: RecordLine
  readonly side: Spot['side']
  readonly y: number
}

/** A diagram, laid out. */
interface Layout {
  readonly roles: readonly Role[]
  readonly arrows: readonly Arrow[]
  readonly width: number
  readonly height: number
}

const column = 136
const heights = { head: 62, request: 32, response: 20, foot: 14 } as const

/** From left to right, so that few arrows cross the life of somebody else. */
const places: readonly Role[] = [
  'credential manager',
  'wallet',
  'identity app',
  'wallet backend',
  'issuer',
  'status service',
  'verifier',
  'everyone',
]

function layoutOf({ lines }: Scene): Layout {
  const present = new Set(lines.flatMap(({ from, to }) => [from, to]))
  const roles = [
    ...places.filter((role) => present.has(role)),
    ...[...present].filter((role) => !places.includes(role)),
  ]
  let y: number = heights.head
  const arrows = [...sidesOf(lines)].map(({ line, side }) => {
    y += heights[side]
    return { line, side, y }
  })
  return { roles, arrows, width: roles.length * column, height: y + heights.foot }
}

/** Calls and answers in the order in which they were on their way; a record has its lines in the order of the answers. */
function* sidesOf(lines: readonly RecordLine[]): Generator<Pick<Arrow, 'line' | 'side'>> {
  const waiting = [...inOrder(lines)]
  for (const line of lines) {
    while (waiting[0] && waiting[0].number <= line.number) {
      const [next] = waiting.splice(0, 1)
      if (next) yield { line: next, side: 'request' }
    }
    if (line.response) yield { line, side: 'response' }
  }
}

/** The whole of a session, with everything marked that was found in it. The text beside it says the same. */
export function diagram(scene: Scene, marks: Marks, tested: ReadonlySet<Role>): Markup {
  const layout = layoutOf(scene)
  const marked = layout.arrows.filter((arrow) => marks.has(markOf(arrow)))
  const base = markup`<g id="drawn-${scene.anchor}">${lives(layout, tested)}${layout.arrows.map((arrow) => arrowOf(arrow, layout))}</g>`
  return framed(
    layout,
    scene,
    `${marked.length} of ${layout.arrows.length} arrows marked`,
    markup`${marked.map((arrow) => band(arrow, layout))}${base}${marked.map((arrow) => emphasis(arrow, layout))}`,
  )
}

/** The same drawing once more, with nothing marked but one arrow. */
export function diagramOf({ scene, line, side }: Spot, id: string): Markup {
  const layout = layoutOf(scene)
  const arrow = layout.arrows.find((each) => each.line === line && each.side === side)
  const [below, above] = arrow ? [band(arrow, layout), emphasis(arrow, layout)] : []
  return framed(
    layout,
    scene,
    `${id} fails in the ${side} of message ${line.number}, ${endpointNames[line.endpoint] ?? line.endpoint}`,
    markup`${below}<use href="#drawn-${scene.anchor}"/>${above}`,
  )
}

const framed = ({ width, height }: Layout, { session }: Scene, what: string, inside: Markup): Markup =>
  markup`<div class="drawing" tabindex="0" role="group" aria-label="Sequence diagram, can be scrolled"><svg role="img" aria-label="Sequence diagram of the session ${session}: ${what}. A list beside it says the same in words." width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg></div>`

const middle = (role: Role, { roles }: Layout): number => (roles.indexOf(role) + 0.5) * column

const lives = (layout: Layout, tested: ReadonlySet<Role>): readonly Markup[] =>
  layout.roles.map((role) => {
    const x = middle(role, layout)
    const kind = tested.has(role) ? 'actor tested' : 'actor'
    return markup`<line class="life" x1="${x}" x2="${x}" y1="38" y2="${layout.height}"/><rect class="${kind}" x="${x - 64}" y="4" width="128" height="34" rx="5"/><text class="who" x="${x}" y="${tested.has(role) ? 18 : 26}" text-anchor="middle">${cut(role)}</text>${when(tested.has(role), () => markup`<text class="note" x="${x}" y="31" text-anchor="middle">under test</text>`)}`
  })

/** Where an arrow begins and ends. One that is sent to oneself, or was lost, is short. */
function ends({ line, side }: Arrow, layout: Layout): readonly [number, number] {
  const [from, to] = [middle(line.from, layout), middle(line.to, layout)]
  const [start, end] = side === 'request' ? [from, to] : [to, from]
  if (start === end) return [start, start + column * 0.4]
  return line.lost && side === 'request' ? [start, (start + end) / 2] : [start, end]
}

function arrowOf(arrow: Arrow, layout: Layout): Markup {
  const [start, end] = ends(arrow, layout)
  const { line, side, y } = arrow
  const name =
    side === 'request'
      ? `${line.number} ${endpointNames[line.endpoint] ?? line.endpoint}`
      : String(line.response?.status)
  const lost = when(
    line.lost !== undefined && side === 'request',
    () => markup`<text class="lost" x="${end}" y="${y + 5}" text-anchor="middle">✕ lost</text>`,
  )
  const text = markup`<text class="${side === 'request' ? 'label' : 'label answer'}" x="${(start + end) / 2}" y="${y - 5}" text-anchor="middle">${cut(name)}</text>`
  return markup`<g class="${side}"><line class="shaft" x1="${start}" x2="${end}" y1="${y}" y2="${y}"/>${head(start, end, y)}${text}${lost}</g>`
}

function head(start: number, end: number, y: number): Markup {
  const back = end > start ? -7 : 7
  return markup`<path class="tip" d="M${end} ${y}l${back} -4v8z"/>`
}

/** What is behind an arrow in which something failed. */
const band = ({ y }: Arrow, { width }: Layout): Markup =>
  markup`<rect class="band" x="0" y="${y - 16}" width="${width}" height="24" rx="4"/>`

/** An arrow in which something failed: thick, and with a sign, so that it takes no colour to see it. */
function emphasis(arrow: Arrow, layout: Layout): Markup {
  const [start, end] = ends(arrow, layout)
  return markup`<g class="failing"><line class="shaft" x1="${start}" x2="${end}" y1="${arrow.y}" y2="${arrow.y}"/>${head(start, end, arrow.y)}<circle cx="${start}" cy="${arrow.y}" r="8"/><path class="cross" d="M${start - 3} ${arrow.y - 3}l6 6m0 -6l-6 6"/></g>`
}

const cut = (text: string): string => (text.length > 24 ? `${text.slice(0, 23)}…` : text)
