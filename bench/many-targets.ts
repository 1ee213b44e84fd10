import { type DelayedLine, openDelayedIssuer, runOnce } from './delayed.ts'

// How long one process takes that tests many issuers at once, each 50 milliseconds away. The peer is one issuer after the
// other, computed from one alone. The limit is the processor: while a run waits for its target, the others work.

const targets = 20
const delay = 50

/** The share of the time in which there has to be something to do; in the rest, all runs wait for their targets. */
const leastBusy = 0.9

/** Tests one delayed issuer, then many at once, and yields a line for each. */
export async function* measureManyTargets(): AsyncGenerator<DelayedLine> {
  const issuers = await Promise.all(Array.from({ length: targets }, openDelayedIssuer))
  for (const issuer of issuers) issuer.delay(delay)
  try {
    let alone = Number.NaN
    for (const chosen of [issuers.slice(0, 1), issuers]) {
      const began = performance.eventLoopUtilization()
      const runs = await Promise.all(chosen.map(({ url }) => runOnce(url)))
      const { utilization: busy, active, idle } = performance.eventLoopUtilization(began)
      const seconds = (active + idle) / 1_000
      if (chosen.length === 1) alone = seconds
      const counts = chosen.map((issuer) => issuer.takeCounts())
      const calls = counts.reduce((sum, each) => sum + each.calls, 0)
      yield {
        target: `${chosen.length} of ${targets} document issuers, busy for ${Math.round(100 * busy)} %`,
        ...{ delay, concurrency: 'adaptive', seconds, calls },
        peak: Math.max(...counts.map(({ peak }) => peak)),
        callsPerProbe: calls / runs.reduce((sum, { probes }) => sum + probes, 0),
        ratio: (alone * chosen.length) / seconds,
        ...(chosen.length > 1 && { aim: `≥ ${100 * leastBusy} % busy`, reached: busy >= leastBusy }),
      }
    }
  } finally {
    for (const issuer of issuers) await issuer.close()
  }
}
