import type { Result } from '../model/report.ts'
import type { Force } from '../model/requirement.ts'

/** What a judgement comes to. */
export const conclusions = ['conformant', 'nonconformant', 'inconclusive', 'defect'] as const
export type Conclusion = (typeof conclusions)[number]

const required: readonly Force[] = ['must', 'must not', 'stated']

/** Whether a requirement decides. What is recommended does so on request, what only describes never. */
export const isRequired = ({ requirement: { force } }: Result, strict: boolean): boolean =>
  required.includes(force) || (strict && force === 'should')

/** Our own defect comes first, then what is wrong, then what could not be told. Nothing judged is never success. */
export function conclude(results: readonly Result[], strict: boolean): Conclusion {
  const has = (outcome: Result['outcome']): boolean =>
    results.some((result) => result.outcome === outcome && isRequired(result, strict))
  if (results.some(({ outcome }) => outcome === 'harnessError')) return 'defect'
  if (has('failed')) return 'nonconformant'
  if (has('cantTell')) return 'inconclusive'
  return has('passed') || has('passedNonStrict') ? 'conformant' : 'inconclusive'
}
