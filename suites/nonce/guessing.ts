/** The bits that a nonce has to have: with fewer, an attacker can try all values. */
const leastBits = 64

/** The bits that have to change between nonces. A counter or a clock changes fewer in the time of a run. */
const leastChangingBits = 32

/**
 * Why nonces can be guessed, as far as a few of them show it; `undefined` if they may be random. Errs on the side of the
 * issuer: nonces with a structure pass if they have room for random bits as well.
 */
export function explainGuessable(nonces: readonly string[]): string | undefined {
  const bits = estimateBits(nonces.join(''))
  // The longest nonce counts: a random number of 64 bits loses its leading zeros when it is written.
  const most = Math.ceil(Math.max(...nonces.map(({ length }) => length)) * bits)
  if (most < leastBits) return `a nonce of at most ${most} bits`
  const distinct = [...new Set(nonces)]
  const changing = trimCommon(distinct)
  const longest = Math.max(...changing.map(({ length }) => length))
  if (distinct.length < 2 || longest * estimateBits(changing.join('')) >= leastChangingBits) return undefined
  return longest === 1
    ? 'only one character changes between nonces'
    : `only ${longest} characters change between nonces`
}

/** The most bits that a character can have, by the alphabet that the text seems to use. */
function estimateBits(text: string): number {
  if (/^\d*$/.test(text)) return Math.log2(10)
  if (/^(?:[\da-f-]*|[\dA-F-]*)$/.test(text)) return 4
  if (/^(?:[\da-z-]*|[\dA-Z-]*)$/.test(text)) return Math.log2(36)
  return 6
}

/** Texts without the prefix and the suffix that all of them share. */
function trimCommon(texts: readonly string[]): readonly string[] {
  const start = measureCommonPrefix(texts)
  const rests = texts.map((text) => text.slice(start))
  const end = measureCommonPrefix(rests.map((text) => [...text].reverse().join('')))
  return rests.map((text) => text.slice(0, text.length - end))
}

function measureCommonPrefix(texts: readonly string[]): number {
  const [first = '', ...others] = texts
  const end = [...first].findIndex((character, i) => others.some((other) => other[i] !== character))
  return end < 0 ? first.length : end
}
