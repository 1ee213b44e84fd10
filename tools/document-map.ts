import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import map from '../suites/document/sentences.json' with { type: 'json' }

/** One sentence of a document, with its section and its number there. */
export interface Sentence {
  readonly section: string
  readonly sentence: number
  readonly text: string
}

/** The entry of one sentence in the map: its rows, or the reason why it has none. */
export interface Entry {
  readonly section: string
  readonly sentence: number
  readonly hash: string
  readonly rows?: readonly string[]
  readonly reason?: string
}

interface Block {
  readonly section: string
  readonly lines: string[]
}

const HEADING = /^#+\s+(?:(?<number>\d+(?:\.\d+)*)\.?\s)?/
const ITEM = /^\s*(?:\d+\.|[-*])\s+/
const TABLE = /^\s*\|/
const RULE = /^[\s|:-]+$/
const END = /(?<=[.!?])(?<!\be\.g\.|\bi\.e\.)\s+(?=[A-Z`])/

/**
 * A document cut into sentences: those of each paragraph and list item, and each body row of a table. Headings and the
 * heads of tables are left out. Text before the first numbered heading is section 0; a heading without a number
 * opens no section.
 */
export function sentencesOf(markdown: string): Sentence[] {
  const counts = new Map<string, number>()
  return blocksOf(markdown).flatMap(({ section, lines }) =>
    cut(lines).map((text) => {
      const sentence = (counts.get(section) ?? 0) + 1
      counts.set(section, sentence)
      return { section, sentence, text }
    }),
  )
}

/** Short enough to read, long enough to tell a sentence from any other. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** How a document differs from the map, one line each; nothing where the map is right. */
export function* differences(found: readonly Sentence[], entries: readonly Entry[]): Generator<string> {
  const hashed = found.map(({ text, ...one }) => ({ ...one, hash: hashOf(text) }))
  const present = new Set(hashed.map(inSection))
  const mapped = new Set(entries.map(inSection))
  const places = new Map(entries.map((entry) => [placeOf(entry), entry.hash]))
  const gone = new Map(entries.filter((entry) => !present.has(inSection(entry))).map((one) => [placeOf(one), one.hash]))

  for (const one of hashed) {
    const place = placeOf(one)
    if (places.get(place) === one.hash) continue
    if (mapped.has(inSection(one))) yield `moved    ${place}  ${one.hash}`
    else if (!gone.has(place)) yield `new      ${place}  ${one.hash}`
    else {
      yield `changed  ${place}  ${gone.get(place)} -> ${one.hash}`
      gone.delete(place)
    }
  }
  for (const [place, hash] of gone) yield `gone     ${place}  ${hash}`
}

const placeOf = ({ section, sentence }: Pick<Entry, 'section' | 'sentence'>): string => `${section}/${sentence}`

const inSection = ({ section, hash }: Pick<Entry, 'section' | 'hash'>): string => `${section} ${hash}`

/** Paragraphs, list items and whole tables, each with its section. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let section = '0'
  let open: string[] | undefined

  for (const line of markdown.split(/\r?\n/)) {
    const heading = HEADING.exec(line)
    if (heading) section = heading.groups?.number ?? section
    if (heading || line.trim() === '') open = undefined
    else if (open !== undefined && !ITEM.test(line)) open.push(line)
    else {
      open = [line]
      blocks.push({ section, lines: open })
    }
  }
  return blocks
}

/** The sentences of one block. A row of a table is one, whatever stops are in it. */
function cut(lines: readonly string[]): string[] {
  if (lines.every((line) => TABLE.test(line))) {
    const rule = lines.findIndex((line) => RULE.test(line))
    return lines.slice(rule + 1).map(normalised)
  }
  return normalised(lines.join(' ').replace(ITEM, '')).split(END)
}

const normalised = (text: string): string => text.replace(/\s+/g, ' ').trim()

function main(file: string | undefined): number {
  if (file === undefined) {
    console.error('usage: document-map.ts FILE')
    return 2
  }
  const found = sentencesOf(readFileSync(file, 'utf8'))
  const lines = [...differences(found, map)]
  for (const line of lines) console.log(line)
  if (lines.length > 0) return 1
  const reasons = map.filter((entry) => 'reason' in entry).length
  console.log(`${found.length} sentences: ${map.length - reasons} with rows, ${reasons} with a reason`)
  return 0
}

if (import.meta.main) process.exitCode = main(process.argv[2])
