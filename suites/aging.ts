import type { Decision } from '../src/model/decision.ts'
import type { Opened, Performance, Trick, Unused } from '../src/model/probe.ts'

/** What an honest request needs of the issuer. */
interface Given extends Opened {
  readonly nonce: string
}

/**
 * A request that is honest but for one thing in it, which is older than it may be. Nothing comes of it as long as that is
 * not old enough: nobody waits.
 */
export const outdated =
  (lifetime: Decision, made: (old: Unused) => Partial<Given> | undefined): Trick['play'] =>
  async ({ decide, tell, unused }) => {
    const old = await unused?.()
    // Two clocks that count whole seconds may differ by one.
    if (!tell || !old || !(old.seconds > Number(decide(lifetime)) + 1)) return undefined
    const stale = made(old)
    const did = `${old.seconds} seconds after it was given`
    let heard: Performance = { answer: 'undecided', did }
    await tell(async ({ sessions: [session = ''], open, takeNonce, ask }) => {
      const [opened, nonce] = [await open(0), await takeNonce(0)]
      if (!stale || !opened || nonce === undefined) return true
      const { answer } = await ask({ caller: 0, holder: 0, ...opened, nonce, ...stale })
      heard = { answer, session, did }
      return answer !== 'accepted'
    })
    return heard
  }
