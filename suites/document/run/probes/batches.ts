import { isHandledCorrectly, type ProbeAnswer, type ProbeResult } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import type { RefusalRule } from './answers.ts'
import { answerControl, sendBetweenControls } from './controls.ts'
import type { RunProbeSession } from './probe-path.ts'
import type { ChoosePath, ProbeScope } from './side-by-side/probe-scope.ts'
import type { SideBySide, Task } from './side-by-side/side-by-side.ts'

/** The full path to a receiver, and the short path without the flow before it, if the receiver accepts that. */
export interface ReceiverPaths {
  readonly receiver: Role
  readonly full: ChoosePath
  readonly short?: ChoosePath
  /** Whether messages of probes crashed the receiver. */
  readonly confirmCrashes: (scope: ProbeScope) => Promise<readonly ProbeResult[]>
}

/** Whether an issuer is known to take several requests for a session. */
export interface Sharing {
  isKnown: boolean
}

/** How probes are sent to one receiver. */
export interface Sending {
  readonly paths: ReceiverPaths
  readonly side: SideBySide
  readonly refusal: RefusalRule
  readonly sharing: Sharing
  /** Called when a probe was sent. */
  readonly onProbe: (probe: unknown) => void
}

/** The number of probes between two controls. */
const batchSize = 80

/** A probe, and how it is sent. */
export interface BatchEntry {
  readonly probe: unknown
  readonly task: Task<readonly ProbeResult[]>
}

/** Sends probes along one path in batches between controls. */
export function sendInBatches(
  entries: readonly BatchEntry[],
  path: ChoosePath,
  { paths: { receiver, full, short = full }, side, refusal, onProbe }: Sending,
): Promise<readonly ProbeResult[]> {
  const control = createControl(receiver, path, refusal)
  const beside = createControl(receiver, short, refusal)
  return sendBetweenControls(
    entries,
    batchSize,
    async (less) => (await side.sendControl(control, path, less)) === 'accepted',
    (batch) =>
      side.sendAll(
        batch.map(({ probe, task }) => noteEnd(task, () => onProbe(probe))),
        beside,
      ),
  )
}

const noteEnd = <T>(task: Task<T>, onEnd: () => void): Task<T> => ({
  ...task,
  send: (scope) => task.send(scope).finally(onEnd),
})

/** Whether what else is sent may be the reason of a result. A refusal of what has to be refused is confirmed by controls. */
export const isDoubtful = (results: readonly ProbeResult[]): boolean =>
  results.some((each) => each.answer === 'inconclusive' || (!isHandledCorrectly(each) && each.expected === 'accepted'))

/** A control on one of the paths to a receiver. */
export const createControl = (
  receiver: Role,
  choosePath: (scope: ProbeScope) => RunProbeSession,
  refusal: RefusalRule,
): Task<ProbeAnswer> => ({
  send: (scope) => answerControl(receiver, choosePath(scope), refusal),
  isDoubtful: (answer) => answer === 'inconclusive',
})
