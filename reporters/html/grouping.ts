import type { ReportedResult } from '../../model/run-report.ts'

/** Groups things by a key, in the order in which their keys first occur. */
export const groupInOrder = <T, K>(all: readonly T[], key: (one: T) => K): readonly (readonly [K, readonly T[]])[] => [
  ...Map.groupBy(all, key),
]

/** The published text of a requirement: `OpenID4VCI 1.0` of `OpenID4VCI 1.0, section 4.1`. */
export const nameText = ({ standard = '' }: ReportedResult): string => standard.split(/[,;]/, 1)[0] ?? ''
