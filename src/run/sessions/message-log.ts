import type { Message } from '../../../model/wire.ts'

/** Decides, by what came of an action, whether one of its messages goes on record after all. */
export type IsWorthRecording<Outcome> = (outcome: Outcome, message: Message) => boolean

/** The messages of every session, and which of them go on record. */
export interface MessageLog {
  readonly add: (message: Message) => void
  /** The messages of a session so far. */
  readonly list: (session: string) => readonly Message[]
  readonly listAll: () => readonly Message[]
  readonly forget: (session: string) => void
  /** Runs an action off the record, then records those of its messages that are worth it. */
  readonly runOffRecord: <T>(run: () => Promise<T>, isWorthRecording: IsWorthRecording<T>) => Promise<T>
}

/** Creates a log that begins with the messages of an earlier run. Those are on record already. */
export function createMessageLog(earlier: readonly Message[], record: (message: Message) => void): MessageLog {
  const sessions = new Map<string, Message[]>(Map.groupBy(earlier, ({ session }) => session))
  let sink = record
  return {
    add: (message) => {
      const messages = sessions.get(message.session) ?? []
      sessions.set(message.session, messages)
      messages.push(message)
      sink(message)
    },
    list: (session) => sessions.get(session) ?? [],
    listAll: () => [...sessions.values()].flat(),
    forget: (session) => void sessions.delete(session),
    runOffRecord: async (run, isWorthRecording) => {
      const outer = sink
      const held: Message[] = []
      sink = (message) => void held.push(message)
      try {
        const outcome = await run()
        for (const message of held) if (isWorthRecording(outcome, message)) outer(message)
        return outcome
      } finally {
        sink = outer
      }
    },
  }
}
