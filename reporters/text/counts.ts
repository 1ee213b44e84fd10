import type { RequiredCounts } from '../result-status.ts'
import { formatCount, listAll } from './wording.ts'

/**
 * The numbers of a run in a sentence: `131 of 134 requirements passed, 2 failed and 1 was not tested. 12 do not
 * apply.`
 */
export function describeCounts(counts: RequiredCounts): string {
  const { all, passed, failed, inconclusive, harnessErrors, untested, inapplicable } = counts
  const parts = [
    `${passed} of ${formatCount(all, 'requirement')} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} ${inconclusive === 1 ? 'is' : 'are'} inconclusive`] : []),
    ...(harnessErrors > 0 ? [`${harnessErrors} hit a harness error`] : []),
    ...(untested > 0 ? [`${untested} ${untested === 1 ? 'was' : 'were'} not tested`] : []),
  ]
  const excluded = inapplicable > 0 ? ` ${inapplicable} ${inapplicable === 1 ? 'does' : 'do'} not apply.` : ''
  return `${listAll(parts)}.${excluded}`
}
