import { inflateRawSync, unzipSync } from 'node:zlib'

/** A private text, and what kind of value it is. */
export interface PrivateText {
  readonly kind: string
  readonly text: string
}

/** The kind of a private text that only a message brought. */
export const receivedKind = 'something private in a message'

/** Returns the first private text that an output holds. */
export type FindLeak = (output: string) => PrivateText | undefined

/** A shorter text may be any word. */
const least = 8
/** Length of the pieces of a long text that are searched for. Its beginning is not one: many texts may share it. */
const piece = 40
/** Limits of inflating: octets of one run, octets of all runs, number of runs. */
const most = { one: 1_000_000, all: 8_000_000, runs: 4_000 }

/**
 * Finds private texts in clear, escaped as in JSON, XML or a URL, in base64, base64url or hexadecimal, and deflated
 * below one of these. A part for which `isOurs` is true is a word of our own, and no leak.
 */
export function createLeakFinder(
  canaries: Iterable<PrivateText>,
  isOurs: (part: PrivateText) => boolean = () => false,
): FindLeak {
  const index = new RollingIndex()
  for (const canary of canaries) {
    for (const text of cutPieces(canary.text)) {
      const part: Part = { canary, text }
      for (const spelling of listSpellings(text)) index.add(spelling.toLowerCase(), part)
    }
  }
  const ours = new Map<Part, boolean>()
  const isLeak = (part: Part): boolean => {
    const known = ours.get(part) ?? isOurs({ kind: part.canary.kind, text: part.text })
    ours.set(part, known)
    return !known
  }
  return (output) => {
    for (const text of listLayers(output)) {
      const found = index.find(text.toLowerCase(), isLeak)
      if (found) return found.canary
    }
    return undefined
  }
}

/** A part of a private text that is searched for. */
interface Part {
  readonly canary: PrivateText
  readonly text: string
}

/** Cuts a text into the pieces that identify it. A text that is too short has none. */
function cutPieces(text: string): readonly string[] {
  if (text.length < least) return []
  if (text.length <= 2 * piece) return [text].filter(isDistinctive)
  const middle = text.length >> 1
  return [text.slice(middle, middle + piece), text.slice(-piece)].filter(isDistinctive)
}

/**
 * Whether a text identifies its source. One letter forty times over does not, nor do the replacement characters left
 * by decoding octets that are not text.
 */
const isDistinctive = (text: string): boolean =>
  (text.length < piece || hasManyLetters(text)) && (!noise.test(text) || text.replaceAll(noises, '').length >= least)

function hasManyLetters(text: string): boolean {
  let letters = ''
  for (let i = 0; i < text.length && letters.length <= fewLetters; i++)
    if (!letters.includes(text.charAt(i))) letters += text.charAt(i)
  return letters.length > fewLetters
}

/** A text of so few different letters does not identify anything. */
const fewLetters = 8

const noise = /[\p{Cc}\ufffd]/u
const noises = new RegExp(noise, 'gu')

/** Lists a text with its escaped forms: JSON, XML and percent-encoding. */
function listSpellings(text: string): Iterable<string> {
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

/** Lists an output, what is encoded in it, and what was deflated before it was encoded. */
function* listLayers(output: string): Generator<string> {
  yield output
  const runs = [...new Set(output.match(/[\w+/-]{11,}/g))].slice(0, most.runs)
  const decoded = runs.flatMap(decodeRun)
  yield decoded.map((octets) => octets.toString('utf8')).join('\n')
  const inflated = [...inflateRuns(runs)]
  if (inflated.length === 0) return
  yield inflated.join('\n')
  yield inflated.flatMap((text) => (text.match(/[\w+/-]{11,}/g) ?? []).flatMap(decodeRun)).join('\n')
}

/** Decodes a run of letters. The encoding may begin at any of the first: four letters of base64 make three octets. */
const decodeRun = (run: string): readonly Buffer[] => [
  ...[0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64')),
  ...(run.match(/[0-9a-f]{16,}/gi) ?? []).flatMap((digits) =>
    [0, 1].map((from) => Buffer.from(digits.slice(from), 'hex')),
  ),
]

function* inflateRuns(runs: readonly string[]): Generator<string> {
  let octets = 0
  for (const run of runs) {
    for (const encoding of guessEncodings(run)) {
      for (const inflated of inflate(Buffer.from(run, encoding))) {
        octets += inflated.length
        yield inflated.toString('utf8')
      }
      if (octets > most.all) return
    }
  }
}

/** Guesses the encodings of a run. Words and names are in one case, or have capitals at their beginnings only. */
const guessEncodings = (run: string): readonly ('hex' | 'base64')[] => {
  if (/^[0-9a-f]{16,}$/i.test(run)) return ['hex', 'base64']
  const isMixed = /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d|[A-Z]{2}[a-z]|[a-z][A-Z]{2}/.test(run)
  return isMixed ? ['base64'] : []
}

function* inflate(octets: Uint8Array): Generator<Buffer> {
  for (const inflate of [inflateRawSync, unzipSync]) {
    try {
      const inflated = inflate(octets, { maxOutputLength: most.one })
      if (inflated.length >= least) yield inflated
    } catch {
      // Not deflated, or above the limit.
    }
  }
}

/** Texts by a rolling hash of their first characters: a search costs the length of the output, however many there are. */
class RollingIndex {
  readonly #known = new Uint8Array(1 << 20)
  readonly #byHash = new Map<number, (readonly [spelling: string, part: Part])[]>()

  add(spelling: string, part: Part): void {
    if (spelling.length < least) return
    const hash = hashStart(spelling)
    const alike = this.#byHash.get(hash)
    if (alike) alike.push([spelling, part])
    else this.#byHash.set(hash, [[spelling, part]])
    this.#known[hash >>> 12] = 1
  }

  find(text: string, isWanted: (part: Part) => boolean): Part | undefined {
    if (text.length < least) return undefined
    let hash = hashStart(text)
    for (let at = 0; ; at++) {
      if (this.#known[hash >>> 12] === 1) {
        const found = this.#byHash
          .get(hash)
          ?.find(([spelling, each]) => isFoundAt(spelling, text, at) && isWanted(each))
        if (found) return found[1]
      }
      if (at + least >= text.length) return undefined
      hash = rollHash(hash, text.charCodeAt(at), text.charCodeAt(at + least))
    }
  }
}

/** A private date that is followed by an hour is part of a timestamp, and no leak. */
const isFoundAt = (spelling: string, text: string, at: number): boolean =>
  text.startsWith(spelling, at) &&
  !(/^\d{4}-\d\d-\d\d$/.test(spelling) && /^t\d\d:/i.test(text.slice(at + spelling.length, at + spelling.length + 4)))

const base = 0x01000193
const leaving = Array.from({ length: least }).reduce<number>((power) => Math.imul(power, base), 1)

function hashStart(text: string): number {
  let hash = 0
  for (let i = 0; i < least; i++) hash = rollHash(hash, 0, text.charCodeAt(i))
  return hash
}

const rollHash = (hash: number, out: number, entering: number): number =>
  (Math.imul(hash, base) + entering - Math.imul(out, leaving)) >>> 0
