import { compareWithOthers } from './differential.ts'
import { type FuzzFigures, fuzz } from './fuzz.ts'
import { makeDocumentOriginals, makeSdJwtOriginals, type Original } from './originals.ts'

/** What is given the inputs, under one profile. */
interface Task {
  readonly aim: 'verify' | 'parsers' | 'differential'
  readonly profile: 'document' | 'sd-jwt'
}

/** What one task came to in all rounds. */
export type TaskFigures = Task & FuzzFigures

export interface GoOptions {
  readonly seed: number
  /** Ends once parsers and `verify` were called so often, both counted. */
  readonly calls: number
  /** Seconds after which it ends. */
  readonly seconds: number
  /** Seconds of one round. */
  readonly portion: number
}

/** Parts of a round. A verdict takes fifty times as long as a call of a parser. */
const shares: Readonly<Record<Task['aim'], number>> = { parsers: 0.3, verify: 0.15, differential: 0.05 }

const tasks: readonly Task[] = (['parsers', 'verify', 'differential'] as const).flatMap((aim) =>
  (['document', 'sd-jwt'] as const).map((profile) => ({ aim, profile })),
)

/** Gives inputs to everything in turn, until there were enough of them. */
export async function fuzzEverything({ seed, calls, seconds, portion }: GoOptions): Promise<readonly TaskFigures[]> {
  const began = performance.now()
  const originals = { document: makeDocumentOriginals(), 'sd-jwt': makeSdJwtOriginals() }
  let sums: readonly TaskFigures[] = tasks.map((task) => ({ ...task, ...nothing }))
  const isEnough = (): boolean => countCalls(sums) >= calls || performance.now() - began >= 1_000 * seconds
  while (!isEnough()) {
    const next: TaskFigures[] = []
    for (const sum of sums)
      next.push(add(sum, await runTask(sum, originals[sum.profile], seed, portion * shares[sum.aim])))
    sums = next
  }
  return sums
}

/** How often parsers and `verify` were called. What other implementations were asked is not counted. */
export const countCalls = (sums: readonly TaskFigures[]): number =>
  sums.reduce((count, { aim, calls }) => (aim === 'differential' ? count : count + calls), 0)

/** A task of a later round goes on with the inputs after those of the earlier one. */
function runTask(
  { aim, inputs: from }: TaskFigures,
  originals: readonly Original[],
  seed: number,
  seconds: number,
): Promise<FuzzFigures> {
  const share = { originals, seed, from, seconds, inputs: Number.POSITIVE_INFINITY }
  return aim === 'differential' ? compareWithOthers(share) : fuzz({ ...share, aim })
}

const nothing: FuzzFigures = {
  inputs: 0,
  calls: 0,
  repeated: 0,
  seconds: 0,
  slowest: { milliseconds: 0, from: 0 },
  peak: 0,
  found: [],
}

const add = (sum: TaskFigures, round: FuzzFigures): TaskFigures => ({
  ...sum,
  inputs: sum.inputs + round.inputs,
  calls: sum.calls + round.calls,
  repeated: sum.repeated + round.repeated,
  seconds: sum.seconds + round.seconds,
  slowest: round.slowest.milliseconds > sum.slowest.milliseconds ? round.slowest : sum.slowest,
  peak: Math.max(sum.peak, round.peak),
  found: [...sum.found, ...round.found],
})
