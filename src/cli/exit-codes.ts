import type { Conclusion } from '../harness/gate.ts'

/** What the command line ends with, and what each number means. */
export const exitCodes = {
  0: 'passed',
  1: 'nonconformant: a requirement that is a must, a must not or stated failed',
  2: 'usage or configuration: an unknown flag, a file that cannot be read',
  3: 'inconclusive: a required thing cannot be told, or nothing was judged',
  4: 'the target is unavailable: nothing is said of it',
  5: 'a defect of assay',
  6: 'the baseline has drifted',
  130: 'interrupted; what was seen until then is reported',
} as const
export type ExitCode = keyof typeof exitCodes

/** Of several codes the first of these wins. */
const precedence = [130, 5, 2, 4, 1, 6, 3, 0] as const satisfies readonly ExitCode[]

/** The code of several judgements; of none, that nothing was judged. */
export const worst = (codes: Iterable<ExitCode>): ExitCode => {
  const all = new Set(codes)
  return precedence.find((code) => all.has(code)) ?? 3
}

export const exitCodeOf: Readonly<Record<Conclusion, ExitCode>> = {
  conformant: 0,
  nonconformant: 1,
  inconclusive: 3,
  defect: 5,
}
