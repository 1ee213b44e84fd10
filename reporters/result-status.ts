import { type Outcome, outcomes } from '../model/report.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { mapWaiting } from './causes.ts'

/**
 * The status of a result in formats that know little more than green, red and grey. `advisory` did not pass, and does
 * not count for the verdict; `known` did not pass either, and a baseline accepts it; `waiting` could not be judged because a
 * session ended early, and the verdict has the reason once. A format is red exactly if the exit code of the run is not 0.
 */
export type ResultStatus = 'passed' | 'failed' | 'inconclusive' | 'waiting' | 'advisory' | 'known' | 'skipped'

/** Makes a function that gives each result of a report its status. */
export function createStatusReader(report: RunReport): (result: ReportedResult) => ResultStatus {
  const { result } = report.verdict
  const accepted = listAccepted(report)
  const waiting = mapWaiting(report)
  return ({ id, outcome, decides }) => {
    if (outcome === 'passed' || outcome === 'passedNonStrict') return 'passed'
    if (outcome === 'untested' || outcome === 'inapplicable') return 'skipped'
    if (outcome === 'harnessError') return 'inconclusive'
    if (waiting.has(id) && !accepted.has(id)) return 'waiting'
    if (decides === undefined || report.verdict.exitCode === 0) return accepted.has(id) ? 'known' : 'advisory'
    if (accepted.has(id)) return 'known'
    // A requirement may have failed only because a message did not arrive.
    return outcome === 'cantTell' || result === 'unavailable' ? 'inconclusive' : 'failed'
  }
}

/** Lists the requirements that a baseline accepts as they are. */
export const listAccepted = ({ baseline }: RunReport): ReadonlySet<string> =>
  new Set([
    ...(baseline?.known ?? []).flatMap(({ id, state }) => (state === 'matched' ? id : [])),
    ...(baseline?.waiting ?? []),
  ])

/** Whether a requirement counts for the verdict. */
export const isDecidingResult = ({ decides }: Pick<ReportedResult, 'decides'>): boolean => decides !== undefined

/**
 * Selects the results that say something about a role under test. The others are of roles that reference actors played:
 * nothing of them was judged, and they are in no number.
 */
export function selectTested({ results, actors }: Counted): readonly ReportedResult[] {
  const tested = new Set(actors.flatMap(({ role, url }) => (url === undefined ? [] : [role])))
  const isTested = ({ binds, outcome }: ReportedResult): boolean =>
    tested.size === 0 ||
    binds === 'everyone' ||
    tested.has(binds) ||
    (outcome !== 'untested' && outcome !== 'inapplicable')
  return results.filter(isTested)
}

/** Selects the requirements that every number of a run is about: those that count for the verdict, of roles under test. */
export const selectRequired = (report: Counted): readonly ReportedResult[] =>
  selectTested(report).filter(isDecidingResult)

/** The parts of a report that its numbers depend on. */
export type Counted = Pick<RunReport, 'results' | 'actors'>

/** Counts required requirements by their outcome. */
export function countOutcomes(report: Counted): Readonly<Record<Outcome, number>> {
  const required = selectRequired(report)
  const counts = outcomes.map((outcome) => [outcome, required.filter((each) => each.outcome === outcome).length])
  return Object.fromEntries(counts) as Record<Outcome, number> // made of all outcomes
}

/** The numbers of a run. Every form, the console, the history and the statement have these and no others. */
export function countRequired(report: Counted): RequiredCounts {
  const counts = countOutcomes(report)
  const { failed, cantTell: inconclusive, harnessError: harnessErrors, untested, inapplicable } = counts
  const passed = counts.passed + counts.passedNonStrict
  const all = passed + failed + inconclusive + harnessErrors + untested
  return { all, passed, failed, inconclusive, harnessErrors, untested, inapplicable }
}

/** How many required requirements have which outcome. */
export interface RequiredCounts {
  /** Those that apply: the sum of all others but `inapplicable`. */
  readonly all: number
  readonly passed: number
  readonly failed: number
  readonly inconclusive: number
  readonly harnessErrors: number
  readonly untested: number
  readonly inapplicable: number
}

/** Selects the results with one outcome. */
export const filterByOutcome = ({ results }: RunReport, outcome: Outcome): readonly ReportedResult[] =>
  results.filter((result) => result.outcome === outcome)

/** What a breach harms, the worst first. */
const byHarm = ['security', 'privacy', 'interoperability', 'hygiene'] as const

/** Lists the failures that no baseline accepts: those that decide the verdict first, and security before interoperability before hygiene. */
export function listFailures(report: RunReport): readonly ReportedResult[] {
  const accepted = listAccepted(report)
  return filterByOutcome(report, 'failed')
    .filter(({ id }) => !accepted.has(id))
    .toSorted((one, other) => rankFailure(one) - rankFailure(other))
}

const rankFailure = (result: ReportedResult): number =>
  byHarm.indexOf(result.consequence.harm) + (isDecidingResult(result) ? 0 : byHarm.length)

/** Groups results by the section or the standard that requires them, in the order of the report. */
export const groupBySection = (results: readonly ReportedResult[]): ReadonlyMap<string, readonly ReportedResult[]> =>
  Map.groupBy(results, ({ section, standard }) => standard ?? `section ${section}`)
