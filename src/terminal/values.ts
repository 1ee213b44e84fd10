import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'

// Parsers of values that were given as text. `at` is the place, in the words of the person who wrote it, such as `--profile`.

/** One of a few words. */
export function parseChoice<T extends string>(at: string, word: string, words: readonly T[]): T {
  const known = words.find((each) => each === word)
  if (known !== undefined) return known
  const near = suggestWord(word, words) || `; choose from ${words.join(', ')}`
  throw new HarnessError('ERR_USAGE', `${at}: unknown value \`${word}\`${near}`)
}

/** A decision and its answer, `key=answer`. */
export function parsePair(at: string, text: string): readonly [string, string] {
  const end = text.indexOf('=')
  if (end < 1) throw new HarnessError('ERR_DECISION', `${at}: \`${text}\` is not of the form key=answer`)
  return [text.slice(0, end).trim(), text.slice(end + 1).trim()]
}

/** Seconds since 1970, from a number or an ISO 8601 time. */
export function parseTime(at: string, text: string): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000)
  if (Number.isNaN(seconds)) throw new HarnessError('ERR_CONTEXT', `${at}: \`${text}\` is not a time`)
  if (seconds >= 1e11) throw new HarnessError('ERR_CONTEXT', `${at}: ${text} is in milliseconds, not in seconds`)
  return seconds
}
