import type { ProbeAnswer, ProbeResult } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import type { ArtefactKind } from '../../../../protocol/artefacts/artefact-kinds.ts'
import { interpretMessages, type RefusalRule } from './answers.ts'
import type { RunProbeSession } from './probe-path.ts'

/**
 * Sends probes in batches, with a control on the same path before and after each batch. An earlier control counts as the one before
 * if fewer probes than a batch has were sent since.
 */
export async function sendBetweenControls<T>(
  probes: readonly T[],
  size: number,
  sendControl: (less: number) => Promise<boolean>,
  sendBatch: (probes: readonly T[]) => Promise<readonly (readonly ProbeResult[])[]>,
): Promise<readonly ProbeResult[]> {
  const all: ProbeResult[] = []
  let before = probes.length > 0 && (await sendControl(size))
  for (let i = 0; i < probes.length; i += size) {
    const results = (await sendBatch(probes.slice(i, i + size))).flat()
    let after = await sendControl(1)
    // A receiver that refuses every other message refuses one of two controls in a row.
    if (after && results.some(isAccusing)) after = await sendControl(0)
    all.push(...applyControls(before, after, results))
    before = after
  }
  return all
}

/** Whether a result says that a valid message was refused. */
const isAccusing = ({ expected, answer }: ProbeResult): boolean => expected === 'accepted' && answer === 'refused'

/** A refusal counts only between two accepted controls. What was accepted counts anyway. */
function applyControls(before: boolean, after: boolean, results: readonly ProbeResult[]): readonly ProbeResult[] {
  if (before && after) return results
  const reason = `the valid control request ${before ? 'after' : 'before'} it failed too`
  return results.map((each) => (each.answer === 'accepted' ? each : { ...each, answer: 'inconclusive', reason }))
}

/** Whether a receiver accepts a session in which everything is valid. */
export const isControlAccepted = async (
  receiver: Role,
  runSession: RunProbeSession,
  refusal: RefusalRule,
): Promise<boolean> => (await answerControl(receiver, runSession, refusal)) === 'accepted'

/** How a receiver answers a session in which everything is valid. */
export async function answerControl(
  receiver: Role,
  runSession: RunProbeSession,
  refusal: RefusalRule,
): Promise<ProbeAnswer> {
  return interpretMessages(await runSession({ receiver }), receiver, findControlKind(receiver), refusal)
}

/** The kind of the message by which a receiver shows that it accepts a control. */
export const findControlKind = (receiver: Role): ArtefactKind =>
  receiver === 'wallet' ? 'offer' : receiver === 'identity app' ? 'validation-response' : 'request'
