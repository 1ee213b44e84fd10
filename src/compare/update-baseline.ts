import type { KnownFailure } from '../../model/baseline.ts'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { createStatusReader } from '../../reporters/result-status.ts'
import { computeFingerprint } from '../judge/fingerprint.ts'
import { isDay } from '../run-folder/baseline-file.ts'
import { type Compared, compare } from './baseline.ts'

/** Why failures that are new are accepted. */
export type Excuse = Partial<Pick<KnownFailure, 'reason' | 'owner' | 'expires'>>

/** Makes every failure of a run a known one. An entry keeps its reason as long as it fails in the same way. */
export function updateBaseline(
  report: RunReport,
  known: readonly KnownFailure[],
  { reason, owner, expires }: Excuse,
  today: string,
): readonly KnownFailure[] {
  if (expires !== undefined && !isDay(expires)) refuse(`--expires: there is no day ${expires}`)
  const byKey = new Map(known.map((each) => [makeKey(each), each]))
  const isFailure = selectFailures(report)
  const failures = report.results.filter(isFailure).map((result): KnownFailure => {
    const fingerprint = computeFingerprint(result)
    const before = byKey.get(makeKey({ id: result.id, fingerprint }))
    if (before && (before.expires === undefined || before.expires >= today)) return before
    if (reason === undefined) return refuse(`${result.id} is not a known failure: give a reason with --reason TEXT`)
    return { id: result.id, fingerprint, reason, ...(owner && { owner }), ...(expires && { expires }) }
  })
  const { unseen } = compare(report.results, known, today, isFailure)
  return [...failures, ...unseen].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Removes what passes in a run. */
export const pruneBaseline = (
  report: RunReport,
  known: readonly KnownFailure[],
  today: string,
): readonly KnownFailure[] => {
  const { stale } = compareWithBaseline(report, known, today)
  return known.filter((each) => !stale.includes(each))
}

/** Compares the failures of a run that decide its verdict with the known ones. */
export const compareWithBaseline = (report: RunReport, known: readonly KnownFailure[], today: string): Compared =>
  compare(report.results, known, today, selectFailures(report))

/** A failure that does not decide the verdict needs no entry. */
const selectFailures = (report: RunReport) => {
  const standing = createStatusReader(report)
  return (result: RunReport['results'][number]): boolean => standing(result) === 'failed'
}

const makeKey = ({ id, fingerprint }: Pick<KnownFailure, 'id' | 'fingerprint'>): string => `${id} ${fingerprint}`

/** What is new in a baseline, and what is gone. */
export function listChanges(before: readonly KnownFailure[], after: readonly KnownFailure[]) {
  const [old, next] = [new Set(before.map(makeKey)), new Set(after.map(makeKey))]
  return {
    added: after.filter((each) => !old.has(makeKey(each))),
    removed: before.filter((each) => !next.has(makeKey(each))),
  }
}

function refuse(message: string): never {
  throw new HarnessError('ERR_USAGE', message)
}
