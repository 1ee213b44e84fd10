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

/** Merges the results of one requirement in several sessions. */
export function mergeResults(results: readonly Result[]): Result | undefined {
  const rank = ({ outcome }: Result): number => precedence.indexOf(outcome)
  const [worst] = results.toSorted((a, b) => rank(a) - rank(b))
  if (worst?.outcome !== 'failed') return worst
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  return { ...worst, findings: failed.flatMap(({ findings }) => findings) }
}
