import type { ActorMutation } from '../../model/actors.ts'
import { type StatefulProbe, statefulProbe } from '../../model/probe.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'

/** A legal message that surprises: a judge who turns it away is too strict, unless it was agreed that it is not legal. */
export const legalProbe = (shows: Requirement, judge: Role, deed: string, deviation: ActorMutation): StatefulProbe =>
  statefulProbe(shows, judge, deed, 'accepted', async (director) => {
    const hops = await director.runSession({ mutation: deviation })
    const answer = director.readSessionAnswer(hops)
    return answer === 'refused' && !director.isLegal(hops) ? undefined : answer
  })
