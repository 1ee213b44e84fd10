/** How many artefacts have a property, and how many of them failed. */
export type Tally = Readonly<Record<string, readonly [artefacts: number, failed: number]>>

/** Different keys of a tally. What comes later is counted together: an artefact may have any text in its members. */
const mostKeys = 1_000
const others = '(others)'

/** Counts artefacts by their properties. */
export interface Counter {
  readonly add: (key: string, artefacts: number, failed: number) => void
  readonly read: () => Tally
}

/** Creates a counter that goes on from what was counted before. */
export function createCounter(before: Tally = {}): Counter {
  const counts = new Map<string, [number, number]>(Object.entries(before).map(([key, [all, bad]]) => [key, [all, bad]]))
  return {
    add: (key, artefacts, failed) => {
      const place = counts.has(key) || counts.size < mostKeys ? key : others
      const count = counts.get(place) ?? [0, 0]
      counts.set(place, count)
      count[0] += artefacts
      count[1] += failed
    },
    read: () => Object.fromEntries(counts),
  }
}
