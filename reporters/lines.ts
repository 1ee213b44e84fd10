/** Text in lines of at most so many characters, broken at blanks. */
export function wrap(text: string, width: number): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last === '') lines[lines.length - 1] = word
    else if (last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Ids in a row; of many the first, and how many there are beside them. */
export const listed = (ids: readonly string[], most = 8): string =>
  ids.length > most ? `${ids.slice(0, most).join(', ')} and ${ids.length - most} more` : ids.join(', ')

/** A number of things, in words: `1 call`, `2 calls`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
