import type { Requirement } from '../../model/requirement.ts'
import type { TestRecording } from './recording.ts'
import type { TestCase, TestTrial } from './trials.ts'
import type { Untested } from './untested.ts'

/** What a test saw of an implementation. */
export interface Seen {
  readonly cases: readonly TestCase[]
  readonly trials: readonly TestTrial[]
  readonly notes: readonly string[]
  /** The messages that were seen; absent where none travel. */
  readonly recording?: Pick<TestRecording, 'messages' | 'sessions'>
  /** Why the flow ended early. */
  readonly obstacle?: string
  /** Whether the user ended the test early. */
  readonly isInterrupted?: boolean
  readonly untested: readonly Untested[]
}

/** Whether an implementation does all that was tested of it; inconclusive, if that cannot be said. */
export function concludeTest({ cases, trials, obstacle }: Seen): 'failed' | 'inconclusive' | 'passed' {
  const isAnyFailed =
    cases.some(({ code }) => code === 1) ||
    trials.some(({ outcome, row }) => outcome === 'failed' && row.force !== 'should')
  if (isAnyFailed) return 'failed'
  const isAnyOpen =
    cases.some(({ code }) => code !== 0) ||
    trials.some(({ outcome, obligation }) => outcome === 'inconclusive' && obligation !== undefined)
  const isNothingSeen = cases.length + trials.length === 0
  return obstacle !== undefined || isAnyOpen || isNothingSeen ? 'inconclusive' : 'passed'
}

/** The requirements that an implementation fails, in messages or as a whole. */
export function listFailed({ cases, trials }: Seen): readonly string[] {
  const rows: readonly Requirement[] = [
    ...cases.flatMap(({ verdict }) =>
      verdict.results.filter(({ outcome }) => outcome === 'failed').map(({ requirement }) => requirement),
    ),
    ...trials.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row),
  ]
  return [...new Set(rows.map(({ id }) => id))].toSorted()
}

/** What stays open though nothing is wrong. */
export function listDoubtful({ cases, trials, obstacle }: Seen): readonly string[] {
  const open = cases.flatMap(({ verdict }) => verdict.results.filter(({ outcome }) => outcome === 'cantTell'))
  return [
    ...(obstacle === undefined ? [] : [obstacle]),
    ...open.map(({ requirement }) => requirement.id),
    ...cases.filter(isUnjudged).map(({ source }) => source),
    ...trials
      .filter(({ outcome, obligation }) => outcome === 'inconclusive' && obligation !== undefined)
      .map(({ id }) => id),
  ]
}

/** Whether a case stays open, and no requirement says why. */
export const isUnjudged = ({ code, verdict }: TestCase): boolean =>
  code > 1 && !verdict.results.some(({ outcome }) => outcome === 'cantTell')
