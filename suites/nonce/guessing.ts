/** What a nonce has to hold, in bits: less can be tried out. */
const enough = 64

/** What has to differ from one nonce to the next, in bits. A counter or a clock changes less in the time of a run. */
const changing = 32

/**
 * Why nonces could be guessed, as far as a few of them show it; nothing if they may be random. Errs on the side of the
 * issuer: what has structure and room for chance as well is not accused.
 */
export function explainGuessable(nonces: readonly string[]): string | undefined {
  const bits = bitsIn(nonces.join(''))
  // The longest counts, and is rounded up: a number that is random in 64 bits may begin with zeros that nobody writes.
  const most = Math.ceil(Math.max(...nonces.map(({ length }) => length)) * bits)
  if (most < enough) return `${most} bits at most`
  const distinct = [...new Set(nonces)]
  const apart = differing(distinct)
  const longest = Math.max(...apart.map(({ length }) => length))
  if (distinct.length < 2 || longest * bitsIn(apart.join('')) >= changing) return undefined
  return longest === 1 ? 'only one character changes from one to the next' : `only ${longest} characters change`
}

/** What a sign can tell at most, by the alphabet that it seems to be of. */
function bitsIn(text: string): number {
  if (/^\d*$/.test(text)) return Math.log2(10)
  if (/^(?:[\da-f-]*|[\dA-F-]*)$/.test(text)) return 4
  if (/^(?:[\da-z-]*|[\dA-Z-]*)$/.test(text)) return Math.log2(36)
  return 6
}

/** What is left of texts without the beginning and the end that all have in common. */
function differing(texts: readonly string[]): readonly string[] {
  const start = commonIn(texts)
  const rests = texts.map((text) => text.slice(start))
  const end = commonIn(rests.map((text) => [...text].reverse().join('')))
  return rests.map((text) => text.slice(0, text.length - end))
}

function commonIn(texts: readonly string[]): number {
  const [first = '', ...others] = texts
  const end = [...first].findIndex((sign, i) => others.some((other) => other[i] !== sign))
  return end < 0 ? first.length : end
}
