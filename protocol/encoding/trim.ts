/**
 * Removes characters from both ends of a text. Each character is tested once; a regular expression that ends with `+$`
 * starts again at every character.
 */
export function removeOuterCharacters(text: string, start: RegExp, end: RegExp = start): string {
  let from = 0
  let to = text.length
  while (from < to) {
    const character = String.fromCodePoint(text.codePointAt(from) ?? 0)
    if (!start.test(character)) break
    from += character.length
  }
  while (from < to) {
    const character = text.slice(to - countUnitsBefore(text, to), to)
    if (!end.test(character)) break
    to -= character.length
  }
  return text.slice(from, to)
}

/** The UTF-16 code units of the character before a place. */
const countUnitsBefore = (text: string, at: number): number =>
  /^[\uDC00-\uDFFF]/.test(text.charAt(at - 1)) && /^[\uD800-\uDBFF]/.test(text.charAt(at - 2)) ? 2 : 1
