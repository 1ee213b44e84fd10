import type { Located, Result } from '../src/model/report.ts'
import type { ResultTold } from '../src/model/run-report.ts'
import { harmless } from './escape.ts'

/** How text stands out. Whoever writes to a terminal colours it; everybody else leaves it alone. */
export type Style = 'bad' | 'good' | 'doubt' | 'strong' | 'quiet'
export type Paint = (style: Style, text: string) => string

/** No colours. */
export const plain: Paint = (_, text) => text

/** Findings of one requirement that are told in full, and further places that are named. */
const most = { findings: 3, places: 4 }

/** One requirement that failed, in the lines of a block: what is asked, what was found, and what would make it pass. */
export function* blockOf(result: Result | ResultTold, paint: Paint): Generator<string> {
  const { id, force, section, standard, text } = 'requirement' in result ? result.requirement : result
  const { findings, passesUnder = [] } = result
  const where = standard ?? `section ${section}`
  yield `${paint('bad', '✖')} ${paint('strong', id)}  ${paint('quiet', `${force} · ${where}`)}`
  yield `  ${text}`
  const alike = [...Map.groupBy(findings, whatOf).values()]
  for (const group of alike.slice(0, most.findings)) yield* findingLines(group, paint)
  if (alike.length > most.findings) yield line('', `and ${alike.length - most.findings} other findings`, paint)
  if (passesUnder.length > 0) yield line('would pass if', passesUnder.join(' · '), paint)
}

/** What a finding says, wherever it was made. */
const whatOf = ({ expected, actual, diagnosis }: Located): string => JSON.stringify([expected, actual, diagnosis])

/** The same thing, found in one place or in many. */
function* findingLines(group: readonly Located[], paint: Paint): Generator<string> {
  const [first, ...others] = group
  if (!first) return
  yield line('at', placesOf(first, others), paint)
  yield line('expected', harmless(first.expected), paint)
  yield line('actual', harmless(first.actual), paint)
  if (first.diagnosis !== undefined) yield line('diagnosis', harmless(first.diagnosis), paint)
}

function placesOf(first: Located, others: readonly Located[]): string {
  const place = [first.in, first.at].filter((part) => part !== '').join(' › ')
  const further = others.slice(0, most.places).map(({ at }) => harmless(at, 60))
  const rest = others.length > most.places ? ` and ${others.length - most.places} more` : ''
  const named = [place === '' ? 'the whole of it' : harmless(place), ...further].join(', ')
  return `${named}${rest}  (${first.kind})`
}

const line = (label: string, text: string, paint: Paint): string => `    ${paint('quiet', label.padEnd(13))} ${text}`
