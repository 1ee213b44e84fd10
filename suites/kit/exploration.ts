import * as fc from 'fast-check'

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
export interface Exploration<T, C> {
  readonly values: fc.Arbitrary<T>
  readonly run: (value: T, calls: C) => Promise<SequenceResult>
  /** Whether the answers depend on the moment as well: it is reported how often each was tried, and how often it failed. */
  readonly isTimed?: true
  /** Whether the first values are as long as the others: fast-check begins with short ones. */
  readonly isUnbiased?: boolean
  /** Shorter values that fast-check does not try by itself. */
  readonly shorten?: (value: T) => readonly T[]
}

/** The result of all sequences of one kind. */
export interface ExplorationResult extends Pick<SequenceResult, 'answered' | 'isLost'> {
  readonly hasTooFewAccounts: boolean
  /** How often sequences were run, and how often an answer was not the expected one. */
  readonly tries: number
  readonly failures: number
  /** The shortest sequence with an unexpected answer. */
  readonly counterexample?: SequenceResult
}

/** Runs sequences, one for each member. A sequence with an unexpected answer is run again, shorter and shorter. */
export async function tryValues<T, C>(
  { values, run, isUnbiased: unbiased = false, shorten = () => [] }: Exploration<T, C>,
  { members, seed }: { readonly members: number; readonly seed: number },
  runSequence: (play: (calls: C) => Promise<boolean>) => Promise<boolean>,
): Promise<ExplorationResult> {
  let failed: { readonly result: SequenceResult; readonly value: T } | undefined
  let [answered, isLost, hasTooFewAccounts] = [0, false, false]
  let [tries, failures] = [0, 0]
  const shrunk = new Set<string>()
  const defects: unknown[] = []
  const sequenceFor = (value: T) => async (calls: C) => {
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
  const numRuns = Math.min(members, maxSequences)
  const checked = await fc.check(fc.asyncProperty(values, holds), { seed, numRuns, unbiased })
  if (checked.failed && !failed) throw checked.errorInstance
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
