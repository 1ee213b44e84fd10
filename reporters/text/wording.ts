/** Breaks a text at its spaces into lines of limited width. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Lists the first few texts, and says how many more there are. */
export const listSome = (texts: readonly string[], most = 8): string =>
  texts.length > most ? `${texts.slice(0, most).join(', ')} and ${texts.length - most} more` : texts.join(', ')

/** Lists texts as a sentence does: `a, b and c`. */
export const listAll = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

/** A number with its noun: `1 call`, `2 calls`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** A duration as people read it: `812 ms`, `4.2 s`, `3 min 20 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
}

/** A sentence or name with a capital letter. */
export const capitalize = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
