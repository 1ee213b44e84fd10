import { didYouMean } from '../harness/nearest.ts'
import { HarnessError } from '../model/errors.ts'

// What was given as text, on the command line or elsewhere. `at` says where, as the person who wrote it calls it.

/** One of a few words; another one is refused, with the one that was meant. */
export function oneOf<T extends string>(at: string, word: string, words: readonly T[]): T {
  const known = words.find((each) => each === word)
  if (known !== undefined) return known
  const near = didYouMean(word, words) || `; there are ${words.join(', ')}`
  throw new HarnessError('ERR_USAGE', `${at} ${word}: there is no such thing${near}`)
}

/** A key and its answer. */
export function pairOf(at: string, text: string): readonly [string, string] {
  const end = text.indexOf('=')
  if (end < 1) throw new HarnessError('ERR_DECISION', `${at} ${text}: write it as key=answer`)
  return [text.slice(0, end).trim(), text.slice(end + 1).trim()]
}

/** Seconds since 1970, or an ISO 8601 time. */
export function timeOf(at: string, text: string): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000)
  if (Number.isNaN(seconds)) throw new HarnessError('ERR_CONTEXT', `${at} ${text} is no time`)
  if (seconds >= 1e11) throw new HarnessError('ERR_CONTEXT', `${at} ${text} is in milliseconds`)
  return seconds
}
