import type { Role } from '../../../../model/role.ts'
import type { Traffic } from '../../../../model/run-report.ts'
import type { Message } from '../../model/endpoints.ts'

/** Counts calls to receivers. It keeps no message: there may be millions. */
export interface TrafficCounter {
  readonly add: (message: Message) => void
  /** Adds the counts of another store. */
  readonly merge: (traffic: Traffic) => void
  readonly count: () => Traffic
}

/** Creates a counter of the calls to some roles. */
export function createTrafficCounter(receivers: ReadonlySet<Role>): TrafficCounter {
  const counts = new Map<TrafficName, number>()
  const seconds = new Map<number, number>()
  let merged = noTraffic
  return {
    add: (message) => {
      if (!receivers.has(message.to)) return
      for (const name of listTrafficNames(message)) increment(counts, name)
      increment(seconds, Math.floor(message.sentAt / 1000))
    },
    merge: (traffic) => {
      merged = mergeTraffic([merged, traffic])
    },
    count: () =>
      mergeTraffic([{ ...noTraffic, ...Object.fromEntries(counts), peakPerSecond: findPeak(seconds) }, merged]),
  }
}

const findPeak = (seconds: ReadonlyMap<number, number>): number =>
  [...seconds.values()].reduce((most, count) => Math.max(most, count), 0)

type TrafficName = Exclude<keyof Traffic, 'peakPerSecond'>

function* listTrafficNames({ endpoint, response }: Message): Generator<TrafficName> {
  const isSuccess = response !== undefined && response.status < 300
  yield 'calls'
  if (endpoint === 'issuerConfig' && isSuccess) yield 'sessions'
  if (endpoint === 'nonce' && isSuccess) yield 'nonces'
  if (endpoint === 'validate') yield 'credentialRequests'
  if (endpoint === 'validate' && isSuccess) yield 'credentials'
  if (response !== undefined && response.status >= 400 && response.status < 500) yield 'rejections'
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const noTraffic: Traffic = {
  calls: 0,
  sessions: 0,
  nonces: 0,
  credentialRequests: 0,
  credentials: 0,
  rejections: 0,
  peakPerSecond: 0,
}

/** The sum of several counts. The peak is the highest of them: they may have run one after the other. */
export const mergeTraffic = (all: readonly Traffic[]): Traffic =>
  all.reduce(
    (sum, each) => ({
      calls: sum.calls + each.calls,
      sessions: sum.sessions + each.sessions,
      nonces: sum.nonces + each.nonces,
      credentialRequests: sum.credentialRequests + each.credentialRequests,
      credentials: sum.credentials + each.credentials,
      rejections: sum.rejections + each.rejections,
      peakPerSecond: Math.max(sum.peakPerSecond, each.peakPerSecond),
    }),
    noTraffic,
  )
