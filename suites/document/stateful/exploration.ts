import * as fc from 'fast-check'
import type { IssuerCalls, ProbeContext, ProbeOutcome, StatefulProbe } from '../model/probe.ts'

/** The result of one generated sequence of calls. */
export interface SequenceResult {
  /** How many of the requests under test were answered. */
  readonly answered: number
  /** Whether the sequence needs more accounts than there are. */
  readonly hasTooFewAccounts?: boolean
  /** Whether a message was lost, so that the state of the issuer is not known any more. */
  readonly isLost: boolean
  /** Whether an answer was not the expected one. */
  readonly hasFailed: boolean
  /** What was done, in words. */
  readonly steps: readonly string[]
  /** The session in which the sequence ended. */
  readonly session?: string
}

/** The limit for runs that shrink a failing sequence: calls to a real issuer are expensive. */
const maxShrinkRuns = 80

/** The limit for sequences of one kind: an issuer has to remember everything that it issued in them. */
const maxSequences = 1_000

/** Sequences of one kind: how they are generated, run and shrunk. */
export interface Exploration<T> {
  readonly values: fc.Arbitrary<T>
  readonly run: (value: T, calls: IssuerCalls) => Promise<SequenceResult>
  /** Whether the answers depend on the moment as well: it is reported how often each was tried, and how often it failed. */
  readonly isTimed?: true
  /** Shorter values that fast-check does not try by itself. */
  readonly shorten?: (value: T) => readonly T[]
}

/** The result of all sequences of one kind. */
interface ExplorationResult extends Pick<SequenceResult, 'answered' | 'isLost'> {
  readonly hasTooFewAccounts: boolean
  /** How often sequences were run, and how often an answer was not the expected one. */
  readonly tries: number
  readonly failures: number
  /** The shortest sequence with an unexpected answer. */
  readonly counterexample?: SequenceResult
}

/** Runs one sequence for each member. A sequence with an unexpected answer is run again, shorter and shorter. */
async function explore<T>(
  { values, run, shorten = () => [] }: Exploration<T>,
  { members, seed }: Pick<ProbeContext, 'members' | 'seed'>,
  runSequence: NonNullable<ProbeContext['runCalls']>,
): Promise<ExplorationResult> {
  let failed: { readonly result: SequenceResult; readonly value: T } | undefined
  let [answered, isLost, hasTooFewAccounts] = [0, false, false]
  let [tries, failures] = [0, 0]
  const shrunk = new Set<string>()
  const defects: unknown[] = []
  const sequenceFor = (value: T) => async (calls: IssuerCalls) => {
    const result = await run(value, calls)
    answered += result.answered
    tries += 1
    failures += result.hasFailed ? 1 : 0
    isLost ||= result.isLost
    hasTooFewAccounts ||= result.hasTooFewAccounts === true
    if (result.hasFailed) failed = { result, value }
    return !result.hasFailed
  }
  const holds = async (value: T): Promise<boolean> => {
    const name = nameValue(value)
    const isDone = isLost || hasTooFewAccounts || defects.length > 0
    if (isDone || shrunk.has(name) || shrunk.size >= maxShrinkRuns) return true
    if (failed) shrunk.add(name)
    return runSequence(sequenceFor(value)).catch((error: unknown) => defects.push(error) === 0)
  }
  await fc.check(fc.asyncProperty(values, holds), { seed, numRuns: Math.min(members, maxSequences) })
  for (let left = failed ? shorten(failed.value) : []; left.length > 0; ) {
    const [next, ...others] = left
    left = next === undefined || (await holds(next)) ? others : shorten(next)
  }
  if (defects.length > 0) throw defects[0]
  return { answered, isLost, hasTooFewAccounts, tries, failures, ...(failed && { counterexample: failed.result }) }
}

/** Names a value, so that no sequence is run twice. */
const nameValue = (value: unknown): string =>
  isIterable(value) ? [...value].map(String).join() : JSON.stringify(value)

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

/** A probe that runs generated sequences and reports the shortest one with an unexpected answer. */
export const runExploration =
  <T>(
    expected: StatefulProbe['expected'],
    exploration: Exploration<T>,
  ): ((context: ProbeContext) => Promise<ProbeOutcome | undefined>) =>
  async ({ runCalls: runSequence, members, seed }) => {
    if (!runSequence || members < 1) return undefined
    const result = await explore(exploration, { members, seed }, runSequence)
    const { answered, isLost, hasTooFewAccounts, tries, failures, counterexample } = result
    if (hasTooFewAccounts) return undefined
    const answer = answered > 0 ? expected : 'inconclusive'
    if (!counterexample && isLost) return { answer, detail: `${answered} times, until a message was lost` }
    const detail = `not found in ${tries} ${tries === 1 ? 'try' : 'tries'}`
    if (!counterexample) return { answer, ...(exploration.isTimed && tries > 0 && { detail }) }
    const { steps, session } = counterexample
    return {
      answer: expected === 'refused' ? 'accepted' : 'refused',
      detail: exploration.isTimed
        ? `${steps.join(', ')}; ${failures} of ${tries} tries with the same \`--seed\` (as a number: ${seed})`
        : `${steps.join(', ')}; the same \`--seed\` reproduces it (as a number: ${seed})`,
      ...(session !== undefined && { session }),
    }
  }
