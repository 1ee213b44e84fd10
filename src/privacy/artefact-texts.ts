import { publicPlaces } from './public-places.ts'

/** Fewer letters than this may be any word. */
const least = 6
/** Texts that are kept. An artefact that has more is hostile. */
const most = 100_000
/** A text longer than this is never told whole. */
const longest = 10_000

/** Characters of a place that are looked at; the open places are short, and names may be long. */
const farthest = 200

/** The texts and numbers that artefacts hold: those at open places, and all others. */
export interface ArtefactTexts {
  readonly open: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

/** Takes artefacts apart as far as they consist of plain values. Nothing, if they hold more than can be kept. */
export function collectTexts(artefacts: readonly { readonly content?: unknown }[]): ArtefactTexts | undefined {
  const leaves = { open: new Set<string>(), closed: new Set<string>() }
  for (const { content } of artefacts) gather(content, '', 0, leaves)
  return leaves.open.size + leaves.closed.size > most ? undefined : leaves
}

function gather(value: unknown, at: string, depth: number, leaves: { open: Set<string>; closed: Set<string> }): void {
  if (leaves.open.size + leaves.closed.size > most) return
  if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    if (text.length >= least && text.length <= longest) (publicPlaces.test(at) ? leaves.open : leaves.closed).add(text)
  } else if (typeof value === 'object' && value !== null && isPlain(value) && depth < 64) {
    for (const name of Object.keys(value)) {
      gather((value as Readonly<Record<string, unknown>>)[name], within(at, name), depth + 1, leaves) // an object has what it lists
    }
  }
}

const within = (at: string, name: string): string =>
  at.length + name.length > farthest ? `…/${name.slice(0, farthest)}` : `${at}/${name}`

/** Not octets, keys, certificates or errors: they are never told. */
const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

/** What is to be hidden, by how it begins: looking through a text then costs its length, however many there are. */
export type Index = ReadonlyMap<string, Group>

interface Group {
  /** The lengths that there are, longest first. */
  readonly lengths: readonly number[]
  readonly texts: ReadonlySet<string>
}

/** Sorts texts of six letters at least by their first six. */
export function indexOf(texts: Iterable<string>): Index {
  const groups = Map.groupBy(texts, (text) => text.slice(0, least))
  return new Map([...groups].map(([beginning, all]) => [beginning, groupOf(all)]))
}

const groupOf = (all: readonly string[]): Group => ({
  lengths: [...new Set(all.map(({ length }) => length))].sort((a, b) => b - a),
  texts: new Set(all),
})

/** Puts something else in the place of every text of the index; of two that overlap, for both at once. */
export function replaceIndexed(text: string, index: Index, instead: (found: string) => string): string {
  let written = ''
  let from = 0
  for (const [start, end] of stretchesOf(text, index)) {
    written += text.slice(from, start) + instead(text.slice(start, end))
    from = end
  }
  return written + text.slice(from)
}

/** Where texts of the index stand, in order; those that overlap are one stretch. */
function stretchesOf(text: string, index: Index): readonly (readonly [start: number, end: number])[] {
  const stretches: [number, number][] = []
  for (let at = 0; at + least <= text.length; at++) {
    const group = index.get(text.slice(at, at + least))
    const length = group?.lengths.find((each) => at + each <= text.length && group.texts.has(text.slice(at, at + each)))
    if (length === undefined) continue
    const last = stretches.at(-1)
    if (last && at < last[1]) last[1] = Math.max(last[1], at + length)
    else stretches.push([at, at + length])
  }
  return stretches
}
