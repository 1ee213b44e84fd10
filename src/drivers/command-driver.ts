import type { Driver, DriverCommand } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import { type TransportErrorKind, withTargetWords } from '../../model/wire.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { splitCommandLine } from './command-line.ts'
import { type DriverProcess, type EndTimeouts, startProcess } from './driver-process.ts'
import { readReply, replyLimits } from './reply.ts'

/** How long a driver waits: seconds for a reply, and milliseconds for the end of a process. */
export interface DriverTimeouts {
  readonly timeout: number
  readonly patience?: EndTimeouts
}

/**
 * Drives a process: writes each command with an `id` as one line of JSON to its standard input, and reads the reply
 * with the same `id` as one line of its standard output. The process starts with the first command; its first line
 * may be `{"ready":true}`. Logs belong on its standard error. A process that ended or was ended, because its reply was late or
 * could not be read, is started again with the next command: one message may be the cause.
 */
export async function createCommandDriver(line: string, label: string, waits: DriverTimeouts): Promise<Driver> {
  const words = splitCommandLine(line, label)
  let conversation: Conversation | undefined
  return {
    isProcess: true,
    execute: async (command, { signal }) => {
      if (conversation?.hasFailed()) {
        await conversation.end()
        conversation = undefined
      }
      conversation ??= startConversation(
        startProcess(words, { label, output: 'pipe', endTimeouts: waits.patience }),
        label,
        waits.timeout,
      )
      return readReply(await conversation.request(command, signal), command.session, label)
    },
    close: async () => conversation?.end(),
  }
}

/** Sends commands and receives their replies, matched by `id`. */
interface Conversation {
  readonly request: (command: DriverCommand, signal: AbortSignal) => Promise<string>
  /** Whether its process ended, or was ended. An interruption is not a failure: nothing is to be started after it. */
  readonly hasFailed: () => boolean
  readonly end: () => Promise<void>
}

function startConversation(child: DriverProcess, label: string, timeout: number): Conversation {
  const pending = new Map<number, PromiseWithResolvers<string>>()
  let count = 0
  let failure: TransportError | undefined

  function fail(kind: TransportErrorKind, what: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): void {
    failure ??= new TransportError(kind, withTargetWords(`${label}: ${what}`, child.readLastError()))
    for (const { reject } of pending.values()) reject(failure)
    pending.clear()
    child.kill(signal)
  }

  child.stdout?.on(
    'data',
    createLineReader({
      isEnded: () => failure !== undefined,
      lose: (what) => fail('protocol', what),
      takePending: (id) => {
        const answer = pending.get(id)
        pending.delete(id)
        return answer?.resolve
      },
    }),
  )
  child.ended.then(
    ({ how }) => fail('unreachable', `its process ${how}`),
    (error: TransportError) => fail(error.kind, error.message.slice(`${label}: `.length)),
  )

  return {
    request: async (command, signal) => {
      if (signal.aborted) fail('interrupted', 'interrupted', 'SIGTERM')
      if (failure) throw failure
      const [id, answer] = [++count, Promise.withResolvers<string>()]
      pending.set(id, answer)
      const late = setTimeout(() => fail('timeout', `no answer within ${timeout} s`), 1000 * timeout)
      const stop = (): void => fail('interrupted', 'interrupted', 'SIGTERM')
      signal.addEventListener('abort', stop)
      child.stdin?.write(`${JSON.stringify({ id, ...command })}\n`)
      return answer.promise.finally(() => {
        child.remember()
        clearTimeout(late)
        signal.removeEventListener('abort', stop)
      })
    },
    hasFailed: () => failure !== undefined && failure.kind !== 'interrupted',
    end: () => child.end(),
  }
}

/** Receives the lines of a process. */
interface LineListener {
  readonly isEnded: () => boolean
  readonly lose: (what: string) => void
  /** Removes and returns the waiting receiver of a reply, if there is one. */
  readonly takePending: (id: number) => ((line: string) => void) | undefined
}

/** Splits the output of a process into lines. Never keeps more of it than the limit of one reply. */
function createLineReader({ isEnded: isOver, lose, takePending: answered }: LineListener): (octets: Buffer) => void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [line, unansweredOctets, isFirst] = ['', 0, true]

  function handleLine(text: string): void {
    const content = classifyLine(text)
    const isGreeting = isFirst && content === 'ready'
    isFirst = false
    const answer = typeof content === 'number' ? answered(content) : undefined
    if (answer) {
      unansweredOctets = 0
      answer(text)
    } else if (!isGreeting) lose(describeBadLine(content))
  }

  return (octets) => {
    if (isOver()) return
    unansweredOctets += octets.length
    const text = decodeChunk(decoder, octets)
    if (text === undefined) return lose('its output is not UTF-8')
    const [first = '', ...more] = text.split('\n')
    line += first
    for (const next of more) {
      if (!isOver() && line.trim() !== '') handleLine(line)
      line = next
    }
    if (unansweredOctets > replyLimits.octets)
      lose(`its output has more than ${replyLimits.octets} octets and no answer among them`)
  }
}

/** Returns the `id` of the command that a line replies to, or what else the line is. */
function classifyLine(line: string): number | 'ready' | 'garbage' | 'unnumbered' {
  const read = attempt(() => parseJsonObject(line))
  if (!('value' in read)) return 'garbage'
  const { id, ready } = read.value
  if (typeof id === 'number') return id
  return id === undefined && ready === true ? 'ready' : 'unnumbered'
}

function describeBadLine(content: ReturnType<typeof classifyLine>): string {
  if (content === 'garbage') return 'a line of its output is not a JSON object; logs belong on its standard error'
  if (typeof content === 'number') return 'the `id` of its reply belongs to no open command'
  return 'a line of its output has no `id` of a command'
}

function decodeChunk(decoder: TextDecoder, octets: Buffer): string | undefined {
  try {
    return decoder.decode(octets, { stream: true })
  } catch {
    return undefined // not UTF-8
  }
}
