import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type StatefulProbe, statefulProbe } from '../model/probe.ts'

/** An unusual but legal message. A receiver that rejects it is too strict, unless a decision makes it illegal. It may be a step before the last one. */
export const legalProbe = (
  requirement: Requirement,
  receiver: Role,
  description: string,
  mutation: ActorMutation,
): StatefulProbe =>
  statefulProbe(requirement, receiver, description, 'accepted', async (context) => {
    const messages = await context.runRequest({ mutation })
    const last = messages.at(-1)
    const isStopped = last?.to === receiver && context.readAnswer(last.response) === 'refused'
    const answer = isStopped ? 'refused' : context.readSessionAnswer(messages)
    return answer === 'refused' && !context.isLegal(messages) ? undefined : answer
  })
