import { removeOuterCharacters } from '../../protocol/encoding/trim.ts'
import { errorCodes } from '../../suites/kit/registered-names.ts'
import { isMediaType } from './media-types.ts'
import { isOurWord } from './our-sentences.ts'
import { describeText } from './public-places.ts'
import { isKnownWord, type RedactionContext } from './redaction-context.ts'

// What a target says of itself, such as the description of an error, may have the values of a holder in it, whole or in pieces.
// What is shown of it has a known form; of everything else only the length.

/** What a number of a target may count, for it to be shown. */
export const units =
  's|ms|seconds|minutes|hours|days|octets|bytes|kB|MB|characters|bits|disclosures|hashes|signatures|comparisons|values'

/** A number with its unit, or what is between blanks. */
const piece = new RegExp(`(?<!\\S)(\\d{1,6}(?:\\.\\d)? ?(?:${units}))(?![^\\s.,;:)])|\\S+`, 'g')

/** Classes of errors that languages have. */
const errorClass =
  /^(?:(?:Type|Range|Syntax|Reference|URI|Eval|Aggregate|Key|Value|Attribute|Index|Name|OS|IO|Import|Runtime|Timeout|Connection|Assertion)?Error|(?:Illegal(?:Argument|State)|NullPointer|Runtime|IO|Timeout)?Exception)$/

/** Codes of errors of a system. */
const systemCode =
  /^(?:ENOENT|EACCES|EPERM|EEXIST|EISDIR|ENOTDIR|EPIPE|EADDRINUSE|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EMFILE|ENOSPC)$/

/** Words of ours are in lower case. A letter by itself spells any text. */
const isPlainWord = (text: string): boolean =>
  /^(?:a|[a-z]{2,}(?:[-'’][a-z]+)*)$/.test(text) && text.split(/[-'’]/).every(isOurWord)

function isKnownForm(text: string, context: RedactionContext): boolean {
  const bare = removeOuterCharacters(text, /[`("'[{<]/, /[`)"'\]}>.,:;?!]/)
  if (bare === '') return text.length <= 2
  if (errorCodes.has(bare)) return true
  if (context.isPrivate(bare)) return false
  return (
    [isPlainWord, isMediaType, (each: string) => isKnownWord(each, context)].some((isKnown) => isKnown(bare)) ||
    errorClass.test(bare) ||
    systemCode.test(bare)
  )
}

/** Shows what has a known form: a code, a number with its unit, a media type, a word of ours, and of an address what `showUrl` shows. */
export function showKnownForms(text: string, context: RedactionContext, showUrl: (address: string) => string): string {
  const isShown = ({ 0: each, 1: measured }: RegExpExecArray): boolean =>
    measured !== undefined || address.test(each) || isKnownForm(each, context)
  const hidden = [...text.matchAll(piece)].filter((found) => !isShown(found))
  const stretches = joinStretches(text, hidden)
  const shown = stretches.reduceRight(
    (all, [from, to]) => all.slice(0, from) + describeText(all.slice(from, to)) + all.slice(to),
    text,
  )
  return shown.replaceAll(/\S+/g, (each) => (address.test(each) ? showUrl(each) : each))
}

/** Pieces with nothing but blanks, or a single letter, between them are described together. */
function joinStretches(text: string, pieces: readonly RegExpExecArray[]): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = []
  for (const { 0: each, index } of pieces) {
    const last = stretches.at(-1)
    const end = index + each.length
    if (last && text.slice(last[1], index).trim().length < 2) last[1] = end
    else stretches.push([index, end])
  }
  return stretches
}

const address = /^[a-z][a-z0-9+.-]{0,30}:\/\/\S*[^\s:.,;)]$/i
