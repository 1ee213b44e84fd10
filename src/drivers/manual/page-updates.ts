/** Tells pages that something changed, without their asking again and again. */
export interface PageUpdates {
  /** How often something changed. */
  readonly getVersion: () => number
  /** What the run came to, once it is over. */
  readonly getFinalWords: () => string | undefined
  readonly publish: (over?: string) => void
  /** Waits until something is newer than a version, for a while. */
  readonly waitForChange: (version: number) => Promise<void>
  /** The page was sent away, and will be back. */
  readonly noteLeaving: () => void
  /** The page was shown, with all that is known. */
  readonly noteShown: () => void
  /** Lets everybody go who waits, once a page that follows knows what the run came to. */
  readonly close: () => Promise<void>
}

/** Milliseconds that a page waits before it asks anew: shorter than any proxy does. */
const longest = 20_000

/** Milliseconds that a page has to ask for the last news. */
const farewell = 2_000

/** Pages that wait at once; a further one sends the first away. */
const most = 16

export function createPageUpdates(): PageUpdates {
  const waiting = new Set<() => void>()
  const toldLast = Promise.withResolvers<void>()
  let [version, isFollowed, isAway, isClosed] = [1, false, false, false]
  let words: string | undefined
  const release = (): void => {
    for (const go of waiting) go()
  }

  async function change(known: number): Promise<void> {
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
      await change(known)
      if (words !== undefined && !isAway) toldLast.resolve() // who is away has left this question behind
    },
    noteLeaving: () => {
      isAway = true
    },
    noteShown: () => {
      isAway = false
      if (words !== undefined) toldLast.resolve()
    },
    close: async () => {
      if ((isFollowed || isAway) && words !== undefined) {
        const timer = setTimeout(toldLast.resolve, farewell)
        await toldLast.promise
        clearTimeout(timer)
      }
      isClosed = true
      release()
    },
  }
}
