import type { Requirement } from '../../model/requirement.ts'
import type { JudgedCase } from '../verify/cases.ts'
import type { TestRecording } from './recording.ts'

/** How one thing ended that was tried on a target. */
export interface TestTrial {
  readonly id: string
  readonly row: Requirement
  readonly description: string
  readonly outcome: 'held' | 'failed' | 'remark' | 'inconclusive'
  /** What the target did, in words. */
  readonly actual: string
  /** The sentence that obliges it; absent where it may do as it likes. */
  readonly obligation?: string
  /** What it has to do; absent where its words say it. */
  readonly expected?: 'refused' | 'accepted'
  /** The session in which it was tried. */
  readonly session?: string
  /** The number of the message that shows it. */
  readonly message?: number
}

/** An artefact that was judged, and the number of the message that it came in. */
export interface TestCase extends JudgedCase {
  readonly message?: number
}

/** What a test has seen so far. */
export interface SeenSoFar {
  readonly cases: readonly TestCase[]
  readonly trials: readonly TestTrial[]
  readonly notes: readonly string[]
  readonly recording: Pick<TestRecording, 'messages' | 'sessions'>
}

/** What is tried beside the usual flow has an id of its own; what the flow itself shows has that of its requirement. */
export const isProbe = ({ id, row }: Pick<TestTrial, 'id' | 'row'>): boolean => id !== row.id

/** Takes back what was said of a probe, if it ended so. */
export function removeTrial(trials: TestTrial[], id: string, outcome?: TestTrial['outcome']): void {
  const place = trials.findIndex((each) => each.id === id && (outcome === undefined || each.outcome === outcome))
  if (place >= 0) trials.splice(place, 1)
}
