import type { ReportedResult } from '../../model/run-report.ts'

/** Says which failure another one may follow from: `from ATT-CHAIN: one mistake fails both, such as: …`. Empty if there is none. */
export function describeLink({ followsFrom }: Pick<ReportedResult, 'followsFrom'>): string {
  if (!followsFrom) return ''
  const { id, mistake } = followsFrom
  return `from ${id}: one mistake can fail both${mistake === undefined ? '' : `, such as: ${mistake}`}`
}

/** The failures that may follow from another one, by the id of that one. */
export const groupFollowers = (results: readonly ReportedResult[]): ReadonlyMap<string, readonly ReportedResult[]> =>
  Map.groupBy(
    results.filter(({ followsFrom }) => followsFrom),
    ({ followsFrom }) => followsFrom?.id ?? '',
  )
