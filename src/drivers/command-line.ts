import { HarnessError } from '../../model/errors.ts'

/**
 * Splits a command line into words as a shell would, without a shell: blanks separate words; `'…'` keeps everything
 * as it is, `"…"` everything except `\"` and `\\`; outside of quotes `\` keeps the next character, a blank or a quote
 * included. Nothing else has a meaning: no variable, no `*`, no pipe, no second command.
 */
export function splitCommandLine(line: string, label: string): readonly [file: string, ...rest: string[]] {
  const left = line.replace(wordPattern, '').trim()
  if (left !== '') refuse(label, `a quote in its command line is not closed: ${left.slice(0, 40)}`)
  const [file = '', ...rest] = [...line.matchAll(wordPattern)].map(([text]) => removeQuotes(text))
  return file === '' ? refuse(label, 'its command line names no program') : [file, ...rest]
}

/** Pieces, quoted or not, without a blank between them. */
const wordPattern = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gsu

const quotedPiece = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gsu

const removeQuotes = (text: string): string =>
  text.replace(quotedPiece, (_, kept?: string, quoted?: string, sign?: string) =>
    quoted === undefined ? (kept ?? sign ?? '') : quoted.replaceAll(/\\(["\\])/g, '$1'),
  )

function refuse(label: string, what: string): never {
  throw new HarnessError('ERR_CONFIG', `${label}: ${what}`)
}
