import { gunzipSync, inflateSync } from 'node:zlib'

/** How often a text is decoded that was decoded before: a JWT in base64 has its claims two levels deep. */
const maxDepth = 3

/** A longer part is no identifier, and holds none that anyone would look for. */
const longest = 8_192

/** Characters that are decoded of one text. */
const mostDecoded = 500_000

/** Messages repeat most of their texts, and each is searched for several secrets: short ones are read once. */
const known = new Map<string, readonly string[]>()
const [mostKnown, longestKnown] = [256, 1_024]

/** A text as it is, and everything that its parts are in base64, in hexadecimal, compressed, with percent signs or escapes. */
export function readAllWays(text: string): Iterable<string> {
  if (text.length > longestKnown) return readParts(text, maxDepth, { characters: mostDecoded })
  const read = known.get(text) ?? [...readParts(text, maxDepth, { characters: mostDecoded })]
  known.set(text, read)
  if (known.size > mostKnown) for (const oldest of known.keys().take(1)) known.delete(oldest)
  return read
}

function* readParts(text: string, depth: number, left: { characters: number }): Generator<string> {
  yield text
  if (depth === 0) return
  for (const part of new Set([text, ...text.split(/[^\w+/%-]+/), ...text.split(/[^\w+%-]+/)])) {
    for (const decoded of decodeAllWays(part)) {
      left.characters -= decoded.length
      if (left.characters < 0) return
      yield* readParts(decoded, depth - 1, left)
    }
  }
}

function* decodeAllWays(text: string): Generator<string> {
  if (/%[\da-f]{2}/i.test(text))
    yield text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (/\\u[\da-f]{4}/i.test(text))
    yield text.replaceAll(/\\+u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (text.length > longest) return
  if (/^(?:[\da-f]{2}){6,}$/i.test(text)) yield* readOctets(Buffer.from(text, 'hex'))
  if (/^[\w+/-]{8,}={0,2}$/.test(text)) yield* readOctets(Buffer.from(text, 'base64'))
}

/** Octets as a text, and what they are when they are decompressed. */
function* readOctets(octets: Buffer): Generator<string> {
  yield octets.toString('latin1')
  const [first, second] = octets
  if (first === 0x1f && second === 0x8b) yield* expand(() => gunzipSync(octets, within))
  if (first === 0x78) yield* expand(() => inflateSync(octets, within))
}

const within = { maxOutputLength: longest } as const

/** What is not compressed, or is too long, holds nothing. */
function* expand(open: () => Buffer): Generator<string> {
  try {
    yield open().toString('latin1')
  } catch {
    return
  }
}
