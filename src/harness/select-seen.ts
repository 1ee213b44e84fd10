import { isSelected, type Selection } from '../judge/selection.ts'
import { type ExitCode, exitCodesByConclusion } from '../terminal/exit-codes.ts'
import type { Seen } from './seen.ts'
import { isProbeSelected } from './test-options.ts'
import type { TestCase } from './trials.ts'
import { listUntested, type TestScope } from './untested.ts'

/** Adds the requirements of a third-party suite of which nothing was seen. */
export const addOwnUntested = (seen: Seen, scope: TestScope): Seen => ({
  ...seen,
  untested: [...seen.untested, ...listUntested(seen, scope)],
})

/** What was seen of the selected requirements. */
export function selectSeen(seen: Seen, selection: Selection | undefined): Seen {
  if (selection === undefined) return seen
  return {
    ...seen,
    cases: seen.cases.flatMap((judged) => selectCase(judged, selection)),
    trials: seen.trials.filter((trial) => isProbeSelected(trial, selection)),
    untested: seen.untested.filter(({ row }) => isSelected(row.id, selection)),
  }
}

function selectCase(judged: TestCase, selection: Selection): readonly TestCase[] {
  const results = judged.verdict.results.filter(({ requirement }) => isSelected(requirement.id, selection))
  if (results.length === 0) return []
  return [{ ...judged, verdict: { ...judged.verdict, results }, code: concludeResults(results) }]
}

function concludeResults(results: TestCase['verdict']['results']): ExitCode {
  const has = (outcome: string): boolean =>
    results.some((each) => each.outcome === outcome && each.requirement.force !== 'should')
  if (has('failed')) return exitCodesByConclusion.nonconformant
  return has('cantTell') || has('harnessError') ? exitCodesByConclusion.inconclusive : exitCodesByConclusion.conformant
}
