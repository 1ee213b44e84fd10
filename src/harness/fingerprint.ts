import { createHash } from 'node:crypto'
import type { ResultTold } from '../model/run-report.ts'

/**
 * What a failure is known by: the requirement and the places in which it shows. Neither texts nor values are in it, so
 * that the same mistake has the same print tomorrow, in another session and with other people.
 */
export function fingerprintOf({ id, findings }: Pick<ResultTold, 'id' | 'findings'>): string {
  const places = new Set(findings.map(({ kind, in: layers, at }) => [kind, layers, at].map(withoutCounts).join(' ')))
  return createHash('sha256')
    .update([id, ...[...places].sort()].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

/** A place, whichever element of a list it is in. */
const withoutCounts = (place: string): string => place.replaceAll(/\d+/g, '#')
