/** Draws numbers that depend on a seed and on nothing else: every input can be made again from its number. */
export interface Draw {
  /** An integer from 0 to below `bound`. */
  readonly below: (bound: number) => number
  readonly pick: <T>(values: readonly [T, ...T[]]) => T
  /** Any of some values, which may be none. */
  readonly any: <T>(values: readonly T[]) => T | undefined
  readonly octets: (length: number) => Uint8Array
}

export function createDraw(seed: number, number: number): Draw {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (bound: number): number => next() % Math.max(bound, 1)
  return {
    below,
    pick: (values) => values[below(values.length)] ?? values[0],
    any: (values) => values[below(values.length)],
    octets: (length) => Uint8Array.from({ length }, () => below(256)),
  }
}
