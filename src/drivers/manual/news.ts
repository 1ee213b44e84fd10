/** Tells pages that something changed, without their asking again and again. */
export interface Newsroom {
  /** How often something changed. */
  readonly version: () => number
  /** What the run came to, once it is over. */
  readonly over: () => string | undefined
  readonly changed: (over?: string) => void
  /** Waits until something is newer than a version, for a while. */
  readonly after: (version: number) => Promise<void>
  /** Lets everybody go who waits. */
  readonly close: () => void
}

/** Milliseconds that a page waits before it asks anew: shorter than any proxy does. */
const longest = 20_000

/** Pages that wait at once; a further one sends the first away. */
const most = 16

export function newsroom(): Newsroom {
  const waiting = new Set<() => void>()
  let [version, isClosed] = [1, false]
  let words: string | undefined
  const release = (): void => {
    for (const go of waiting) go()
  }
  return {
    version: () => version,
    over: () => words,
    changed: (over) => {
      version++
      words ??= over
      release()
    },
    after: async (known) => {
      if (version > known || isClosed) return
      const [first] = waiting
      if (waiting.size >= most) first?.()
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, longest)
      waiting.add(resolve)
      await promise
      clearTimeout(timer)
      waiting.delete(resolve)
    },
    close: () => {
      isClosed = true
      release()
    },
  }
}
