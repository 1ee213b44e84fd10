import { createHash } from 'node:crypto'
import type { ReportedResult } from '../../model/run-report.ts'

/**
 * What a failure is known by: the requirement and the places in which it shows. Neither texts nor values are in it, so
 * that the same mistake has the same print tomorrow, in another session and with other people.
 */
export function computeFingerprint({ id, findings }: Pick<ReportedResult, 'id' | 'findings'>): string {
  const addresses = new Set(findings.map(({ kind, in: layers, at }) => [kind, layers, at].map(removeIndexes).join(' ')))
  return createHash('sha256')
    .update([id, ...[...addresses].sort()].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

/** A place, whichever element of a list it is in. */
const removeIndexes = (place: string): string => place.replaceAll(/\d+/g, '#')
