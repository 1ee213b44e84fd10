import type { ProbeResult } from '../../model/run-report.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { ourWords } from './our-words.generated.ts'

const ids: ReadonlySet<string> = new Set(defaultSuite.requirements.map(({ id }) => id))

/** Whether a word occurs in our own sentences. A letter or a short number is not a secret. */
export const isOurWord = (text: string): boolean =>
  text.length === 1 || /^\d{1,4}$/.test(text) || ourWords.has(text) || ids.has(text)

const word = /[\w$][\w$+-]*/g

/** Whether a text consists of words of our own sentences. */
export const isOurText = (text: string): boolean => (text.match(word) ?? []).every(isOurWord)

/** Removes the words of our own sentences. Where a target sent the same words, they give nothing away. */
export const removeOurWords = (text: string): string => text.replaceAll(word, (each) => (isOurWord(each) ? ' ' : each))

/** The texts of probes, which findings repeat: no part of them comes from a target. */
export const listProbeTexts = (probes: readonly ProbeResult[]): ReadonlySet<string> =>
  new Set(probes.flatMap(({ id, description, breaks }) => [id, description, `${description}, which breaks ${breaks}`]))
