/** Characters that a terminal obeys, or that make text look like other text: controls, marks of direction, blanks of no width. */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be found
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu

/** Characters of one text that are shown. */
const longest = 240

/** Text of a stranger, made harmless for a terminal and short enough for a line. */
export function harmless(text: string, most = longest): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}… (${text.length} characters)` : text
  return cut.replaceAll(unsafe, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)
}

/** JSON text of the same value in which nothing is left that a terminal obeys. */
export const harmlessJson = (json: string): string =>
  json.replaceAll(unsafe, (each) =>
    each === '\n'
      ? each
      : each
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
  )
