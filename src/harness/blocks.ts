import type { Located, Result } from '../model/report.ts'
import { harmless } from './escape.ts'

/** How text stands out. Whoever writes to a terminal colours it; everybody else leaves it alone. */
export type Style = 'bad' | 'good' | 'doubt' | 'strong' | 'quiet'
export type Paint = (style: Style, text: string) => string

/** No colours. */
export const plain: Paint = (_, text) => text

/** Findings of one requirement that are told in full. */
const most = 3

/** One requirement that failed, in the lines of a block: what is asked, what was found, and what would make it pass. */
export function* blockOf({ requirement, findings, passesUnder = [] }: Result, paint: Paint): Generator<string> {
  const { id, force, section, standard, text } = requirement
  const where = standard ?? `section ${section}`
  yield `${paint('bad', '✖')} ${paint('strong', id)}  ${paint('quiet', `${force} · ${where}`)}`
  yield `  ${text}`
  for (const finding of findings.slice(0, most)) yield* findingLines(finding, paint)
  if (findings.length > most) yield line('', `and ${findings.length - most} more places`, paint)
  if (passesUnder.length > 0) yield line('would pass if', passesUnder.join(' · '), paint)
}

function* findingLines({ kind, in: inside, at, expected, actual, diagnosis }: Located, paint: Paint): Generator<string> {
  const place = [inside, at].filter((part) => part !== '').join(' › ')
  yield line('at', harmless(place === '' ? kind : `${place}  (${kind})`), paint)
  yield line('expected', harmless(expected), paint)
  yield line('actual', harmless(actual), paint)
  if (diagnosis !== undefined) yield line('diagnosis', harmless(diagnosis), paint)
}

const line = (label: string, text: string, paint: Paint): string => `    ${paint('quiet', label.padEnd(13))} ${text}`
