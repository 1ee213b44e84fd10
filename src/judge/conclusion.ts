import type { Conclusion, Result } from '../../model/report.ts'
import type { Force } from '../../model/requirement.ts'

const required: readonly Force[] = ['must', 'must not', 'stated']

/** Whether what is only recommended decides as well. */
export type Strictness = 'required' | 'all'

/** Whether a requirement decides. What only describes never does. */
export const isRequired = (
  { requirement: { force } }: { readonly requirement: Pick<Result['requirement'], 'force'> },
  strictness: Strictness = 'required',
): boolean => required.includes(force) || (strictness === 'all' && force === 'should')

/** Our own defect comes first, then what is wrong, then what could not be told. Nothing judged is never success. */
export function conclude(results: readonly Result[], strictness: Strictness = 'required'): Conclusion {
  const has = (outcome: Result['outcome']): boolean =>
    results.some((result) => result.outcome === outcome && isRequired(result, strictness))
  if (results.some(({ outcome }) => outcome === 'harnessError')) return 'harnessError'
  if (has('failed')) return 'nonconformant'
  if (has('cantTell')) return 'inconclusive'
  return has('passed') || has('passedNonStrict') ? 'conformant' : 'inconclusive'
}
