import type { Decision } from '../../model/decision.ts'
import type { AgedValues, OpenedSession, ProbeOutcome, StatefulProbe } from '../../model/probe.ts'

/** What an honest request needs of the issuer. */
interface IssuedValues extends OpenedSession {
  readonly nonce: string
}

/**
 * A request that is honest but for one thing in it, which is older than it may be. Nothing comes of it as long as that is
 * not old enough: nobody waits.
 */
export const sendOutdated =
  (lifetime: Decision, made: (old: AgedValues) => Partial<IssuedValues> | undefined): StatefulProbe['run'] =>
  async ({ decide, runCalls: tell, takeAgedValues: unused }) => {
    const old = await unused?.()
    // Two clocks that count whole seconds may differ by one.
    if (!tell || !old || !(old.seconds > Number(decide(lifetime)) + 1)) return undefined
    const stale = made(old)
    const did = `${old.seconds} seconds after it was given`
    let heard: ProbeOutcome = { answer: 'inconclusive', detail: did }
    await tell(async ({ sessions: [session = ''], openSession: open, takeNonce, sendRequest: ask }) => {
      const [opened, nonce] = [await open(0), await takeNonce(0)]
      if (!stale || !opened || nonce === undefined) return true
      const { answer } = await ask({ caller: 0, holder: 0, ...opened, nonce, ...stale })
      heard = { answer, session, detail: did }
      return answer !== 'accepted'
    })
    return heard
  }
