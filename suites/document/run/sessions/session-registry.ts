import type { Account } from '../../../../model/driver.ts'
import type { TransportError } from '../../../../model/errors.ts'
import type { Responder } from '../../../../model/role.ts'
import type { BaseAddresses } from '../../kit/terms.ts'
import type { Message } from '../../model/endpoints.ts'
import type { CalledSession } from '../routes/inbound.ts'
import type { Route } from '../routes/message-bus.ts'

/** A session that is open, with its actors. */
export interface RegisteredSession extends CalledSession {
  readonly account: Account
  /** The probe that it is for, where several are sent at a time. */
  readonly probe?: string | undefined
  /** The session that was opened for its request, where that was another. */
  readonly lentFrom?: string | undefined
  /** The base URLs in the commands to drivers. */
  readonly driverAddresses: BaseAddresses
  /** The route to a reference actor of this session. */
  readonly findRoute: (responder: Responder) => Route
  /** The deeplink, once it arrives at our server. */
  readonly deeplink: PromiseWithResolvers<string>
  /** Called with every message of the session. */
  readonly watchers: Set<(message: Message) => void>
}

/** Notes about a session besides its messages. */
interface SessionNotes {
  /** Why a target went no further, in its own words, or what it did beside the flow. */
  targetWords?: string
  /** What was lost between two targets. */
  loss?: TransportError
}

/** The open sessions and the notes about them. */
export interface SessionRegistry {
  readonly add: (session: RegisteredSession) => void
  readonly find: (name: string) => RegisteredSession | undefined
  /** The session that was opened last, for a call that names none. */
  readonly findLatest: () => RegisteredSession | undefined
  /** Whether a target called without the path of a session: its calls belong to the latest, whichever it means. */
  readonly hasUnnamedCalls: () => boolean
  readonly list: () => readonly RegisteredSession[]
  readonly remove: (name: string) => void
  readonly noteTargetWords: (name: string, words: string) => void
  readonly findTargetWords: (name: string) => string | undefined
  readonly noteLoss: (name: string, loss: TransportError) => void
  readonly findLoss: (name: string) => TransportError | undefined
}

/** Creates a registry without sessions. */
export function createSessionRegistry(): SessionRegistry {
  const sessions = new Map<string, RegisteredSession>()
  const notes = new Map<string, SessionNotes>()
  let isUnnamed = false
  const list = (): readonly RegisteredSession[] => [...sessions.values()]
  const note = (name: string, more: SessionNotes): void => void notes.set(name, { ...notes.get(name), ...more })
  return {
    add: (session) => void sessions.set(session.session, session),
    find: (name) => sessions.get(name),
    findLatest: () => {
      isUnnamed = true
      return list().at(-1)
    },
    hasUnnamedCalls: () => isUnnamed,
    list,
    remove: (name) => {
      sessions.delete(name)
      notes.delete(name)
    },
    noteTargetWords: (name, targetWords) => note(name, { targetWords }),
    findTargetWords: (name) => notes.get(name)?.targetWords,
    noteLoss: (name, loss) => note(name, { loss }),
    findLoss: (name) => notes.get(name)?.loss,
  }
}
