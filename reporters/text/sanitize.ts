/** Characters that a terminal obeys or that disguise text: controls, direction marks, zero-width spaces, lone surrogates. */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be found
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu

/** Characters of one text that are shown on a terminal, and in a file. */
const limits = { terminal: 240, file: 4_000 } as const

/** Makes a text from outside safe for a terminal and short enough for a line. */
export function sanitize(text: string, most: number = limits.terminal): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}… (${text.length} characters)` : text
  return cut.replaceAll(unsafe, escapeCodePoint)
}

/** Escapes unsafe characters in JSON text; its value stays the same. */
export const sanitizeJson = (json: string): string =>
  json.replaceAll(unsafe, (each) => (each === '\n' ? each : each.split('').map(escapeCodeUnit).join('')))

/** Writes a value as JSON in which no text can be obeyed or disguised: every JSON that is printed or kept in a file. */
export const writeJson = (value: unknown, indent?: number): string =>
  sanitizeJson(JSON.stringify(value, undefined, indent))

/** Makes a text from outside safe for a file: also without code points that XML and YAML forbid. */
export const sanitizeForFile = (text: string, most: number = limits.file): string =>
  sanitize(text, most).replaceAll(/\p{NChar}/gu, escapeCodePoint)

/** Does the same and keeps line breaks. */
export const sanitizeLines = (text: string, most?: number): string =>
  sanitizeForFile(text, most).replaceAll('\\u{a}', '\n')

/** Formats a JSON document as lines, with every text made safe. */
export const formatJsonLines = (document: unknown, most?: number): readonly string[] =>
  sanitizeJson(
    JSON.stringify(document, (_, value) => (typeof value === 'string' ? sanitizeLines(value, most) : value), 2),
  ).split('\n')

const escapeCodePoint = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

const escapeCodeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
