import type { ProbeResult } from './run-report.ts'

export type { ProbeAnswer, ProbeResult } from './run-report.ts'

/** How many messages these probes sent: some results count several. */
export const countMessages = (probes: readonly Pick<ProbeResult, 'members'>[]): number =>
  probes.reduce((sum, { members = 1 }) => sum + members, 0)

/** The id of the result that a probe counts for: that of a part, where its requirement is divided. */
export const findResultId = (
  { requirement, breaks }: Pick<ProbeResult, 'requirement' | 'breaks'>,
  results: ReadonlySet<string>,
): string => {
  const part = `${requirement}/${breaks}`
  return results.has(part) ? part : requirement
}

/** Whether the receiver answered as it must, and correctly. */
export const isHandledCorrectly = ({
  answer,
  expected,
  wrong,
}: Pick<ProbeResult, 'answer' | 'expected' | 'wrong'>): boolean => answer === expected && wrong === undefined

/** How a crash shows: no response arrives, or one that says that the server has erred. */
export const crashKinds = ['lost', 'status'] as const
export type CrashKind = (typeof crashKinds)[number]

/** What is wrong with the certificate of a server. */
export type CertificateFault = 'expired' | 'foreign name' | 'untrusted' | 'self-signed'

/** Called now and then with the number of probes that were sent, and with that of all, where it is known. */
export type CountProbes = (probes: number, total?: number) => void
