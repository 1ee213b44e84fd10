import { createHash } from 'node:crypto'
import type { ReportedResult } from '../../model/run-report.ts'

/**
 * Computes the fingerprint of a failure from its requirement and the places of its findings. It holds no text and no
 * value: the same mistake has the same fingerprint in every session and for every holder.
 */
export function computeFingerprint({ id, findings }: Pick<ReportedResult, 'id' | 'findings'>): string {
  const places = new Set(findings.map(({ kind, in: layers, at }) => [kind, layers, at].map(removeIndexes).join(' ')))
  return createHash('sha256')
    .update([id, ...[...places].sort()].join('\n'))
    .digest('hex')
    .slice(0, 16)
}

/** A place without the indexes of list elements. */
const removeIndexes = (place: string): string => (isProbe.test(place) ? place : place.replaceAll(/\d+/g, '#'))

/** The id of a probe: its numbers are names, and not indexes. */
const isProbe = /^[A-Z][A-Z-]*\/[a-z]/
