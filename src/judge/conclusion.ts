import type { Conclusion, Result } from '../../model/report.ts'
import type { Force } from '../../model/requirement.ts'

const required: readonly Force[] = ['must', 'must not', 'stated']

/** Whether recommendations decide as well. */
export type Strictness = 'required' | 'all'

/** Whether a requirement decides the conclusion. Information and gaps never do. */
export const isRequired = (
  { requirement: { force } }: { readonly requirement: Pick<Result['requirement'], 'force'> },
  strictness: Strictness = 'required',
): boolean => required.includes(force) || (strictness === 'all' && force === 'should')

/** Concludes from results: a harness error first, then a failure, then an inconclusive result. Without a pass, nothing is conformant. */
export function conclude(results: readonly Result[], strictness: Strictness = 'required'): Conclusion {
  const has = (outcome: Result['outcome']): boolean =>
    results.some((result) => result.outcome === outcome && isRequired(result, strictness))
  if (results.some(({ outcome }) => outcome === 'harnessError')) return 'harnessError'
  if (has('failed')) return 'nonconformant'
  if (has('cantTell')) return 'inconclusive'
  return has('passed') || has('passedNonStrict') ? 'conformant' : 'inconclusive'
}
