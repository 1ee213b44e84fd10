import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { ReceiverAnswer } from '../../suites/kit/samples.ts'
import { type Answerer, limitWords, type NoAnswer, openAnswerer } from '../harness/ask-by-line.ts'

/** What a verifier is asked: an artefact, and all that it takes to judge it. */
export type VerifierQuestion = JsonObject & { readonly id: string }

/** What it said. `problem`: it gave no answer that can be read. */
export type VerifierAnswer = VerifierStatement | NoAnswer
type VerifierStatement = ReceiverAnswer | { readonly unsupported: string }

/** A verifier behind `module:PATH`, a function that is called, or behind a command that answers line by line. */
export const openVerifier = (target: string): Promise<Answerer<VerifierQuestion, VerifierStatement>> =>
  openAnswerer(target, {
    label: 'verifier',
    fromLine: readLine,
    fromValue: readAnswer,
    fromError: (message) => ({ problem: `it threw ${message}` }),
  })

function readLine(line: string): VerifierAnswer {
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
  if (!isObject(answer)) return { problem: 'its answer is not an object' }
  const { accepted, payload, status, reason, unsupported } = answer
  if (typeof unsupported === 'string') return { unsupported: limitWords(unsupported) }
  if (typeof accepted !== 'boolean') return { problem: 'its answer has no `accepted`, true or false' }
  return {
    accepted,
    ...(isObject(payload) && { payload }),
    ...((typeof status === 'number' || status === null) && { status }),
    ...(typeof reason === 'string' && { reason: limitWords(reason) }),
  }
}
