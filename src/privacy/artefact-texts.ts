import { publicPlaces } from './public-places.ts'

/** A shorter text may be any word. */
const least = 6
/** The most texts that are kept. An artefact with more is hostile. */
const most = 100_000
/** A longer text is never shown whole. */
const longest = 10_000

/** Characters of a path that are kept: public places are short, names may be long. */
const farthest = 200

/** The texts and numbers in artefacts: those at public places, and all others. */
export interface ArtefactTexts {
  readonly open: ReadonlySet<string>
  readonly closed: ReadonlySet<string>
}

/** Collects every text and number in artefacts. Returns nothing if there are more than can be kept. */
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
      gather((value as Readonly<Record<string, unknown>>)[name], within(at, name), depth + 1, leaves) // `name` is a key of `value`
    }
  }
}

const within = (at: string, name: string): string =>
  at.length + name.length > farthest ? `…/${name.slice(0, farthest)}` : `${at}/${name}`

/** Excludes octets, keys, certificates and errors: they are never shown. */
const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype

/** Texts to hide, by their first characters: searching a text costs its length, however many there are. */
export type TextIndex = ReadonlyMap<string, Group>

interface Group {
  /** The lengths of the texts, longest first. */
  readonly lengths: readonly number[]
  readonly texts: ReadonlySet<string>
}

/** Indexes texts of at least six characters by their first six. */
export function indexTexts(texts: Iterable<string>): TextIndex {
  const groups = Map.groupBy(texts, (text) => text.slice(0, least))
  return new Map([...groups].map(([beginning, all]) => [beginning, groupByLength(all)]))
}

const groupByLength = (all: readonly string[]): Group => ({
  lengths: [...new Set(all.map(({ length }) => length))].sort((a, b) => b - a),
  texts: new Set(all),
})

/** Replaces every text of the index; texts that overlap are replaced together. */
export function replaceIndexed(
  text: string,
  index: TextIndex,
  instead: (found: string, start: number) => string,
): string {
  let written = ''
  let from = 0
  for (const [start, end] of findStretches(text, index)) {
    written += text.slice(from, start) + instead(text.slice(start, end), start)
    from = end
  }
  return written + text.slice(from)
}

/** Finds the texts of the index, in order; texts that overlap are one stretch. */
function findStretches(text: string, index: TextIndex): readonly (readonly [start: number, end: number])[] {
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
