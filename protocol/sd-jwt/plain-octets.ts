/** What was seen in a text in base64url: what is no character of it, or what JSON would escape, makes it unusual. */
export const seen = { ascii: 0, wide: 1, unusual: 2 } as const

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** What no character of base64url says. */
const foreign = 1 << 24

/** What each character says at one of the four places of a group: some of 24 bits. */
function listBits(shift: number): Int32Array {
  const bits = new Int32Array(256).fill(foreign)
  for (let i = 0; i < alphabet.length; i++) bits[alphabet.charCodeAt(i)] = i << shift
  return bits
}

const [firsts, seconds, thirds, fourths] = [listBits(18), listBits(12), listBits(6), listBits(0)]
const look = (bits: Int32Array, character: number | undefined): number => bits[character ?? 0] ?? foreign

/** Decodes canonical base64url, and returns what was seen. Three octets are looked at as one number. */
export function decodePlain(source: Uint8Array, from: number, to: number, target: Uint8Array, start: number): number {
  const rest = (to - from) & 3
  const last = to - rest
  let [at, all, odd] = [start, 0, 0]
  for (let i = from; i < last; i += 4) {
    const octets =
      look(firsts, source[i]) |
      look(seconds, source[i + 1]) |
      look(thirds, source[i + 2]) |
      look(fourths, source[i + 3])
    target[at++] = octets >> 16
    target[at++] = octets >> 8
    target[at++] = octets
    all |= octets
    odd |= markOdd(octets)
  }
  if (rest > 0) {
    const octets = decodeRest(source, last, rest)
    target[at++] = octets >> 16
    if (rest === 3) target[at++] = octets >> 8
    all |= octets
    odd |= markOdd(octets)
  }
  if ((all & foreign) !== 0 || (odd & highBits) !== 0) return seen.unusual
  return (all & highBits) === 0 ? seen.ascii : seen.wide
}

/** The last two or three characters, with blanks for the octets that are not there. Their spare bits have to be zero. */
function decodeRest(source: Uint8Array, at: number, rest: number): number {
  if (rest === 1) return foreign
  const octets =
    look(firsts, source[at]) | look(seconds, source[at + 1]) | (rest === 3 ? look(thirds, source[at + 2]) : 0)
  const spare = rest === 3 ? 0xff : 0xffff
  return (octets & spare) === 0 ? octets | (0x2020 & spare) : foreign
}

const highBits = 0x808080

/** Sets a high bit if one of three octets is a control character or a backslash. Other bits say nothing. */
function markOdd(octets: number): number {
  const differences = octets ^ 0x5c5c5c
  return ((octets - 0x202020) & ~octets) | ((differences - 0x010101) & ~differences)
}
