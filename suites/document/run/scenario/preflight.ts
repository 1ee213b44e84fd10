import { TransportError, UnknownPlaceholderError } from '../../../../model/errors.ts'
import type { PlannedSession, SessionEnd } from '../../model/session-plan.ts'
import { type PreflightCheck, preflightSession } from '../routes/check-issuer.ts'
import { suspectedByLoss } from './suspected-settings.ts'

/** The calls to an issuer before anything is asked of it. */
export const preflight: PlannedSession = {
  session: preflightSession,
  purpose: 'whether the issuer can be reached: its metadata and its keys',
  account: 0,
  offer: 'reference',
  responseKey: 'RSA',
}

/** Runs the preflight as a session. Wrong answers are for the judge; only a lost message ends the run. */
export async function runPreflight(check: () => Promise<readonly PreflightCheck[]>): Promise<SessionEnd> {
  try {
    const reason = describeFailures(await check())
    return { planned: preflight, ended: 'completed', ...(reason !== '' && { reason }) }
  } catch (error) {
    // What it wants in these calls may be known in sessions.
    if (error instanceof UnknownPlaceholderError)
      return { planned: preflight, ended: 'completed', reason: error.message }
    if (!(error instanceof TransportError)) throw error
    const settings = suspectedByLoss[error.kind].map((name) => `targets.issuer.${name}`)
    return {
      planned: preflight,
      ended: 'unavailable',
      reason: error.message,
      transportError: error.kind,
      ...(settings.length > 0 && { settings }),
    }
  }
}

/** Describes all failed checks. A wrong address explains why nothing is found there. */
function describeFailures(checks: readonly PreflightCheck[]): string {
  const failed = checks.filter(({ ok }) => !ok)
  const isWrongAddress = failed.some(({ what }) => what === 'address')
  const listed = failed.filter(({ what }) => !isWrongAddress || (what !== 'metadata' && what !== 'keys'))
  return listed.map(({ detail }) => detail).join('; ')
}
