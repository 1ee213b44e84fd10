import { documentRules, findDecidingReason, type GateRules } from '../../model/gate.ts'
import type { Conclusion, Result } from '../../model/report.ts'

/** Says whether a requirement counts for the verdict. */
export const isDeciding = ({ requirement }: Pick<Result, 'requirement'>, rules: GateRules = documentRules): boolean =>
  findDecidingReason(requirement, rules) !== undefined

/** A harness error comes first, then a failure, then what is inconclusive. Nothing judged is never success. */
export function conclude(results: readonly Result[], rules: GateRules = documentRules): Conclusion {
  const has = (outcome: Result['outcome']): boolean =>
    results.some((result) => result.outcome === outcome && isDeciding(result, rules))
  if (results.some(({ outcome }) => outcome === 'harnessError')) return 'harnessError'
  if (has('failed')) return 'nonconformant'
  if (has('cantTell')) return 'inconclusive'
  return has('passed') || has('passedNonStrict') ? 'conformant' : 'inconclusive'
}
