import type { Conclusion } from '../../model/report.ts'

/** Every exit code and its meaning. */
export const exitCodes = {
  0: 'passed',
  1: 'failed: a mandatory requirement failed, or, at the go-live gate, one whose violation is a risk to security or privacy',
  2: 'usage or configuration error: an unknown flag, a file that cannot be read',
  3: 'inconclusive: a required result is missing, or nothing was judged',
  4: 'a target was unavailable, so there is no verdict on it',
  5: 'a defect in assay, an output withheld because it contained private values, or a full disk',
  6: 'the baseline is out of date',
  130: 'interrupted; the report covers what was received until then',
} as const
export type ExitCode = keyof typeof exitCodes

/** Exit codes by precedence: of several, the first one in this list counts. */
const precedence = [130, 5, 2, 4, 1, 6, 3, 0] as const satisfies readonly ExitCode[]

/** Picks the code that counts. Without any, nothing was judged: 3. */
export const pickWorstCode = (codes: Iterable<ExitCode>): ExitCode => {
  const all = new Set(codes)
  return precedence.find((code) => all.has(code)) ?? 3
}

/** The exit code of each conclusion. */
export const exitCodesByConclusion: Readonly<Record<Conclusion, ExitCode>> = {
  conformant: 0,
  nonconformant: 1,
  inconclusive: 3,
  harnessError: 5,
}
