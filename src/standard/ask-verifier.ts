import { resolve } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { ReceiverAnswer } from '../../suites/kit/samples.ts'
import { splitCommandLine } from '../drivers/command-line.ts'
import { type DriverProcess, startProcess } from '../drivers/driver-process.ts'
import { loadExport } from '../drivers/module-driver.ts'

/** What a verifier is asked: an artefact, and all that it takes to judge it. */
export type VerifierQuestion = JsonObject & { readonly id: string }

/** What it said. `problem`: it gave no answer that can be read. */
export type VerifierAnswer = ReceiverAnswer | { readonly unsupported: string } | { readonly problem: string }

export interface VerifierConnection {
  readonly ask: (question: VerifierQuestion) => Promise<VerifierAnswer>
  readonly close: () => Promise<void>
}

/** Seconds that an answer may take. */
const timeout = 10

/** Characters of an answer, and of the words in it, that are read. */
const longest = { line: 1_000_000, words: 200 }

/** A verifier behind `module:PATH`, a function that is called, or behind a command that answers line by line. */
export async function openVerifier(target: string): Promise<VerifierConnection> {
  if (!target.startsWith('module:')) return openCommand(target)
  const main = await loadExport(resolve(target.slice('module:'.length)), 'verifier')
  return { ask: async (question) => withinTime(callFunction(main, question)), close: async () => {} }
}

async function callFunction(main: (given: unknown) => unknown, question: VerifierQuestion): Promise<VerifierAnswer> {
  try {
    return readAnswer(await main(question))
  } catch (error) {
    return { problem: `it threw ${cut(String(error instanceof Error ? error.message : error))}` }
  }
}

async function withinTime(answer: Promise<VerifierAnswer>): Promise<VerifierAnswer> {
  const late = Promise.withResolvers<VerifierAnswer>()
  const timer = setTimeout(() => late.resolve({ problem: `no answer within ${timeout} s` }), timeout * 1000)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/** Starts a command, and again after it ended or was late: one question may be the cause. */
function openCommand(line: string): VerifierConnection {
  const words = splitCommandLine(line, 'verifier')
  let running: Conversation | undefined
  return {
    ask: async (question) => {
      running ??= converse(startProcess(words, { label: 'verifier', output: 'pipe' }))
      const answer = await withinTime(running.ask(question))
      if ('problem' in answer) {
        await running.process.end()
        running = undefined
      }
      return answer
    },
    close: async () => running?.process.end(),
  }
}

interface Conversation {
  readonly process: DriverProcess
  readonly ask: (question: VerifierQuestion) => Promise<VerifierAnswer>
}

/** One line of JSON for each question, and one for each answer, in the same order. */
function converse(child: DriverProcess): Conversation {
  const waiting: PromiseWithResolvers<VerifierAnswer>[] = []
  const end = (problem: string): void => {
    for (const each of waiting.splice(0)) each.resolve({ problem })
  }
  if (!child.stdout) throw new HarnessError('ERR_CONFIG', 'the verifier has no standard output')
  let line = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...more] = text.split('\n')
    line += first
    for (const next of more) {
      // Programs also print other things: an answer is a line with an object.
      if (line.trimStart().startsWith('{')) waiting.shift()?.resolve(readLine(line))
      line = next
    }
    if (line.length <= longest.line) return
    line = ''
    end('its answer is too long')
  })
  child.ended.then(
    ({ how }) => end(`its process ${how}${child.readLastError() === '' ? '' : `: ${cut(child.readLastError())}`}`),
    (error: unknown) => {
      const why = error instanceof Error ? error.message : 'verifier: its process cannot be started'
      for (const each of waiting.splice(0)) each.reject(new HarnessError('ERR_TARGET', why, { cause: error }))
    },
  )
  return {
    process: child,
    ask: (question) => {
      const answer = Promise.withResolvers<VerifierAnswer>()
      waiting.push(answer)
      child.stdin?.write(`${JSON.stringify(question)}\n`)
      return answer.promise
    },
  }
}

function readLine(line: string): VerifierAnswer {
  if (line.length > longest.line) return { problem: 'its answer is too long' }
  const read = attempt(() => parseJsonObject(line))
  if ('value' in read) return readAnswer(read.value)
  const accepted = readAccepted(line)
  return accepted === undefined ? { problem: `its answer cannot be read: ${read.problem.message}` } : { accepted }
}

/** Whether an answer accepts whose payload is not read here, such as one that is nested too deep. */
function readAccepted(line: string): boolean | undefined {
  try {
    const { accepted } = Object(JSON.parse(line))
    return typeof accepted === 'boolean' ? accepted : undefined
  } catch {
    return undefined
  }
}

function readAnswer(answer: unknown): VerifierAnswer {
  if (!isObject(answer)) return { problem: 'its answer is no object' }
  const { accepted, payload, status, reason, unsupported } = answer
  if (typeof unsupported === 'string') return { unsupported: cut(unsupported) }
  if (typeof accepted !== 'boolean') return { problem: 'its answer has no `accepted`, true or false' }
  return {
    accepted,
    ...(isObject(payload) && { payload }),
    ...((typeof status === 'number' || status === null) && { status }),
    ...(typeof reason === 'string' && { reason: cut(reason) }),
  }
}

const cut = (words: string): string => words.slice(0, longest.words)
