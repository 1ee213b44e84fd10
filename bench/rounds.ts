/** Something to measure. */
export interface Row {
  readonly name: string
  /** Does it once, with the number of the turn. A promise is awaited. */
  readonly once: (turn: number) => unknown
}

/** How long to measure. */
export interface Pace {
  readonly rounds: number
  /** Milliseconds that each row gets in each round. */
  readonly slice: number
}

/** Medians in microseconds of processor time. Only ratios between rows of one run are meaningful. */
export async function measure(rows: readonly Row[], pace: Pace): Promise<ReadonlyMap<string, number>> {
  return new Map([...(await measureRounds(rows, pace))].map(([name, values]) => [name, median(values)]))
}

/** Microseconds of each row in each round. Rows take turns in every round, so that a slow moment of the machine affects all of them. */
export async function measureRounds(rows: readonly Row[], pace: Pace): Promise<ReadonlyMap<string, readonly number[]>> {
  const samples = new Map<string, number[]>(rows.map(({ name }) => [name, []]))
  for (const row of rows) await spend(row, pace.slice)
  for (let round = 0; round < pace.rounds; round++) {
    for (const row of rows) samples.get(row.name)?.push(await spend(row, pace.slice))
  }
  return samples
}

/** The time of the processor, in all threads: what others do on it meanwhile does not count. */
async function spend({ once }: Row, slice: number): Promise<number> {
  const first = once(0)
  if (first instanceof Promise) await first
  const start = performance.now()
  const before = process.cpuUsage()
  let turn = 0
  for (let now = start; now < start + slice; now = performance.now()) {
    for (let i = 0; i < 8; i++) {
      const result = once(turn++)
      if (result instanceof Promise) await result
    }
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / turn
}

/** The middle of an odd number of values; of an even number, the upper of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
