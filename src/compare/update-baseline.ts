import type { Baseline, KnownFailure } from '../../model/baseline.ts'
import { createRefusal, type Refuse } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { compareWithBaseline, listFailures, listWaiting } from '../judge/baseline.ts'
import { computeFingerprint } from '../judge/fingerprint.ts'
import { isDay } from '../run-folder/baseline-file.ts'

/** Why failures that are new are accepted. */
export type Excuse = Partial<Pick<KnownFailure, 'reason' | 'owner' | 'expires'>>

/**
 * Makes every failure of a run a known one, and notes what is inconclusive beside them. An entry keeps its reason as long
 * as it fails in the same way.
 */
export function updateBaseline(report: RunReport, { known }: Baseline, excuse: Excuse, today: string): Baseline {
  const { reason, owner, expires } = excuse
  if (expires !== undefined && !isDay(expires)) refuse(`--expires: there is no day ${expires}`)
  if (report.verdict.result === 'unavailable')
    refuse('the target was unavailable: a missing message may be the cause of every failure')
  const byKey = new Map(known.map((each) => [makeKey(each), each]))
  const failures = listFailures(report).map((result): KnownFailure => {
    const fingerprint = computeFingerprint(result)
    const before = byKey.get(makeKey({ id: result.id, fingerprint }))
    if (before && (before.expires === undefined || before.expires >= today)) return before
    if (reason === undefined) return refuse(`${result.id} is not a known failure: give a reason with --reason TEXT`)
    return { id: result.id, fingerprint, reason, ...(owner && { owner }), ...(expires && { expires }) }
  })
  const unseen = compareWithBaseline(report, known, today).flatMap(({ entry, state }) =>
    state === 'unseen' ? entry : [],
  )
  return {
    schemaVersion: 1,
    known: [...failures, ...unseen].sort((a, b) => (a.id < b.id ? -1 : 1)),
    waiting: failures.length === 0 ? [] : listWaiting(report),
  }
}

/** Removes what passes in a run. */
export const pruneBaseline = (report: RunReport, { known, waiting }: Baseline, today: string): Baseline => {
  const left = compareWithBaseline(report, known, today).flatMap(({ entry, state }) => (state === 'stale' ? [] : entry))
  const undecided = new Set(left.length === 0 ? [] : listWaiting(report))
  return { schemaVersion: 1, known: left, waiting: waiting.filter((id) => undecided.has(id)) }
}

const makeKey = ({ id, fingerprint }: Pick<KnownFailure, 'id' | 'fingerprint'>): string => `${id} ${fingerprint}`

/** What is new in a baseline, and what is gone. */
export function listChanges(before: Baseline, after: Baseline) {
  const [old, next] = [new Set(before.known.map(makeKey)), new Set(after.known.map(makeKey))]
  return {
    added: after.known.filter((each) => !old.has(makeKey(each))),
    removed: before.known.filter((each) => !next.has(makeKey(each))),
  }
}

const refuse: Refuse = createRefusal('ERR_USAGE')
