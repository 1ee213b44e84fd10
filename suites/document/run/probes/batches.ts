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

/** How probes are sent to one receiver. */
export interface Sending {
  readonly paths: ReceiverPaths
  readonly side: SideBySide
  readonly refusal: RefusalRule
  /** Called when a probe was sent. */
  readonly onProbe: (probe: unknown) => void
}

/** The number of probes between two controls. */
const batchSize = 64

/** Sends probes along one path, each as a task, in batches between controls. */
export function sendInBatches<T>(
  probes: readonly T[],
  path: ChoosePath,
  { paths: { receiver }, side, refusal, onProbe }: Sending,
  createTask: (probe: T) => Task<readonly ProbeResult[]>,
): Promise<readonly ProbeResult[]> {
  const control = createControl(receiver, path, refusal)
  return sendBetweenControls(
    probes,
    batchSize,
    async ({ isAgain } = {}) => (await side.sendControl(control, path, isAgain)) === 'accepted',
    (batch) =>
      side.sendAll(
        batch.map((probe) => noteEnd(createTask(probe), () => onProbe(probe))),
        control,
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
