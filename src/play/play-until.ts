import type { StandardProfile } from '../../model/decision.ts'
import { standards } from '../../suites/standards.ts'
import type { Seen } from '../harness/seen.ts'
import type { TestOptions, TestWatcher } from '../harness/test-options.ts'
import type { Tested } from '../harness/tester.ts'
import { isProbe, type SeenSoFar } from '../harness/trials.ts'
import { listUntested, type TestScope } from '../harness/untested.ts'

/** What a test is about, and what interrupts it. */
export interface Interruptible extends Omit<TestScope, 'rows'> {
  readonly profile: StandardProfile
  readonly target: string | undefined
  readonly signal: AbortSignal
}

/** Plays a test to its end or until it is interrupted. What it does after that is not seen. */
export async function playUntil(
  { signal, profile, target, ...about }: Interruptible,
  options: TestOptions,
  play: (options: TestOptions) => Promise<Tested>,
): Promise<Tested> {
  let sofar: SeenSoFar | undefined
  const opened = (each: SeenSoFar): void => {
    sofar ??= each
  }
  const watcher = options.watcher && watchUntil(signal, options.watcher)
  const played = play({ ...options, ...(watcher && { watcher }), opened })
  const { promise: interrupted, resolve } = Promise.withResolvers<Tested>()
  const scope = { ...about, rows: standards[profile].requirements }
  const interrupt = (): void => resolve({ seen: reportUnfinished(sofar, scope), target })
  signal.addEventListener('abort', interrupt)
  return Promise.race([played, interrupted]).finally(() => signal.removeEventListener('abort', interrupt))
}

/** Passes on what happens until a test is interrupted. */
const watchUntil = (signal: AbortSignal, { message, probes }: TestWatcher): TestWatcher => ({
  message: (each) => void (signal.aborted || message(each)),
  probes: (answered, planned) => void (signal.aborted || probes(answered, planned)),
})

const reason = 'the test was interrupted'

/** What was seen until now. A requirement that takes several messages might still have failed, so it has not passed. */
function reportUnfinished(sofar: SeenSoFar | undefined, scope: TestScope): Seen {
  const { cases = [], trials = [], notes = [], recording } = sofar ?? {}
  const open = [...new Set(trials.filter(({ outcome }) => outcome === 'held').map(({ row }) => row))]
  const unfinished = open.map((row) => ({
    ...{ id: row.id, row, description: 'the whole exchange', actual: reason, obligation: row.standard ?? '' },
    outcome: 'inconclusive' as const,
  }))
  return {
    cases: [...cases],
    trials: [...trials, ...unfinished],
    notes: [...notes],
    ...(recording && { recording: { messages: [...recording.messages], sessions: [...recording.sessions] } }),
    isInterrupted: true,
    ...(!trials.some(isProbe) && { obstacle: reason }),
    untested: listUntested({ cases, trials }, scope).map(({ row }) => ({ row, reason })),
  }
}
