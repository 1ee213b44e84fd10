import { type Outcome, outcomes } from '../src/model/report.ts'
import type { Force } from '../src/model/requirement.ts'
import type { ResultTold, RunReport } from '../src/model/run-report.ts'

/**
 * What a result is to a reader that knows green, red and grey. `undecided` is red and accuses nobody; `advice` failed or
 * cannot be told, and does not decide. A form is red exactly where the run ends with another code than 0.
 */
export type Standing = 'passed' | 'failed' | 'undecided' | 'advice' | 'aside'

/** What each result of a report is to such a reader. */
export function standingsIn(report: RunReport): (result: ResultTold) => Standing {
  const { strict, verdict } = report
  const { result, exitCode } = verdict
  return ({ outcome, force }) => {
    if (outcome === 'passed' || outcome === 'passedNonStrict') return 'passed'
    if (outcome === 'untested' || outcome === 'inapplicable') return 'aside'
    if (outcome === 'harnessError') return 'undecided'
    const decides = required.includes(force) || (strict === true && force === 'should')
    if (!decides || exitCode === 0) return 'advice'
    // What failed may have failed for want of a message that was lost.
    return outcome === 'cantTell' || result === 'unavailable' ? 'undecided' : 'failed'
  }
}

const required: readonly Force[] = ['must', 'must not', 'stated']

/** How many requirements ended how. */
export const tallyOf = ({ results }: RunReport): Readonly<Record<Outcome, number>> =>
  Object.fromEntries(
    outcomes.map((outcome) => [outcome, results.filter((each) => each.outcome === outcome).length]),
  ) as Record<Outcome, number> // made of all outcomes

/** Results by the section that asks for them, in the order of the report. */
export const sectionsOf = ({ results }: RunReport): ReadonlyMap<string, readonly ResultTold[]> =>
  Map.groupBy(results, ({ section, standard }) => standard ?? `section ${section}`)
