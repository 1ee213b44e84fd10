import type { ProbeResult } from '../../../model/probe.ts'
import type { Role } from '../../../model/role.ts'
import type { ArtefactKind } from '../../../protocol/artefacts/artefact-kinds.ts'
import { interpretMessages, type RefusalRule } from './answers.ts'
import type { RunProbeSession } from './session-runner.ts'

/** Each batch between two honest twins that came by the same way; what ends one batch begins the next. */
export async function sendBetweenControls<T>(
  tampers: readonly T[],
  size: number,
  judge: Role,
  way: RunProbeSession,
  refusal: RefusalRule,
  told: (description: T) => Promise<readonly ProbeResult[]>,
): Promise<readonly ProbeResult[]> {
  const all: ProbeResult[] = []
  let before = tampers.length > 0 && (await isControlAccepted(judge, way, refusal))
  for (let i = 0; i < tampers.length; i += size) {
    const own: ProbeResult[] = []
    for (const deed of tampers.slice(i, i + size)) own.push(...(await told(deed)))
    const after = await isControlAccepted(judge, way, refusal)
    all.push(...compareControls(before, after, own))
    before = after
  }
  return all
}

/** A refusal counts only between two honest sessions that go well: they tell it from a bad day. Who accepts, accepts. */
function compareControls(before: boolean, after: boolean, told: readonly ProbeResult[]): readonly ProbeResult[] {
  if (before && after) return told
  const reason = `the honest twin ${before ? 'after' : 'before'} it was not accepted either`
  return told.map((each) => (each.answer === 'accepted' ? each : { ...each, answer: 'inconclusive', reason }))
}

/** Whether a judge accepts an honest session. */
export async function isControlAccepted(judge: Role, play: RunProbeSession, refusal: RefusalRule): Promise<boolean> {
  const messages = await play({ receiver: judge })
  return interpretMessages(messages, judge, findControlKind(judge), refusal) === 'accepted'
}

/** The message at which an honest session shows that it was accepted. */
export const findControlKind = (judge: Role): ArtefactKind =>
  judge === 'wallet' ? 'offer' : judge === 'identity app' ? 'validation-response' : 'request'
