/**
 * Whether a few characters of each text show that no two are the same. False says nothing: then the whole texts have to be
 * compared. What is random in a digest, a salt or a disclosure is near one of its ends.
 */
export function isVisiblyDistinct(texts: readonly string[]): boolean {
  const seen = new Set<number>()
  for (const text of texts) seen.add(sketch(text))
  return seen.size === texts.length
}

function sketch(text: string): number {
  const end = text.length
  let sum = end
  for (let i = 4; i < 8; i++) sum = Math.imul(Math.imul(sum, 67) + text.charCodeAt(i), 67) + text.charCodeAt(end - i)
  return sum | 0
}
