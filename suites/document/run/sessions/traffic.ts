import type { Role } from '../../../../model/role.ts'
import type { Traffic } from '../../../../model/run-report.ts'
import { mergeTraffic, noTraffic } from '../../../../src/judge/traffic.ts'
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
