import type { Driver, DriverCommand } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import { type TransportErrorKind, withTargetWords } from '../../model/wire.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { splitCommandLine } from './command-line.ts'
import { type DriverProcess, type EndPatience, startProcess } from './driver-process.ts'
import { readReply, replyLimits } from './reply.ts'

/** How long a driver waits: seconds for an answer, and for the end of a process. */
export interface DriverTimeouts {
  readonly timeout: number
  readonly patience?: EndPatience
}

/**
 * Drives a process: one JSON object in one line for each order on its standard input, with an `id`, and one line with
 * that `id` and what came of it on its output. It is started with the first order, for which its first line may be
 * `{"ready":true}`. Whatever it logs belongs on its standard error. Once something was lost, it is not started again.
 */
export async function createCommandDriver(line: string, who: string, waits: DriverTimeouts): Promise<Driver> {
  const words = splitCommandLine(line, who)
  let talk: Conversation | undefined
  return {
    execute: async (order, { signal }) => {
      talk ??= startConversation(
        startProcess(words, { who, output: 'pipe', patience: waits.patience }),
        who,
        waits.timeout,
      )
      return readReply(await talk.request(order, signal), order.session, who)
    },
    close: async () => talk?.end(),
  }
}

/** Orders and answers, each with its number. */
interface Conversation {
  readonly request: (order: DriverCommand, signal: AbortSignal) => Promise<string>
  readonly end: () => Promise<void>
}

function startConversation(child: DriverProcess, who: string, timeout: number): Conversation {
  const asked = new Map<number, PromiseWithResolvers<string>>()
  let count = 0
  let lost: TransportError | undefined

  function lose(kind: TransportErrorKind, what: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): void {
    lost ??= new TransportError(kind, withTargetWords(`${who}: ${what}`, child.readLastError()))
    for (const { reject } of asked.values()) reject(lost)
    asked.clear()
    child.kill(signal)
  }

  child.stdout?.on(
    'data',
    createLineReader({
      isOver: () => lost !== undefined,
      lose: (what) => lose('protocol', what),
      answered: (id) => {
        const answer = asked.get(id)
        asked.delete(id)
        return answer?.resolve
      },
    }),
  )
  child.ended.then(
    ({ how }) => lose('unreachable', `its process ${how}`),
    (error: TransportError) => lose(error.kind, error.message.slice(`${who}: `.length)),
  )

  return {
    request: async (order, signal) => {
      if (signal.aborted) lose('interrupted', 'interrupted', 'SIGTERM')
      if (lost) throw lost
      const [id, answer] = [++count, Promise.withResolvers<string>()]
      asked.set(id, answer)
      const late = setTimeout(() => lose('timeout', `no answer within ${timeout} s`), 1000 * timeout)
      const stop = (): void => lose('interrupted', 'interrupted', 'SIGTERM')
      signal.addEventListener('abort', stop)
      child.stdin?.write(`${JSON.stringify({ id, ...order })}\n`)
      return answer.promise.finally(() => {
        clearTimeout(late)
        signal.removeEventListener('abort', stop)
      })
    },
    end: () => child.end(),
  }
}

/** Who is told of the lines of a process. */
interface LineListener {
  readonly isOver: () => boolean
  readonly lose: (what: string) => void
  /** Whom an answer is for, if anybody. */
  readonly answered: (id: number) => ((line: string) => void) | undefined
}

/** Listens to a process. What it says is taken apart line by line, and never more of it is kept than one answer may have. */
function createLineReader({ isOver, lose, answered }: LineListener): (octets: Buffer) => void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [line, unasked, isFirst] = ['', 0, true]

  function hear(said: string): void {
    const heard = classifyLine(said)
    const isGreeting = isFirst && heard === 'ready'
    isFirst = false
    const answer = typeof heard === 'number' ? answered(heard) : undefined
    if (answer) {
      unasked = 0
      answer(said)
    } else if (!isGreeting) lose(describeBadLine(heard))
  }

  return (octets) => {
    if (isOver()) return
    unasked += octets.length
    const said = decodeChunk(decoder, octets)
    if (said === undefined) return lose('its output is no UTF-8')
    const [first = '', ...more] = said.split('\n')
    line += first
    for (const next of more) {
      if (!isOver() && line.trim() !== '') hear(line)
      line = next
    }
    if (unasked > replyLimits.octets)
      lose(`its output has more than ${replyLimits.octets} octets and no answer among them`)
  }
}

/** The number of the order that a line answers, or what else it is. */
function classifyLine(line: string): number | 'ready' | 'garbage' | 'unnumbered' {
  const read = attempt(() => parseJsonObject(line))
  if (!('value' in read)) return 'garbage'
  const { id, ready } = read.value
  if (typeof id === 'number') return id
  return id === undefined && ready === true ? 'ready' : 'unnumbered'
}

function describeBadLine(heard: ReturnType<typeof classifyLine>): string {
  if (heard === 'garbage') return 'a line of its output is no JSON object; logs belong on its standard error'
  if (typeof heard === 'number') return 'it answers an order that it was not given, or that it has answered'
  return 'a line of its output has no `id` of an order'
}

function decodeChunk(decoder: TextDecoder, octets: Buffer): string | undefined {
  try {
    return decoder.decode(octets, { stream: true })
  } catch {
    return undefined // fatal, as it was asked to be
  }
}
