/** Notifies open pages of changes by long polling. */
export interface PageUpdates {
  /** The number of changes so far. */
  readonly getVersion: () => number
  /** The summary of the run, once it is over. */
  readonly getFinalWords: () => string | undefined
  readonly publish: (over?: string) => void
  /** Waits until there is a newer version, or the poll times out. */
  readonly waitForChange: (version: number) => Promise<void>
  /** The page was redirected after a form, and will load again. */
  readonly noteLeaving: () => void
  /** The page was rendered with the current state. */
  readonly noteShown: () => void
  /** Releases all waiting pages, after an open page has shown the summary. */
  readonly close: () => Promise<void>
}

/** Milliseconds of one poll: below the timeout of any proxy. */
const longest = 20_000

/** Milliseconds that a page has to fetch the summary. */
const farewell = 2_000

/** The most pages that wait at once; a further one releases the first. */
const most = 16

export function createPageUpdates(): PageUpdates {
  const waiting = new Set<() => void>()
  const lastShown = Promise.withResolvers<void>()
  let [version, isFollowed, isAway, isClosed] = [1, false, false, false]
  let words: string | undefined
  const release = (): void => {
    for (const go of waiting) go()
  }

  async function waitUntilNewer(known: number): Promise<void> {
    if (version > known || isClosed) return
    const [first] = waiting
    if (waiting.size >= most) first?.()
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, longest)
    waiting.add(resolve)
    await promise
    clearTimeout(timer)
    waiting.delete(resolve)
  }

  return {
    getVersion: () => version,
    getFinalWords: () => words,
    publish: (over) => {
      version++
      words ??= over
      release()
    },
    waitForChange: async (known) => {
      isFollowed = true
      await waitUntilNewer(known)
      if (words !== undefined && !isAway) lastShown.resolve() // a page that was redirected dropped this poll
    },
    noteLeaving: () => {
      isAway = true
    },
    noteShown: () => {
      isAway = false
      if (words !== undefined) lastShown.resolve()
    },
    close: async () => {
      if ((isFollowed || isAway) && words !== undefined) {
        const timer = setTimeout(lastShown.resolve, farewell)
        await lastShown.promise
        clearTimeout(timer)
      }
      isClosed = true
      release()
    },
  }
}
