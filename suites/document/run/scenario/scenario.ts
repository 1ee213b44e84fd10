import type { ProbeResult } from '../../../../model/probe.ts'
import type { Settings } from '../../../../model/settings.ts'
import type { HttpResponse, TransportErrorKind } from '../../../../model/wire.ts'
import { type Message, type MessageEndpoint, responders } from '../../model/endpoints.ts'
import { type PlannedSession, type SessionEnd, sessionPlan } from '../../model/session-plan.ts'
import type { RunOptions } from '../run-options.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { openPlannedSession } from './planned-session.ts'
import { preflight, runPreflight } from './preflight.ts'
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
  settings: Settings,
  options: RunOptions,
): Promise<ScenarioResult> {
  const { clock, progress, sendProbes } = options
  const endings: SessionEnd[] = []
  const onEnd = (end: SessionEnd): void => {
    endings.push(end)
    progress(end)
  }
  if (settings.targets.issuer) onEnd(await runPreflight(store.checkIssuer))
  if (endings.some(isUnavailable)) return { endings }
  const until = clock() + 1000 * settings.deadline
  const play = (planned: readonly PlannedSession[], onEach: (end: SessionEnd) => void): Promise<void> =>
    playSessions(planned, store, settings, options, onEach, until)
  await play(sessionPlan.slice(0, -1), onEnd)
  const probes = sendProbes && canProbe(endings) ? await sendProbes(store) : undefined
  const onLast = probes ? (end: SessionEnd) => onEnd(endReached(end)) : onEnd
  if (!endings.some(isUnavailable)) await play(sessionPlan.slice(-1), onLast)
  return { endings: endings.map((end) => noteLoss(end, store)), ...(probes && { probes }) }
}

/** Plays some sessions of the plan, up to a time in milliseconds since 1970. */
export const playSessions = (
  planned: readonly PlannedSession[],
  store: SessionStore,
  { accounts, deadline }: Pick<Settings, 'accounts' | 'deadline'>,
  options: Pick<RunOptions, 'clock' | 'asks' | 'mutation'>,
  onEnd: (end: SessionEnd) => void,
  until = options.clock() + 1000 * deadline,
): Promise<void> =>
  runSessions(planned, {
    ...store,
    accounts: accounts.length,
    openSession: (each) => openPlannedSession(store, each, options),
    onEnd,
    isLate: () => options.clock() > until,
  })

/** Whether probes can tell anything: the first session, for the account of their controls, went to its end. */
const canProbe = (endings: readonly SessionEnd[]): boolean =>
  !endings.some(isUnavailable) &&
  endings.some(({ planned, ended }) => planned === sessionPlan[0] && ended === 'completed')

/**
 * A session in which the credential was delivered, and in which a target lost another message or had no answer to it, was not
 * whole: what that message would have shown was judged by what other sessions show, if at all.
 */
function noteLoss(
  end: SessionEnd,
  { listMessages, isTarget }: Pick<SessionStore, 'listMessages' | 'isTarget'>,
): SessionEnd {
  if (end.ended !== 'completed' || end.planned === preflight) return end
  const lost = listMessages(end.planned.session).find(
    ({ endpoint, transportError, response }) =>
      transportError !== undefined || (isLookUp(endpoint) && isTarget(responders[endpoint]) && !isSuccessful(response)),
  )
  if (!lost) return end
  return { planned: end.planned, ended: 'stopped', reason: `${lost.endpoint} ${describeLoss(lost)}` }
}

function describeLoss({ response, transportError }: Message): string {
  if (response) return `was answered with status ${response.status}`
  return transportError?.kind === 'configuration' ? `was not called: ${transportError.message}` : 'was not answered'
}

/** Whether a call asks for what there has to be. A presentation may be rejected, and a look-up may need a token. */
const isLookUp = (endpoint: MessageEndpoint): endpoint is 'jwks' | 'status' =>
  endpoint === 'jwks' || endpoint === 'status'

const isSuccessful = (response: HttpResponse | undefined): boolean =>
  response !== undefined && ((response.status >= 200 && response.status < 300) || isGuarded(response))

const isGuarded = ({ status }: HttpResponse): boolean => status === 401 || status === 403

/** A target that was reached, and that no longer answers after the probes, was not unavailable. */
function endReached({ transportError, ...end }: SessionEnd): SessionEnd {
  const isLost = transportError !== undefined && lostKinds.includes(transportError)
  if (isLost) return { ...end, ended: 'stopped' }
  return { ...end, ...(transportError && { transportError }) }
}

const lostKinds: readonly TransportErrorKind[] = ['unreachable', 'protocol', 'timeout']

const isUnavailable = ({ ended }: SessionEnd): boolean => ended === 'unavailable'
