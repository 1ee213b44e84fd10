import type { Decision } from '../../model/decision.ts'
import type { AgedValues, OpenedSession, ProbeOutcome, StatefulProbe } from '../../model/probe.ts'

/** The values of the issuer that a valid request needs. */
interface IssuedValues extends OpenedSession {
  readonly nonce: string
}

/**
 * Sends a request that is valid except for one expired value. Does not apply while the value is too recent: the probe does
 * not wait.
 */
export const sendOutdated =
  (lifetime: Decision, selectValues: (old: AgedValues) => Partial<IssuedValues> | undefined): StatefulProbe['run'] =>
  async ({ decide, runCalls, takeAgedValues }) => {
    const old = await takeAgedValues?.()
    // Two clocks that count whole seconds may differ by one.
    if (!runCalls || !old || !(old.seconds > Number(decide(lifetime)) + 1)) return undefined
    const expired = selectValues(old)
    const detail = `${old.seconds} seconds after it was issued`
    let outcome: ProbeOutcome = { answer: 'inconclusive', detail }
    await runCalls(async ({ sessions: [session = ''], openSession, takeNonce, sendRequest }) => {
      const [opened, nonce] = [await openSession(0), await takeNonce(0)]
      if (!expired || !opened || nonce === undefined) return true
      const { answer } = await sendRequest({ caller: 0, holder: 0, ...opened, nonce, ...expired })
      outcome = { answer, session, detail }
      return answer !== 'accepted'
    })
    return outcome
  }
