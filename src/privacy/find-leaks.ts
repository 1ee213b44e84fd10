import { inflateRawSync, unzipSync } from 'node:zlib'

/** A private text, and what it is, in words that may be told. */
export interface PrivateText {
  readonly kind: string
  readonly text: string
}

/** Looks for private texts in an output, and tells of the first that is there. */
export type FindLeak = (output: string) => PrivateText | undefined

/** Characters of which all spellings have more: what is shorter may be any word. */
const least = 8
/** Characters by which a long text gives itself away: how it begins may be common to many. */
const piece = 40
/** What is inflated, at most: octets of one run, octets of all, and runs. */
const most = { one: 1_000_000, all: 8_000_000, runs: 4_000 }

/**
 * Watches for private texts: in clear, escaped as JSON, XML or an address do, in base64, base64url or hexadecimal, and
 * deflated under one of these. What `isOurs` knows for a word of our own gives nobody away; it is asked about the part
 * that was found.
 */
export function createLeakFinder(
  canaries: Iterable<PrivateText>,
  isOurs: (part: PrivateText) => boolean = () => false,
): FindLeak {
  const index = new Index()
  for (const canary of canaries) {
    for (const text of piecesOf(canary.text)) {
      const part: Part = { canary, text }
      for (const spelling of spellingsOf(text)) index.add(spelling.toLowerCase(), part)
    }
  }
  const ours = new Map<Part, boolean>()
  const isLeak = (part: Part): boolean => {
    const known = ours.get(part) ?? isOurs({ kind: part.canary.kind, text: part.text })
    ours.set(part, known)
    return !known
  }
  return (output) => {
    for (const text of layersOf(output)) {
      const found = index.find(text.toLowerCase(), isLeak)
      if (found) return found.canary
    }
    return undefined
  }
}

/** What is looked for of a private text. */
interface Part {
  readonly canary: PrivateText
  readonly text: string
}

/** Parts of a text by which it is known. A text that is too short has none. */
function piecesOf(text: string): readonly string[] {
  if (text.length < least) return []
  if (text.length <= 2 * piece) return [text].filter(isTelling)
  const middle = text.length >> 1
  return [text.slice(middle, middle + piece), text.slice(-piece)].filter(isTelling)
}

/**
 * Whether a text tells of where it comes from. Forty times the same letter stands in many places, and what is left of
 * octets that were no text stands wherever something else was decoded.
 */
const isTelling = (text: string): boolean =>
  (text.length < piece || new Set(text).size > 8) && (!noise.test(text) || text.replaceAll(noises, '').length >= least)

const noise = /[\p{Cc}\ufffd]/u
const noises = new RegExp(noise, 'gu')

/** How a text is written where some of its characters may not stand as they are. */
function spellingsOf(text: string): Iterable<string> {
  if (/^[\w.-]*$/.test(text)) return [text]
  const json = JSON.stringify(text).slice(1, -1)
  const percent = encodeURIComponent(text.toWellFormed())
  return new Set([
    text,
    json,
    json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign),
    percent,
    percent.replaceAll('%20', '+'),
  ])
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text, what is encoded in it, and what was deflated before it was encoded. */
function* layersOf(output: string): Generator<string> {
  yield output
  const runs = [...new Set(output.match(/[\w+/-]{11,}/g))].slice(0, most.runs)
  const decoded = runs.flatMap(decodings)
  yield decoded.map((octets) => octets.toString('utf8')).join('\n')
  const inflated = [...inflatedIn(runs)]
  if (inflated.length === 0) return
  yield inflated.join('\n')
  yield inflated.flatMap((text) => (text.match(/[\w+/-]{11,}/g) ?? []).flatMap(decodings)).join('\n')
}

/** What a run of letters may stand for. Its encoding may begin at any of the first: four of base64 make three octets. */
const decodings = (run: string): readonly Buffer[] => [
  ...[0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64')),
  ...(run.match(/[0-9a-f]{16,}/gi) ?? []).flatMap((digits) =>
    [0, 1].map((from) => Buffer.from(digits.slice(from), 'hex')),
  ),
]

function* inflatedIn(runs: readonly string[]): Generator<string> {
  let octets = 0
  for (const run of runs) {
    for (const encoding of encodingsOf(run)) {
      for (const inflated of inflations(Buffer.from(run, encoding))) {
        octets += inflated.length
        yield inflated.toString('utf8')
      }
      if (octets > most.all) return
    }
  }
}

/** Words and names have letters of one size, or large ones at their beginnings alone. */
const encodingsOf = (run: string): readonly ('hex' | 'base64')[] => {
  if (/^[0-9a-f]{16,}$/i.test(run)) return ['hex', 'base64']
  const isMixed = /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d|[A-Z]{2}[a-z]|[a-z][A-Z]{2}/.test(run)
  return isMixed ? ['base64'] : []
}

function* inflations(octets: Uint8Array): Generator<Buffer> {
  for (const inflate of [inflateRawSync, unzipSync]) {
    try {
      const inflated = inflate(octets, { maxOutputLength: most.one })
      if (inflated.length >= least) yield inflated
    } catch {
      // It was not deflated, or to more than is looked at.
    }
  }
}

/** Texts by the hash of how they begin, which rolls over an output: a look costs the length of it, however many there are. */
class Index {
  readonly #known = new Uint8Array(1 << 20)
  readonly #byHash = new Map<number, (readonly [spelling: string, part: Part])[]>()

  add(spelling: string, part: Part): void {
    if (spelling.length < least) return
    const hash = hashOf(spelling)
    const alike = this.#byHash.get(hash)
    if (alike) alike.push([spelling, part])
    else this.#byHash.set(hash, [[spelling, part]])
    this.#known[hash >>> 12] = 1
  }

  find(text: string, isWanted: (part: Part) => boolean): Part | undefined {
    if (text.length < least) return undefined
    let hash = hashOf(text)
    for (let at = 0; ; at++) {
      if (this.#known[hash >>> 12] === 1) {
        const found = this.#byHash.get(hash)?.find(([spelling, each]) => isThere(spelling, text, at) && isWanted(each))
        if (found) return found[1]
      }
      if (at + least >= text.length) return undefined
      hash = rolled(hash, text.charCodeAt(at), text.charCodeAt(at + least))
    }
  }
}

/** A day that goes on with an hour is a time, which is nobody's. */
const isThere = (spelling: string, text: string, at: number): boolean =>
  text.startsWith(spelling, at) &&
  !(/^\d{4}-\d\d-\d\d$/.test(spelling) && /^t\d\d:/i.test(text.slice(at + spelling.length, at + spelling.length + 4)))

const base = 0x01000193
const leaving = Array.from({ length: least }).reduce<number>((power) => Math.imul(power, base), 1)

function hashOf(text: string): number {
  let hash = 0
  for (let i = 0; i < least; i++) hash = rolled(hash, 0, text.charCodeAt(i))
  return hash
}

const rolled = (hash: number, out: number, entering: number): number =>
  (Math.imul(hash, base) + entering - Math.imul(out, leaving)) >>> 0
