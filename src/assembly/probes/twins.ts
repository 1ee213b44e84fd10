import { answerIn, type Refusal } from '../../harness/answers-to-probes.ts'
import type { Probed } from '../../model/probe.ts'
import type { Role } from '../../model/requirement.ts'
import type { Kind } from '../../protocol/evidence.ts'
import type { Player } from './player.ts'

/** Each batch between two honest twins that came by the same way; what ends one batch begins the next. */
export async function inBatches<T>(
  deeds: readonly T[],
  size: number,
  judge: Role,
  way: Player,
  refusal: Refusal,
  told: (deed: T) => Promise<readonly Probed[]>,
): Promise<readonly Probed[]> {
  const all: Probed[] = []
  let before = deeds.length > 0 && (await isAccepted(judge, way, refusal))
  for (let i = 0; i < deeds.length; i += size) {
    const own: Probed[] = []
    for (const deed of deeds.slice(i, i + size)) own.push(...(await told(deed)))
    const after = await isAccepted(judge, way, refusal)
    all.push(...between(before, after, own))
    before = after
  }
  return all
}

/** A refusal counts only between two honest sessions that go well: they tell it from a bad day. Who accepts, accepts. */
function between(before: boolean, after: boolean, told: readonly Probed[]): readonly Probed[] {
  if (before && after) return told
  const reason = `the honest twin ${before ? 'after' : 'before'} it was not accepted either`
  return told.map((each) => (each.answer === 'accepted' ? each : { ...each, answer: 'undecided', reason }))
}

/** Whether a judge accepts an honest session. */
export async function isAccepted(judge: Role, play: Player, refusal: Refusal): Promise<boolean> {
  const hops = await play({ judge })
  return answerIn(hops, judge, usualOf(judge), refusal) === 'accepted'
}

/** The message at which an honest session shows that it was accepted. */
export const usualOf = (judge: Role): Kind =>
  judge === 'wallet' ? 'offer' : judge === 'identity app' ? 'validation-response' : 'request'
