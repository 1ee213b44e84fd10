import type { Message } from '../../model/endpoints.ts'

/** Decides, by what came of an action, whether one of its messages goes on record after all. */
export type IsWorthRecording<Outcome> = (outcome: Outcome, message: Message) => boolean

/** Runs an action off the record, then records those of its messages that are worth it. */
export type RunOffRecord = <T>(run: () => Promise<T>, isWorthRecording: IsWorthRecording<T>) => Promise<T>

/** Where the messages of some sessions go on their way to the record. */
export interface Outlet {
  /** Has the messages of a session go this way. */
  readonly take: (session: string) => void
  readonly runOffRecord: RunOffRecord
  /** Records what was held back, and forgets its sessions. */
  readonly release: () => void
  /** Forgets what was held back, and its sessions. */
  readonly drop: () => void
}

/** How an outlet is opened. */
export interface OutletOptions {
  /** Whether its messages are held back until they are released: then they are beside one another in the record. */
  readonly isHeld: boolean
  readonly onMessage: (message: Message) => void
}

/** The messages of every session, and which of them go on record. */
export interface MessageLog {
  readonly add: (message: Message) => void
  /** The messages of a session so far. */
  readonly list: (session: string) => readonly Message[]
  readonly listAll: () => readonly Message[]
  readonly forget: (session: string) => void
  readonly runOffRecord: RunOffRecord
  readonly openOutlet: (options: OutletOptions) => Outlet
}

type Record = (message: Message) => void

/** Creates a log that begins with the messages of an earlier run. Those are on record already. */
export function createMessageLog(earlier: readonly Message[], record: Record): MessageLog {
  const sessions = new Map<string, Message[]>(Map.groupBy(earlier, ({ session }) => session))
  const outlets = new Map<string, Record>()
  const main = createSwitch(record)
  return {
    add: (message) => {
      const messages = sessions.get(message.session) ?? []
      sessions.set(message.session, messages)
      messages.push(message)
      const put = outlets.get(message.session) ?? main.put
      put(message)
    },
    list: (session) => sessions.get(session) ?? [],
    listAll: () => [...sessions.values()].flat(),
    forget: (session) => void sessions.delete(session),
    runOffRecord: main.runOffRecord,
    openOutlet: (options) => openOutlet(options, main.put, outlets),
  }
}

/** What messages are recorded by, which can be switched off and on. */
interface RecordSwitch {
  readonly put: Record
  readonly runOffRecord: RunOffRecord
}

function createSwitch(record: Record): RecordSwitch {
  let sink = record
  return {
    put: (message) => sink(message),
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

function openOutlet({ isHeld, onMessage }: OutletOptions, record: Record, outlets: Map<string, Record>): Outlet {
  const taken = new Set<string>()
  const held: Message[] = []
  const { put, runOffRecord } = createSwitch(isHeld ? (message) => void held.push(message) : record)
  const end = (): void => {
    for (const session of taken) outlets.delete(session)
    taken.clear()
  }
  return {
    take: (session) => {
      taken.add(session)
      outlets.set(session, (message) => {
        onMessage(message)
        put(message)
      })
    },
    runOffRecord,
    release: () => {
      const sessions = Map.groupBy(held.splice(0), ({ session }) => session)
      for (const session of taken) sessions.get(session)?.forEach(record)
      end()
    },
    drop: () => {
      held.length = 0
      end()
    },
  }
}
