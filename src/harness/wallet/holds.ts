/** Keeps one answer of a session back, so that something else can happen before the wallet has it. */
export interface Hold {
  /** Settles once the answer is due. */
  readonly isDue: Promise<void>
  readonly release: () => void
}

/** The answers that a session keeps back. They are made in time, so that what is drawn for them is the same when a run is played back. */
export function createHolds() {
  let own: (Hold & { readonly place: string; readonly arrive: () => void; readonly isFree: Promise<void> }) | undefined
  return {
    holdAt: (place: string): Hold => {
      const [due, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      own = { place, isDue: due.promise, arrive: due.resolve, isFree: free.promise, release: free.resolve }
      return own
    },
    pass: async (place: string): Promise<void> => {
      if (own?.place !== place) return
      own.arrive()
      await own.isFree
    },
  }
}
