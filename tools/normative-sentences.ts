import type { Sentence } from './document-map.ts'

/** A sentence of a specification that obliges a party, by its strongest word. */
export interface NormativeSentence extends Sentence {
  readonly force: 'must' | 'should'
}

interface Block {
  readonly section: string
  readonly lines: string[]
}

interface Reading {
  readonly blocks: Block[]
  numbers: readonly number[]
  isAppendix: boolean
  section: string
  fence: string | undefined
  open: string[] | undefined
}

const MUST = /\b(?:MUST|SHALL|REQUIRED)\b/
const SHOULD = /\b(?:SHOULD|RECOMMENDED)\b/
const HEADING = /^(#+)\s+/
const HISTORY = /^#\s+(?:Document History|Acknowledge?ments|Notices)/i
const FENCE = /^\s*(`{3,}|~{3,})/
const ITEM = /^\s*(?:\d+\.|[a-z]\.|[-*+])\s+/
const TABLE = /^\s*\|/
const END = /(?<=[.!?]\)?)(?<!\be\.g\.|\bi\.e\.|\bSee\.)\s+(?=[A-Z`"*])/
const UNNUMBERED = /^\{:\s*(?:numbered="false"|unnumbered)/
const FRONT = /^(?:%{3}[\s\S]*?^%{3}|---$[\s\S]*?^--- middle)$/m
const NOISE = /<!--[\s\S]*?-->|^<reference [\s\S]*?^<\/reference>/gm

/**
 * The sentences of a specification with a word of BCP 14 that obliges or recommends, with their section and their number
 * in it. `MAY` and `OPTIONAL` create no obligation. Examples, figures, references and the abstract are left out.
 */
export function normativeSentencesOf(markdown: string): NormativeSentence[] {
  const counts = new Map<string, number>()
  return blocksOf(markdown).flatMap(({ section, lines }) =>
    cut(lines).flatMap((text) => {
      const force = MUST.test(text) ? 'must' : SHOULD.test(text) ? 'should' : undefined
      if (force === undefined) return []
      const sentence = (counts.get(section) ?? 0) + 1
      counts.set(section, sentence)
      return [{ section, sentence, text, force } as const]
    }),
  )
}

function blocksOf(markdown: string): Block[] {
  const reading: Reading = {
    blocks: [],
    numbers: [],
    isAppendix: false,
    section: '',
    fence: undefined,
    open: undefined,
  }
  const lines = markdown.replace(/\r\n/g, '\n').replace(FRONT, '').replace(NOISE, '').split('\n')
  for (const [at, line] of lines.entries()) if (!isFenced(reading, line)) readLine(reading, line, lines[at + 1] ?? '')
  return reading.blocks
}

/** Whether a line is part of an example, or begins or ends one. */
function isFenced(reading: Reading, line: string): boolean {
  const fence = FENCE.exec(line)?.[1]
  const { fence: open } = reading
  if (open === undefined) reading.fence = fence
  else if (fence?.startsWith(open)) reading.fence = undefined
  if (fence !== undefined) reading.open = undefined
  return fence !== undefined || open !== undefined
}

function readLine(reading: Reading, line: string, next: string): void {
  if (/^(?:\{backmatter\}|--- back)/.test(line)) Object.assign(reading, { isAppendix: true, numbers: [] })
  const level = HEADING.exec(line)?.[1]?.length
  if (level !== undefined && !UNNUMBERED.test(next)) openSection(reading, level)
  if (line.startsWith('.#') || HISTORY.test(line) || (level !== undefined && UNNUMBERED.test(next)))
    reading.section = ''
  if (level !== undefined || line.startsWith('.#') || line.trim() === '') reading.open = undefined
  else if (reading.open !== undefined && !ITEM.test(line)) reading.open.push(line)
  else if (reading.section !== '') {
    reading.open = [line]
    reading.blocks.push({ section: reading.section, lines: reading.open })
  }
}

function openSection(reading: Reading, level: number): void {
  const above = Array.from({ length: level - 1 }, (_, at) => reading.numbers[at] ?? 0)
  reading.numbers = [...above, (reading.numbers[level - 1] ?? 0) + 1]
  const [first = 0, ...rest] = reading.numbers
  reading.section = [reading.isAppendix ? String.fromCharCode(64 + first) : first, ...rest].join('.')
}

/** The sentences of one block. A row of a table is one, whatever stops are in it. */
function cut(lines: readonly string[]): string[] {
  if (lines.every((line) => TABLE.test(line))) return lines.map(normalised)
  return normalised(lines.join(' ').replace(ITEM, '')).split(END)
}

const normalised = (text: string): string => text.replace(/\s+/g, ' ').replace(/: : /, ': ').trim()
