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

/** Counts results by their outcome. */
export const countOutcomes = ({ results }: RunReport): Readonly<Record<Outcome, number>> =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, results.filter((each) => each.outcome === outcome).length]),
  ) as Record<Outcome, number> // made of all outcomes

/** What every summary counts: the requirements that count for the verdict, by their outcome. */
export function countDeciding({ results }: Pick<RunReport, 'results'>): DecidingCounts {
  const deciding = results.filter(isDecidingResult)
  const count = (...some: readonly Outcome[]): number => deciding.filter(({ outcome }) => some.includes(outcome)).length
  return {
    all: deciding.length,
    passed: count('passed', 'passedNonStrict'),
    failed: count('failed'),
    inconclusive: count('cantTell'),
    harnessErrors: count('harnessError'),
    untested: count('untested', 'inapplicable'),
  }
}

/** How many requirements that count for the verdict have which outcome. */
export interface DecidingCounts {
  readonly all: number
  readonly passed: number
  readonly failed: number
  readonly inconclusive: number
  readonly harnessErrors: number
  /** Not tested, or not applicable. */
  readonly untested: number
}

/** Selects the results with one outcome. */
export const filterByOutcome = ({ results }: RunReport, outcome: Outcome): readonly ReportedResult[] =>
  results.filter((result) => result.outcome === outcome)

/** Groups results by the section or the standard that requires them, in the order of the report. */
export const groupBySection = ({ results }: RunReport): ReadonlyMap<string, readonly ReportedResult[]> =>
  Map.groupBy(results, ({ section, standard }) => standard ?? `section ${section}`)
