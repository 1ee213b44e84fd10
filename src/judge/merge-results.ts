import type { Outcome, Result } from '../../model/report.ts'

/** Of several judgements of one requirement the first of these stands: one failure is a failure, one doubt a doubt. */
const precedence: readonly Outcome[] = [
  'harnessError',
  'failed',
  'cantTell',
  'passedNonStrict',
  'passed',
  'inapplicable',
  'untested',
]

/** One judgement out of those of every session. All are about the same requirement. */
export function mergeResults(results: readonly Result[]): Result | undefined {
  const rank = ({ outcome }: Result): number => precedence.indexOf(outcome)
  const [worst] = results.toSorted((a, b) => rank(a) - rank(b))
  if (worst?.outcome !== 'failed') return worst
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  return { ...worst, findings: failed.flatMap(({ findings }) => findings) }
}
