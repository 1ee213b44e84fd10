import type { Requirement } from '../../model/requirement.ts'
import type { OwnSuite } from '../../suites/own/own-suite.ts'
import { isMatch } from '../judge/patterns.ts'
import { isSelected, type Selection } from '../judge/selection.ts'
import type { VerifyOptions } from '../verify/verify.ts'
import type { TestMessage } from './recording.ts'
import type { SeenSoFar } from './trials.ts'

/** What is known beside the messages of a test, and what it judges. */
export interface TestOptions extends VerifyOptions {
  readonly selection?: Selection
  /** The third-party suite, whose requirements apply as well. */
  readonly own?: OwnSuite
  readonly watcher?: TestWatcher
  /** Called when the test begins, with what it will see. */
  readonly opened?: (seen: SeenSoFar) => void
  /** The most probes that a target gets at a time; by default as many as it can take. */
  readonly concurrency?: number
}

/** Who looks on while a test is under way. */
export interface TestWatcher {
  readonly message: (message: TestMessage) => void
  /** Called with the number of probes that were answered, and of those that are planned so far. */
  readonly probes: (answered: number, planned: number) => void
}

/** A probe: the requirement that its answer counts for, and its id. */
export interface SelectableProbe {
  readonly row: Requirement
  readonly id?: string
}

/** Whether a probe is sent: its requirement is selected, and it is not left out itself. */
export const isProbeSelected = ({ row, id = row.id }: SelectableProbe, selection: Selection | undefined): boolean =>
  selection === undefined || (isSelected(row.id, selection) && !selection.skip.some((pattern) => isMatch(pattern, id)))
