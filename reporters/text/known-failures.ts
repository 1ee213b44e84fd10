import type { KnownState, ReportedKnownFailure } from '../../model/baseline.ts'
import type { RunReport } from '../../model/run-report.ts'
import { formatCount, listSome } from './wording.ts'

/** A known failure as people read it. */
export interface KnownFailureLine {
  readonly id: string
  readonly state: KnownState
  readonly text: string
}

/** Lists what became of each known failure; those that need a review come first. */
export const listKnownFailures = ({ baseline }: RunReport): readonly KnownFailureLine[] =>
  (baseline?.known ?? [])
    .map((each) => ({ id: each.id, state: each.state, text: `${stateLabels[each.state]}${describeEntry(each)}` }))
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))

const stateLabels: Readonly<Record<KnownState, string>> = {
  matched: 'known failure',
  stale: 'known failure passes now',
  drifted: 'known failure has another cause now',
  expired: 'known failure has expired',
  unseen: 'known failure was not judged',
}

const order: readonly KnownState[] = ['drifted', 'expired', 'stale', 'matched', 'unseen']

const describeEntry = ({ owner, expires, reason }: ReportedKnownFailure): string => {
  const about = [owner, expires === undefined ? undefined : `until ${expires}`].filter((part) => part !== undefined)
  return `${about.length === 0 ? '' : ` (${about.join(', ')})`}: ${reason}`
}

/** Names the requirements that are inconclusive because of known failures; empty if there are none. */
export function describeWaiting({ baseline }: RunReport): string {
  const { waiting = [] } = baseline ?? {}
  if (waiting.length === 0) return ''
  return `${formatCount(waiting.length, 'requirement')} could not be judged because of them: ${listSome(waiting, 40)}`
}

/** What to do about a baseline that is out of date. */
export const baselineHint =
  'remove what passes with `assay baseline prune`, record what has changed with `assay baseline update`'
