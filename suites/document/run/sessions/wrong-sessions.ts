import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import { compileJudge } from '../../../../src/judge/judge.ts'
import { checks } from '../../all/checks.ts'
import { requirements } from '../../all/requirements.ts'
import type { Message } from '../../model/endpoints.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import { selectArtefacts } from '../../model/parse-message.ts'
import { sessionPlan } from '../../model/session-plan.ts'
import {
  createProbeSessionInput,
  findFailures,
  type ProbeSessionInput,
  type ProbeSessionRules,
} from '../judging/probe-sessions.ts'
import { preflightSession } from '../routes/check-issuer.ts'

/** The sessions of probes in which a target sent something wrong. Of the others, nothing is kept: there may be thousands. */
export interface WrongSessions {
  /** Judges a session that is over. */
  readonly add: (messages: readonly Message[]) => void
  readonly has: (session: string) => boolean
  readonly listArtefacts: () => readonly Artefact[]
  readonly list: () => readonly ProbeSessionInput[]
}

/** What they are judged by. */
export type WrongSessionRules = Omit<ProbeSessionRules, 'judge'>

const everyRequirement = compileJudge(requirements, checks)

/** How many sessions are kept: more of them say nothing new. */
const most = 50

const judged = new Set([...sessionPlan.map(({ session }) => session), preflightSession])

/** Whether a session is judged together with the planned ones. */
export const isPlanned = (session: string): boolean => judged.has(session)

/** Creates the collector of sessions in which something is wrong. */
export function createWrongSessions(
  parse: (message: Message) => ParsedMessage,
  given: WrongSessionRules,
): WrongSessions {
  const rules: ProbeSessionRules = { ...given, judge: everyRequirement }
  const wrong = new Map<string, readonly ParsedMessage[]>()
  return {
    add: (messages) => {
      const session = messages[0]?.session
      if (session === undefined || isPlanned(session) || wrong.has(session) || wrong.size >= most) return
      const parsed = messages.map(parse)
      if (findFailures(parsed, rules).length > 0) wrong.set(session, parsed)
    },
    has: (session) => wrong.has(session),
    listArtefacts: () => [...wrong.values()].flatMap((messages) => selectArtefacts(messages, () => true)),
    list: () => [...wrong.values()].map((messages) => createProbeSessionInput(messages, rules)),
  }
}
