import { resolve } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { splitCommandLine } from '../drivers/command-line.ts'
import { type DriverProcess, startProcess } from '../drivers/driver-process.ts'
import { loadExport } from '../drivers/module-driver.ts'
import { isPlayedBack, markTape, takeFromTape } from './tape/tape.ts'

/** An answer that cannot be read, or that did not come. */
export interface NoAnswer {
  readonly problem: string
}

/** How the answers of a program are read. */
export interface AnswerReader<A> {
  /** What the program is: a verifier, a holder. */
  readonly label: string
  readonly fromLine: (line: string) => A | NoAnswer
  readonly fromValue: (value: unknown) => A | NoAnswer
  /** What it means that a function throws. */
  readonly fromError: (message: string) => A | NoAnswer
}

/** A program that answers questions. */
export interface Answerer<Q, A> {
  readonly ask: (question: Q) => Promise<A | NoAnswer>
  readonly close: () => Promise<void>
}

/** Seconds that an answer may take. */
const timeout = 10

/** Characters of an answer, and of the words in it, that are read. */
export const longestAnswer = { line: 1_000_000, words: 200 }

/** A program behind `module:PATH`, a function that is called, or behind a command that answers line by line. */
export async function openAnswerer<Q extends JsonObject, A extends object>(
  target: string,
  reader: AnswerReader<A>,
): Promise<Answerer<Q, A>> {
  let live = isPlayedBack() ? undefined : await openProgram<Q, A>(target, reader)
  const ask = async (question: Q): Promise<A | NoAnswer> => {
    live ??= await openProgram<Q, A>(target, reader)
    return live.ask(question)
  }
  return {
    ask: async (question) => {
      const answer = await takeFromTape(`a question to the ${reader.label}`, () => ask(question))
      markTape()
      return answer
    },
    close: async () => live?.close(),
  }
}

async function openProgram<Q extends JsonObject, A extends object>(
  target: string,
  reader: AnswerReader<A>,
): Promise<Answerer<Q, A>> {
  if (!target.startsWith('module:')) return openCommand(target, reader)
  const main = await loadExport(resolve(target.slice('module:'.length)), reader.label)
  return { ask: async (question) => withinTime(callFunction(main, question, reader)), close: async () => {} }
}

async function callFunction<A>(
  main: (given: unknown) => unknown,
  question: JsonObject,
  { fromValue, fromError }: AnswerReader<A>,
): Promise<A | NoAnswer> {
  try {
    return fromValue(await main(question))
  } catch (error) {
    return fromError(limitWords(String(error instanceof Error ? error.message : error)))
  }
}

async function withinTime<A>(answer: Promise<A | NoAnswer>): Promise<A | NoAnswer> {
  const late = Promise.withResolvers<NoAnswer>()
  const timer = setTimeout(() => late.resolve({ problem: `no answer within ${timeout} s` }), timeout * 1000)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/** Starts a command, and again after it ended or was late: one question may be the cause. */
function openCommand<Q extends JsonObject, A extends object>(line: string, reader: AnswerReader<A>): Answerer<Q, A> {
  const { label } = reader
  const words = splitCommandLine(line, label)
  let running: Conversation<A> | undefined
  return {
    ask: async (question) => {
      running ??= converse(startProcess(words, { label, output: 'pipe' }), reader)
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

interface Conversation<A> {
  readonly process: DriverProcess
  readonly ask: (question: JsonObject) => Promise<A | NoAnswer>
}

/** One line of JSON for each question, and one for each answer, in the same order. */
function converse<A>(child: DriverProcess, { label, fromLine }: AnswerReader<A>): Conversation<A> {
  const waiting: PromiseWithResolvers<A | NoAnswer>[] = []
  const end = (problem: string): void => {
    for (const each of waiting.splice(0)) each.resolve({ problem })
  }
  if (!child.stdout) throw new HarnessError('ERR_CONFIG', `the ${label} has no standard output`)
  let line = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...more] = text.split('\n')
    line += first
    for (const next of more) {
      // Programs also print other things: an answer is a line with an object.
      if (line.trimStart().startsWith('{')) waiting.shift()?.resolve(readLine(line, fromLine))
      line = next
    }
    if (line.length <= longestAnswer.line) return
    line = ''
    end('its answer is too long')
  })
  child.ended.then(
    ({ how }) =>
      end(`its process ${how}${child.readLastError() === '' ? '' : `: ${limitWords(child.readLastError())}`}`),
    (error: unknown) => {
      const why = error instanceof Error ? error.message : `${label}: its process cannot be started`
      for (const each of waiting.splice(0)) each.reject(new HarnessError('ERR_TARGET', why, { cause: error }))
    },
  )
  return {
    process: child,
    ask: (question) => {
      const answer = Promise.withResolvers<A | NoAnswer>()
      waiting.push(answer)
      child.stdin?.write(`${JSON.stringify(question)}\n`)
      return answer.promise
    },
  }
}

const readLine = <A>(line: string, read: (line: string) => A | NoAnswer): A | NoAnswer =>
  line.length > longestAnswer.line ? { problem: 'its answer is too long' } : read(line)

export const limitWords = (words: string): string => words.slice(0, longestAnswer.words)
