import type { Decision } from '../../../model/decision.ts'
import type { AgedValues, IssuerCalls, OpenedSession, ProbeOutcome, StatefulProbe } from '../model/probe.ts'

/** The values of the issuer that a valid request needs. */
interface IssuedValues extends OpenedSession {
  readonly nonce: string
}

/** A request that is valid except for one expired value, and the control that differs from it in that value only. */
export interface OutdatedRequest {
  readonly outdated: Partial<IssuedValues>
  readonly control?: Partial<IssuedValues>
}

/** The requests with an expired value. There may be several: of those whose control is refused, a refusal shows nothing. */
type ListOutdated = (old: AgedValues, calls: IssuerCalls) => AsyncIterable<OutdatedRequest>

/**
 * Sends a request that is valid except for one expired value. Does not apply while the value is too recent: the probe does
 * not wait. It does not apply either where an issuer takes the value in its own session only, and that one has ended.
 */
export const sendOutdated =
  (lifetime: Decision, listOutdated: ListOutdated): StatefulProbe['run'] =>
  async ({ decide, runCalls, takeAgedValues }) => {
    const old = await takeAgedValues?.()
    // Two clocks that count whole seconds may differ by one.
    if (!runCalls || !old || !(old.seconds > Number(decide(lifetime)) + 1)) return undefined
    const detail = `${old.seconds} seconds after it was issued`
    let outcome: ProbeOutcome | undefined
    await runCalls(async (calls) => {
      for await (const request of listOutdated(old, calls)) {
        const answer = await compareWithControl(request, calls)
        if (answer !== undefined) outcome = { answer, session: calls.sessions[0] ?? '', detail }
        if (answer !== undefined) break
      }
      return outcome?.answer !== 'accepted'
    })
    return outcome
  }

/** How the issuer answers; `undefined` if it rejects the control as well. */
async function compareWithControl({ outdated, control }: OutdatedRequest, calls: IssuerCalls) {
  const answer = await sendValues(outdated, calls)
  const isComparable = answer !== 'refused' || !control || (await sendValues(control, calls)) === 'accepted'
  return isComparable ? answer : undefined
}

async function sendValues({ dataset, code, nonce }: Partial<IssuedValues>, { sendRequest }: IssuerCalls) {
  if (dataset === undefined || code === undefined || nonce === undefined) return 'inconclusive'
  return (await sendRequest({ caller: 0, holder: 0, dataset, code, nonce })).answer
}

/** Adds a nonce to a session, if there is one. */
export const withNonce = (opened: OpenedSession | undefined, nonce: string | undefined): Partial<IssuedValues> => ({
  ...opened,
  ...(nonce !== undefined && { nonce }),
})
