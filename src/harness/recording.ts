import { createHash } from 'node:crypto'
import { TransportError } from '../../model/errors.ts'
import type { Role } from '../../model/role.ts'
import type { ReportedSession } from '../../model/run-report.ts'
import type { HttpRequest, HttpResponse, Message } from '../../model/wire.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { type AddressBook, createAddressBook } from './address-book.ts'
import { type Send, writeResponse } from './calls.ts'

/** A message of a test. Its endpoint has the name by which metadata calls it. */
export type TestMessage = Message<string>

/** A session of a test: what it is for. */
export type TestSession = Pick<ReportedSession, 'session' | 'purpose'>

/** Records what travels in a test, and knows which message an artefact came in. */
export interface TestRecording {
  /** Begins a session: the messages that follow belong to it. */
  readonly begin: (session: string, purpose: string) => void
  /** From here on, every probe has a session of its own. */
  readonly beginProbes: () => void
  /** Ends the session of a probe, and returns its name; nothing, if no message was sent in it. */
  readonly endProbe: () => string | undefined
  readonly add: (message: Omit<TestMessage, 'number' | 'session' | 'endpoint'> & { readonly endpoint?: string }) => void
  /** Begins a recording of probes that are sent beside others. It knows the addresses that this one knows. */
  readonly beginPart: (watch: Watch) => TestRecording
  /** Adds such a recording after what is here, and returns what its sessions and messages are called here. */
  readonly addPart: (part: TestRecording) => PartNames
  /** The number of the message that a text came in. */
  readonly findMessage: (text: string) => number | undefined
  readonly sessions: readonly TestSession[]
  readonly messages: readonly TestMessage[]
}

type Watch = (message: TestMessage) => void

/** What the sessions and messages of a part are called in the whole recording. */
export interface PartNames {
  readonly sessions: ReadonlyMap<string, string>
  readonly numbers: ReadonlyMap<number, number>
}

/** Messages that are kept: a target that goes round in circles fills no memory. */
const mostMessages = 20_000

export function createRecording(watch: Watch = () => {}, addresses: AddressBook = createAddressBook()): TestRecording {
  const sessions: TestSession[] = []
  const messages: TestMessage[] = []
  let session = 'exchange'
  let probes: number | undefined
  const isUsed = (): boolean => messages.at(-1)?.session === session
  const nextProbe = (count: number): void => {
    probes = count
    session = `probe-${count}`
  }
  const endProbe = (): string | undefined => {
    if (!isUsed()) return undefined
    const ended = session
    if (probes !== undefined) nextProbe(probes + 1)
    return ended
  }
  const add: TestRecording['add'] = ({ endpoint, ...rest }) => {
    if (messages.length >= mostMessages) return
    const number = messages.length + 1
    const message = { ...rest, endpoint: endpoint ?? addresses.nameEndpoint(rest.request.url), number, session }
    messages.push(message)
    watch(message)
    if (message.response) addresses.learn(message.response.body)
  }
  return {
    sessions,
    messages,
    begin: (name, purpose) => {
      session = name
      sessions.push({ session: name, purpose })
    },
    beginProbes: () => nextProbe(1),
    endProbe,
    add,
    beginPart: (watchPart) => {
      const part = createRecording(watchPart, addresses)
      part.beginProbes()
      return part
    },
    addPart: (part) => {
      const names = { sessions: new Map<string, string>(), numbers: new Map<number, number>() }
      for (const { number, session: known, ...message } of part.messages) {
        if (!names.sessions.has(known)) {
          endProbe()
          names.sessions.set(known, session)
        }
        add(message)
        names.numbers.set(number, messages.length)
      }
      endProbe()
      return names
    },
    findMessage: createSearch(messages),
  }
}

/** Finds the number of the message that a text came in. Messages are hashed when the first text is looked for. */
function createSearch(messages: readonly TestMessage[]): TestRecording['findMessage'] {
  const numbers = new Map<string, number>()
  let hashed = 0
  return (text) => {
    for (const message of messages.slice(hashed))
      for (const each of listTexts(message)) numbers.set(digest(each), message.number)
    hashed = messages.length
    return numbers.get(digest(text)) ?? findByPart(messages, text)
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The texts by which a message may be judged. */
const listTexts = ({ request: { body }, response }: TestMessage): readonly string[] => [
  ...(body === undefined || body === '' ? [] : [body]),
  ...(response ? [response.body, writeResponse(response)] : []),
]

/** What is judged by itself is a part of a message, unless it was encrypted: then the last message has it. */
const findByPart = (messages: readonly TestMessage[], text: string): number | undefined =>
  (
    messages.findLast(
      ({ request, response }) => response?.body.includes(text) === true || request.body?.includes(text) === true,
    ) ?? messages.at(-1)
  )?.number

interface Ways {
  readonly from: Role
  readonly to: Role
}

/** Sends requests, and records them with what became of them. */
export const recordCalls =
  (send: Send, { add }: TestRecording, ways: Ways): Send =>
  async (request, origin) => {
    const sentAt = readPreciseClock()
    const { separate: _, ...recorded } = request
    const describe = () => ({
      ...ways,
      request: recorded,
      sentAt,
      milliseconds: Math.max(0, readPreciseClock() - sentAt),
    })
    try {
      const response = await send(request, origin)
      add({ ...describe(), response })
      return response
    } catch (error) {
      if (error instanceof Error && error.cause instanceof TransportError) {
        const { kind, message } = error.cause
        add({ ...describe(), transportError: { kind, message } })
      }
      throw error
    }
  }

/** A call of a wallet under test, and how it was answered. */
export interface AnsweredCall {
  readonly request: HttpRequest
  readonly response: HttpResponse
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Records the calls of a session after it has ended. */
export function recordAnswers<C extends AnsweredCall>(
  calls: readonly C[],
  { add }: TestRecording,
  { nameEndpoint, ...ways }: Ways & { readonly nameEndpoint: (call: C) => string },
): void {
  for (const call of calls) {
    const { request, response, at } = call
    add({ ...ways, endpoint: nameEndpoint(call), request, response, sentAt: at, milliseconds: 0 })
  }
}
