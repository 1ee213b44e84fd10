import type { Outcome, Result } from '../../model/report.ts'

/** Of several results of one requirement, the first in this order counts. */
const precedence: readonly Outcome[] = [
  'harnessError',
  'failed',
  'cantTell',
  'passedNonStrict',
  'passed',
  'inapplicable',
  'untested',
]

/** Sorts results: the one that counts comes first. */
export const sortByOutcome = <R extends { readonly outcome: Outcome }>(results: readonly R[]): readonly R[] =>
  results.toSorted((a, b) => precedence.indexOf(a.outcome) - precedence.indexOf(b.outcome))

/** Merges the results of one requirement in several sessions. */
export function mergeResults(results: readonly Result[]): Result | undefined {
  const [worst] = sortByOutcome(results)
  if (worst?.outcome !== 'failed') return worst
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  return { ...worst, findings: failed.flatMap(({ findings }) => findings) }
}
