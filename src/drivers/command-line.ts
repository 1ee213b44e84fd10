import { HarnessError } from '../../model/errors.ts'

/**
 * The words of a command line, split as a shell would and without one: blanks separate words; `'…'` keeps everything
 * as it stands, `"…"` everything but `\"` and `\\`; outside of quotes `\` keeps the next sign, a blank or a quote
 * included. Nothing else means anything: no variable, no `*`, no pipe, no second command.
 */
export function splitCommandLine(line: string, who: string): readonly [file: string, ...rest: string[]] {
  const left = line.replace(wordPattern, '').trim()
  if (left !== '') refuse(who, `a quote in its command line is not closed: ${left.slice(0, 40)}`)
  const [file = '', ...rest] = [...line.matchAll(wordPattern)].map(([text]) => removeQuotes(text))
  return file === '' ? refuse(who, 'its command line names no program') : [file, ...rest]
}

/** Pieces, quoted or not, without a blank between them. */
const wordPattern = /(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/gsu

const quotedPiece = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gsu

const removeQuotes = (text: string): string =>
  text.replace(quotedPiece, (_, kept?: string, quoted?: string, sign?: string) =>
    quoted === undefined ? (kept ?? sign ?? '') : quoted.replaceAll(/\\(["\\])/g, '$1'),
  )

function refuse(who: string, what: string): never {
  throw new HarnessError('ERR_CONFIG', `${who}: ${what}`)
}
