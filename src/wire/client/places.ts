/** Places for what is sent at the same time: as many as a limit says, which may change. */
export interface Places {
  /** Does something in a place, and says whether nothing else was done meanwhile. */
  readonly take: <T>(act: () => Promise<T>) => Promise<{ readonly outcome: T; readonly isAlone: boolean }>
  /** Does something for all entries, each in a place of its own. Waits until all places are free. */
  readonly fill: <E>(entries: readonly E[], act: (entry: E) => Promise<void>) => Promise<void>
  /** Runs several things for one place: one by one there, and more in places that are free. */
  readonly runTogether: <T>(runs: readonly (() => Promise<T>)[]) => Promise<readonly T[]>
  /** Gives no free place to anything of `runTogether` until an action is over. */
  readonly inQuiet: <T>(act: () => Promise<T>) => Promise<T>
  /** Fills places that have become free because the limit is higher than it was. */
  readonly lookAgain: () => void
  /** How often a place was taken so far. */
  readonly count: () => number
  /** The most places that were taken at the same time. */
  readonly peak: () => number
}

/** What the places are like at the moment. */
interface PlacesState {
  active: number
  count: number
  peak: number
  isQuiet: boolean
}

/** Creates places without anything in them. */
export function createPlaces(limit: () => number): Places {
  const state: PlacesState = { active: 0, count: 0, peak: 0, isQuiet: false }
  const enter = (): void => {
    state.count++
    state.peak = Math.max(state.peak, ++state.active)
  }
  const leave = (): void => void state.active--
  const hasFree = (): boolean => state.active < limit()
  let grown = Promise.withResolvers<void>()
  return {
    take: async (act) => {
      const isFirst = state.active === 0
      enter()
      const { count } = state
      const outcome = await act().finally(leave)
      return { outcome, isAlone: isFirst && count === state.count }
    },
    fill: (entries, act) => fillPlaces(entries, act, { hasFree, whenGrown: () => grown.promise }),
    runTogether: (runs) =>
      shareRuns(runs, (work) => {
        if (state.isQuiet || !hasFree()) return undefined
        enter()
        return work().finally(leave)
      }),
    inQuiet: (act) => {
      const before = state.isQuiet
      state.isQuiet = true
      return act().finally(() => {
        state.isQuiet = before
      })
    },
    lookAgain: () => {
      if (!hasFree()) return
      grown.resolve()
      grown = Promise.withResolvers()
    },
    count: () => state.count,
    peak: () => state.peak,
  }
}

/** Whether there is a free place, and when there may be one more though nothing is over. */
interface Room {
  readonly hasFree: () => boolean
  readonly whenGrown: () => Promise<void>
}

async function fillPlaces<E>(
  entries: readonly E[],
  act: (entry: E) => Promise<void>,
  { hasFree, whenGrown }: Room,
): Promise<void> {
  const waiting = [...entries]
  const pending = new Set<Promise<void>>()
  const defects: unknown[] = []
  const start = (entry: E): void => {
    const running: Promise<void> = act(entry)
      .catch((error: unknown) => void defects.push(error))
      .finally(() => pending.delete(running))
    pending.add(running)
  }
  while (pending.size > 0 || (waiting.length > 0 && defects.length === 0)) {
    while (defects.length === 0 && (pending.size === 0 || hasFree())) {
      const next = waiting.shift()
      if (next === undefined) break
      start(next)
    }
    await Promise.race(waiting.length > 0 ? [...pending, whenGrown()] : pending)
  }
  if (defects.length > 0) throw defects[0]
}

/** Shares runs between a worker and those that get a place. The outcomes are in the order of the runs. */
async function shareRuns<T>(
  runs: readonly (() => Promise<T>)[],
  workElsewhere: (work: () => Promise<void>) => Promise<void> | undefined,
): Promise<readonly T[]> {
  const waiting = [...runs.entries()]
  const outcomes: T[] = []
  const workers: Promise<void>[] = []
  const defects: unknown[] = []
  const hireOthers = (): void => {
    for (let hired = true; hired && waiting.length > 0; ) {
      const working = workElsewhere(work)
      if (working) workers.push(working)
      hired = working !== undefined
    }
  }
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && defects.length === 0; next = waiting.shift()) {
      const [i, run] = next
      const ended = await run().then(
        (outcome) => ({ outcome }),
        (error: unknown) => void defects.push(error),
      )
      if (ended) outcomes[i] = ended.outcome
      hireOthers()
    }
  }
  workers.push(work())
  hireOthers()
  for (let i = 0; i < workers.length; i++) await workers[i]
  if (defects.length > 0) throw defects[0]
  return outcomes
}
