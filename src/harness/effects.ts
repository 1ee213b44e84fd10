import type { Effects } from '../model/run-report.ts'
import type { Hop } from '../model/wire.ts'

/** Counts what calls do to whoever is called. It keeps none of them: there may be millions. */
export interface Tally {
  readonly add: (hop: Hop) => void
  readonly counted: () => Effects
}

/** Begins to count. */
export function tally(): Tally {
  const counts = new Map<Counted, number>()
  const seconds = new Map<number, number>()
  return {
    add: (hop) => {
      for (const kind of kindsOf(hop)) increment(counts, kind)
      increment(seconds, Math.floor(hop.sent / 1000))
    },
    counted: () => ({
      ...nothing,
      ...Object.fromEntries(counts),
      peak: [...seconds.values()].reduce((most, count) => Math.max(most, count), 0),
    }),
  }
}

type Counted = Exclude<keyof Effects, 'peak'>

function* kindsOf({ endpoint, replied }: Hop): Generator<Counted> {
  const isSuccess = replied !== undefined && replied.status < 300
  yield 'calls'
  if (endpoint === 'issuerConfig' && isSuccess) yield 'sessions'
  if (endpoint === 'nonce' && isSuccess) yield 'nonces'
  if (endpoint === 'validate') yield 'requests'
  if (endpoint === 'validate' && isSuccess) yield 'credentials'
  if (replied !== undefined && replied.status >= 400 && replied.status < 500) yield 'refusals'
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const nothing: Effects = { calls: 0, sessions: 0, nonces: 0, requests: 0, credentials: 0, refusals: 0, peak: 0 }

/** What several did to the same people. They may have been busy one after the other. */
export const together = (all: readonly Effects[]): Effects =>
  all.reduce(
    (sum, each) => ({
      calls: sum.calls + each.calls,
      sessions: sum.sessions + each.sessions,
      nonces: sum.nonces + each.nonces,
      requests: sum.requests + each.requests,
      credentials: sum.credentials + each.credentials,
      refusals: sum.refusals + each.refusals,
      peak: Math.max(sum.peak, each.peak),
    }),
    nothing,
  )
