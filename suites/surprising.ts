import type { Deviation } from '../src/model/actors.ts'
import { type Trick, trick } from '../src/model/probe.ts'
import type { Requirement, Role } from '../src/model/requirement.ts'

/** A legal message that surprises: a judge who turns it away is too strict, unless it was agreed that it is not legal. */
export const surprise = (shows: Requirement, judge: Role, deed: string, deviation: Deviation): Trick =>
  trick(shows, judge, deed, 'accepted', async (director) => {
    const hops = await director.play({ deviation })
    const answer = director.endOf(hops)
    return answer === 'refused' && !director.isLegal(hops) ? undefined : answer
  })
