import { encodeOctets } from '../encoding/base64url.ts'
import type { JsonValue } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { type DisclosureOrder, elementPositions } from './claim.ts'
import { decodePlain, seen } from './plain-octets.ts'

/** Reads the disclosures of one credential at a time. */
export interface TripleReader {
  /**
   * Decodes every part of a text that ends with `~`, from `start` on. Of a text that is not ASCII, or is very long, nothing is
   * read. What was loaded holds until the next `load`.
   */
  readonly load: (text: string, start: number) => void
  /**
   * The elements of a disclosure by its place, if they are three, each a text or a boolean, written without blanks and without
   * escapes: nearly all are. Nothing for any other, be it valid or not: then the strict readers decode it again and say what
   * it is.
   */
  readonly read: (index: number) => readonly JsonValue[] | undefined
  /** What the digest of each disclosure is over under `parts`; nothing for one of which no elements are read. */
  readonly writeInputs: (order: DisclosureOrder) => readonly (string | undefined)[]
}

/** A longer text is left to the strict readers. */
const roomy = 65_536
/** A photo is decoded faster by Node itself. */
const longest = 1_024

/** The JSON text of an element that was read: nothing in it is escaped. */
export const writePlain = (element: JsonValue): string => (typeof element === 'string' ? `"${element}"` : `${element}`)

/** What was loaded. */
interface Triples {
  readonly encoded: Buffer
  readonly decoded: Buffer
  /** Digest inputs. */
  readonly inputs: Buffer
  /** Of each disclosure: what was seen in it. */
  readonly kinds: Uint8Array
  /** Of each disclosure: where its elements begin, and where each of them ends. */
  readonly places: Uint16Array
  /** All octets as one text: a part of it is made faster than a text of its own. */
  whole: string
  count: number
}

/**
 * All disclosures of a credential are decoded into one memory, split as one text, and encoded again for their digests in one go:
 * calls into Node cost more than what they do for a single disclosure.
 */
export function createTripleReader(): TripleReader {
  const triples: Triples = {
    encoded: Buffer.allocUnsafeSlow(roomy),
    decoded: Buffer.allocUnsafeSlow(roomy),
    inputs: Buffer.allocUnsafeSlow(2 * roomy),
    kinds: new Uint8Array(limits.disclosures),
    places: new Uint16Array(4 * limits.disclosures),
    whole: '',
    count: 0,
  }
  return {
    load: (text, start) => load(triples, text, start),
    read: (index) => readTriple(triples, index),
    writeInputs: (order) => writeInputs(triples, order),
  }
}

function load(triples: Triples, text: string, start: number): void {
  const { encoded, decoded, kinds, places } = triples
  triples.count = 0
  if (text.length > roomy || encoded.write(text) !== text.length) return
  let [count, from, at] = [0, start, 0]
  for (let to = text.indexOf('~', from); to >= 0 && count < kinds.length; to = text.indexOf('~', from)) {
    const kind = to - from > longest ? seen.unusual : decodePlain(encoded, from, to, decoded, at)
    places[4 * count] = at
    if (kind !== seen.unusual) at += ((to - from) * 3) >> 2
    places[4 * count + 3] = at
    kinds[count++] = kind
    from = to + 1
  }
  triples.whole = decoded.toString('latin1', 0, at)
  triples.count = count
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== seen.unusual && !splitPlain(triples.whole, places, 4 * i)) kinds[i] = seen.unusual
  }
}

/** Splits `["a","b","c"]`, in which nothing is escaped. Its two ends are replaced by those of its elements. */
function splitPlain(text: string, places: Uint16Array, at: number): boolean {
  const start = places[at] ?? 0
  const one = endOfElement(text, start + 1)
  const two = endOfElement(text, one + 1)
  const three = endOfElement(text, two + 1)
  // Whatever was read behind the end belongs to the next disclosure.
  if (one < 0 || two < 0 || three < 0 || three + 1 !== places[at + 3]) return false
  places[at] = start + 1
  places[at + 1] = one
  places[at + 2] = two
  places[at + 3] = three
  const marks = [text.charCodeAt(start), text.charCodeAt(one), text.charCodeAt(two), text.charCodeAt(three)]
  return marks[0] === opening && marks[1] === comma && marks[2] === comma && marks[3] === closing
}

const [quote, comma, opening, closing, letterT] = [0x22, 0x2c, 0x5b, 0x5d, 0x74]

/** Where a text or a boolean ends; -1 for anything else. */
function endOfElement(text: string, at: number): number {
  if (text.charCodeAt(at) === quote) return text.indexOf('"', at + 1) + 1 || -1
  if (text.startsWith('true', at)) return at + 4
  return text.startsWith('false', at) ? at + 5 : -1
}

function readTriple(
  { whole, decoded, kinds, places, count }: Triples,
  index: number,
): readonly JsonValue[] | undefined {
  const at = 4 * index
  if (index >= count || kinds[index] === seen.unusual) return undefined
  if (kinds[index] === seen.wide)
    return readWide(decoded.toString('utf8', (places[at] ?? 0) - 1, (places[at + 3] ?? 0) + 1))
  const [start = 0, one = 0, two = 0, three = 0] = [places[at], places[at + 1], places[at + 2], places[at + 3]]
  return [readElement(whole, start, one), readElement(whole, one + 1, two), readElement(whole, two + 1, three)]
}

const readElement = (text: string, from: number, to: number): JsonValue =>
  text.charCodeAt(from) === quote ? text.slice(from + 1, to - 1) : text.charCodeAt(from) === letterT

/** Only where this is read can there have been octets that are no UTF-8. The rest was seen to be JSON. */
const readWide = (json: string): readonly JsonValue[] | undefined =>
  json.includes('\ufffd') ? undefined : JSON.parse(json)

function writeInputs(triples: Triples, order: DisclosureOrder): readonly (string | undefined)[] {
  const { inputs, kinds, count } = triples
  const [saltAt, nameAt, valueAt] = elementPositions[order]
  const ends: number[] = []
  let at = 0
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== seen.unusual) {
      const salt = encodeElement(triples, 4 * i, saltAt, at)
      const name = encodeElement(triples, 4 * i, nameAt, salt)
      at = encodeElement(triples, 4 * i, valueAt, name)
    }
    ends.push(at)
  }
  const whole = inputs.toString('latin1', 0, at)
  return ends.map((end, i) => (kinds[i] === seen.unusual ? undefined : whole.slice(ends[i - 1] ?? 0, end)))
}

/** Encodes a text without its quotes, or a boolean, and returns the end of what is encoded. */
function encodeElement({ decoded, inputs, places }: Triples, first: number, position: number, at: number): number {
  const from = (places[first + position] ?? 0) + (position === 0 ? 0 : 1)
  const to = places[first + position + 1] ?? 0
  const quotes = decoded[from] === quote ? 1 : 0
  return encodeOctets(decoded, from + quotes, to - quotes, inputs, at)
}
