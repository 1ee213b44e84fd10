import type { Message } from '../../model/endpoints.ts'
import { sessionPlan } from '../../model/session-plan.ts'

/** The sessions that an earlier run completed. They are not run again. */
export interface EarlierSessions {
  readonly has: (session: string) => boolean
  /** When a session ended, in seconds since 1970. */
  readonly findEnd: (session: string) => number | undefined
  /** The account of each session, counted from 0. */
  readonly listAccounts: () => readonly (readonly [session: string, account: number])[]
}

/** Finds the sessions in the messages of an earlier run. */
export function createEarlierSessions(messages: readonly Message[]): EarlierSessions {
  const sessions = Map.groupBy(messages, ({ session }) => session)
  return {
    has: (session) => sessions.has(session),
    findEnd: (session) => {
      const times = sessions.get(session)?.map(({ sentAt, milliseconds }) => sentAt + milliseconds)
      return times && Math.floor(Math.max(...times) / 1000)
    },
    listAccounts: () =>
      sessionPlan.filter(({ session }) => sessions.has(session)).map(({ session, account }) => [session, account]),
  }
}
