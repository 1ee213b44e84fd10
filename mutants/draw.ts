import { createRandom } from '../src/runtime/random.ts'
import type { Mutant } from './operators.ts'

/** A number below a bound. */
export type Draw = (bound: number) => number

/** The numbers of a seed. */
export function createDraw(seed: string): Draw {
  const random = createRandom(seed)
  return (bound) => random(4).readUInt32BE() % bound
}

export const shuffle = <T>(all: readonly T[], draw: Draw): readonly T[] =>
  all
    .map((each) => [draw(2 ** 31), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)

/** At random, and one of each operator in turn: most would be members that are left out. */
export function pick(mutants: readonly Mutant[], draw: Draw): readonly Mutant[] {
  const groups = [...Map.groupBy(shuffle(mutants, draw), ({ operator }) => operator).values()]
  const longest = Math.max(0, ...groups.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => groups.flatMap((group) => group[i] ?? [])).flat()
}
