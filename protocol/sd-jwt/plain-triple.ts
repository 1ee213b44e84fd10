import type { Elements, JsonValue } from '../encoding/json.ts'

/** Reads the disclosures of one credential. */
export interface TripleReader {
  /** Takes the text in which the disclosures are. From one that is not ASCII, or is very long, nothing is read. */
  readonly load: (text: string) => void
  /**
   * A disclosure of three elements, each a text or a boolean, written without blanks and without escapes: nearly all are.
   * Nothing for any other, be it valid or not: then the strict readers decode it again and say what it is.
   */
  readonly read: (from: number, to: number) => Elements | undefined
}

const roomy = 65_536
/** A photo is decoded faster by Node itself. */
const longest = 1_024

/** Octets that hold until the next `load`. A reader is for one credential at a time. */
export function createTripleReader(): TripleReader {
  const encoded = Buffer.allocUnsafeSlow(roomy)
  const decoded = Buffer.allocUnsafeSlow(longest)
  let isLoaded = false
  return {
    load: (text) => {
      isLoaded = text.length <= roomy && encoded.write(text) === text.length
    },
    read: (from, to) => {
      if (!isLoaded || to - from > longest) return undefined
      const seen = decode(encoded, from, to, decoded)
      if ((seen & unusual) !== 0) return undefined
      const text = decoded.toString(seen === 0 ? 'latin1' : 'utf8', 0, ((to - from) * 3) >> 2)
      return seen !== 0 && text.includes(replacement) ? undefined : splitPlain(text)
    },
  }
}

/** Only where this is read can there have been octets that are no UTF-8. */
const replacement = '\ufffd'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** What no plain disclosure has: a character outside base64url, a control character, a backslash. */
const unusual = 0x80
/** An octet of a character outside ASCII. */
const wide = 0x40

const values = new Uint8Array(256).fill(unusual)
for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i
const kinds = Uint8Array.from({ length: 256 }, (_, octet) =>
  octet < 0x20 || octet === 0x5c ? unusual : octet < 0x80 ? 0 : wide,
)

/** Decodes base64url, and returns what was seen: nothing, or bits of `unusual` and `wide`. */
function decode(source: Uint8Array, from: number, to: number, target: Uint8Array): number {
  const rest = (to - from) & 3
  let [at, seen, i] = [0, 0, from]
  for (; i < to - rest; i += 4) {
    const a = readValue(source, i)
    const b = readValue(source, i + 1)
    const c = readValue(source, i + 2)
    const d = readValue(source, i + 3)
    const first = ((a << 2) | (b >> 4)) & 0xff
    const second = ((b << 4) | (c >> 2)) & 0xff
    const third = ((c << 6) | d) & 0xff
    seen |= ((a | b | c | d) & unusual) | readKind(first) | readKind(second) | readKind(third)
    target[at++] = first
    target[at++] = second
    target[at++] = third
  }
  return rest === 0 ? seen : seen | decodeRest(source, i, rest, target, at)
}

/** Decodes the last two or three characters, whose spare bits have to be zero. */
function decodeRest(source: Uint8Array, i: number, rest: number, target: Uint8Array, at: number): number {
  if (rest === 1) return unusual
  const a = readValue(source, i)
  const b = readValue(source, i + 1)
  const c = rest === 3 ? readValue(source, i + 2) : 0
  if (((a | b | c) & unusual) !== 0 || (rest === 3 ? c & 3 : b & 15) !== 0) return unusual
  const [first, second] = [(a << 2) | (b >> 4), ((b << 4) | (c >> 2)) & 0xff]
  target[at] = first
  if (rest === 2) return readKind(first)
  target[at + 1] = second
  return readKind(first) | readKind(second)
}

const readValue = (source: Uint8Array, at: number): number => values[source[at] ?? 0] ?? unusual
const readKind = (octet: number): number => kinds[octet] ?? unusual

const [quote, comma, opening, closing] = [0x22, 0x2c, 0x5b, 0x5d]

/** Splits `["a","b","c"]`, in which nothing is escaped. */
function splitPlain(text: string): Elements | undefined {
  if (text.charCodeAt(0) !== opening) return undefined
  const content: JsonValue[] = []
  const slices: string[] = []
  let at = 1
  for (let left = 3; left > 0; left--) {
    const end = endOfElement(text, at)
    if (end < 0 || text.charCodeAt(end) !== (left === 1 ? closing : comma)) return undefined
    const slice = text.slice(at, end)
    slices.push(slice)
    content.push(text.charCodeAt(at) === quote ? text.slice(at + 1, end - 1) : slice === 'true')
    at = end + 1
  }
  return at === text.length ? { content, slices } : undefined
}

/** Where a text or a boolean ends; -1 for anything else. */
function endOfElement(text: string, at: number): number {
  if (text.charCodeAt(at) === quote) return text.indexOf('"', at + 1) + 1 || -1
  if (text.startsWith('true', at)) return at + 4
  return text.startsWith('false', at) ? at + 5 : -1
}
