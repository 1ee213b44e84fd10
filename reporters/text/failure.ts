import type { LocatedFinding, Result } from '../../model/report.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { formatDetail } from './explanation.ts'
import { describeLink } from './followers.ts'
import type { Paint } from './paint.ts'
import { sanitize } from './sanitize.ts'
import { formatCount } from './wording.ts'

/** Findings that are printed in full, and places that are named for each. */
const limits = { findings: 3, places: 4 }

/** Formats a failed requirement as a block of lines: what is required, what was found, and what would make it pass. */
export function* formatFailure(result: Result | ReportedResult, paint: Paint): Generator<string> {
  const { id, force, section, standard, text, consequence } = 'requirement' in result ? result.requirement : result
  const { findings, passesUnder = [], inapplicableUnder = [] } = result
  yield `${paint('bad', '✖')} ${paint('strong', id)}  ${paint('quiet', `${force} · ${consequence.harm} · ${standard ?? `section ${section}`}`)}`
  yield `  ${text}`
  const groups = [...Map.groupBy(findings, describeDifference).values()]
  const rest = groups.length - limits.findings
  for (const group of groups.slice(0, limits.findings)) yield* formatFindings(group, paint)
  if (rest > 0) yield formatDetail('', `and ${formatCount(rest, 'more finding')}`, paint)
  yield formatDetail('consequence', sanitize(consequence.text), paint)
  const link = 'followsFrom' in result ? describeLink(result) : ''
  if (link !== '') yield formatDetail('may follow', sanitize(link), paint)
  if (passesUnder.length > 0) yield formatDetail('passes with', passesUnder.join(' · '), paint)
  if (inapplicableUnder.length > 0) yield formatDetail('not applicable with', inapplicableUnder.join(' · '), paint)
}

/** A key that is the same for findings that differ only in their place. */
const describeDifference = ({ expected, actual, diagnosis }: LocatedFinding): string =>
  JSON.stringify([expected, actual, diagnosis])

/** Formats one difference, found in one place or in many. */
function* formatFindings(group: readonly LocatedFinding[], paint: Paint): Generator<string> {
  const [first] = group
  if (!first) return
  const artefacts = group.map(({ kind, in: path }) => [kind, path].filter((part) => part !== '').join(' › '))
  const places = group.map(({ at }) => at).filter((at) => at !== '')
  const sessions = new Set(group.map(({ session }) => session)).size
  const times = sessions > 1 ? ` (in ${sessions} sessions)` : ''
  yield formatDetail('in', `${listPlaces(artefacts)}${times}`, paint)
  if (places.length > 0) yield formatDetail('at', listPlaces(places), paint)
  yield formatDetail('expected', sanitize(first.expected), paint)
  yield formatDetail('actual', sanitize(first.actual), paint)
  if (first.diagnosis !== undefined) yield formatDetail('diagnosis', sanitize(first.diagnosis), paint)
}

/** Lists each place once, the first ones in full. */
function listPlaces(all: readonly string[]): string {
  const places = [...new Set(all)]
  const rest = places.length - limits.places
  const named = places.slice(0, limits.places).map((place, i) => sanitize(place, i === 0 ? undefined : 100))
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
