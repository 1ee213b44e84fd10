/** The number of letters to change, insert or remove to turn one word into another. */
export function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      const changed = (row[j] ?? 0) + (letter === other[j] ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The word that was probably meant, as the end of a sentence; empty if none is close. */
export function suggestWord(word: string, words: readonly string[]): string {
  const lower = word.slice(0, 100).toLowerCase()
  const ranked = words
    .map((each) => ({ each, far: countEdits(lower, each.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  const [best] = ranked
  if (best && best.far <= Math.max(2, lower.length / 3)) return `; did you mean \`${best.each}\`?`
  const longer = words.find((each) => lower.length > 2 && each.toLowerCase().includes(lower))
  return longer ? `; did you mean \`${longer}\`?` : ''
}
