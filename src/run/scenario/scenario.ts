import type { ProbeResult } from '../../../model/probe.ts'
import { type SessionEnd, sessionPlan } from '../../../model/session-plan.ts'
import type { Settings } from '../../../model/settings.ts'
import type { TransportErrorKind } from '../../../model/wire.ts'
import type { RunOptions } from '../run-options.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { openPlannedSession } from './planned-session.ts'
import { runPreflight } from './preflight.ts'
import { runSessions } from './sessions.ts'

/** How the sessions of a run ended, and what came of its probes, if any were sent. */
export interface ScenarioResult {
  readonly endings: readonly SessionEnd[]
  readonly probes?: readonly ProbeResult[]
}

/**
 * Runs the preflight, the first sessions, the probes, and the last session. A target that cannot be reached, or that
 * loses a message of these sessions, is not asked again.
 */
export async function runScenario(
  store: SessionStore,
  { targets, deadline, accounts }: Settings,
  options: RunOptions,
): Promise<ScenarioResult> {
  const { clock, progress, sendProbes } = options
  const endings: SessionEnd[] = []
  const onEnd = (end: SessionEnd): void => {
    endings.push(end)
    progress(end)
  }
  if (targets.issuer) onEnd(await runPreflight(store.checkIssuer))
  if (endings.some(isUnavailable)) return { endings }
  const until = clock() + 1000 * deadline
  const sequence = {
    ...store,
    accounts: accounts.length,
    openSession: (planned: (typeof sessionPlan)[number]) => openPlannedSession(store, planned, options),
    onEnd,
    isLate: () => clock() > until,
  }
  await runSessions(sessionPlan.slice(0, -1), sequence)
  const isComplete = endings.every(({ ended }) => ended === 'completed')
  const probes = sendProbes && isComplete ? await sendProbes(store) : undefined
  const last = probes ? { ...sequence, onEnd: (end: SessionEnd) => onEnd(endReached(end)) } : sequence
  if (!endings.some(isUnavailable)) await runSessions(sessionPlan.slice(-1), last)
  return { endings, ...(probes && { probes }) }
}

/** A target that was reached, and that no longer answers after the probes, was not unavailable. */
function endReached({ transportError, ...end }: SessionEnd): SessionEnd {
  const isLost = transportError !== undefined && lostKinds.includes(transportError)
  if (isLost) return { ...end, ended: 'stopped' }
  return { ...end, ...(transportError && { transportError }) }
}

const lostKinds: readonly TransportErrorKind[] = ['unreachable', 'protocol', 'timeout']

const isUnavailable = ({ ended }: SessionEnd): boolean => ended === 'unavailable'
