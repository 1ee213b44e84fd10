import type { Traffic } from '../../model/run-report.ts'

export const noTraffic: Traffic = {
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
