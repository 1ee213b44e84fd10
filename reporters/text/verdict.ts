import type { RunReport, VerdictReason } from '../../model/run-report.ts'
import { provisionalReasons, transportErrorHints, verdictLabels } from './labels.ts'
import { sanitizeForFile } from './sanitize.ts'
import { capitalize } from './wording.ts'

/** Names a verdict, and says why a pass is provisional: `PASSED (provisional: 36 decisions were left at their defaults)`. */
export function nameVerdict({ verdict: { result, claimable, reasons } }: RunReport): string {
  const label = verdictLabels[result]
  if (result !== 'conformant' || claimable) return label
  return `${label} (provisional: ${reasons.map(({ text }) => sanitizeForFile(text)).join('; ')})`
}

/** The verdict in one line, with the reasons that decide it and the exit code. */
export function summarizeVerdict(report: RunReport): string {
  const { exitCode, reasons } = report.verdict
  const deciding = reasons.filter(isDeciding).map(({ text }) => sanitizeForFile(text))
  const why = deciding.length === 0 ? '' : `: ${deciding.join('; ')}`
  return `${nameVerdict(report)}${why} (exit code ${exitCode})`
}

/** Tells whether a reason decides the verdict; the others only make a pass provisional. */
export const isDeciding = ({ code }: VerdictReason): boolean => !provisionalReasons.includes(code)

/** Lists why the verdict is what it is, and what must be settled before conformance can be claimed. */
export const listReasons = ({ verdict: { reasons } }: RunReport): readonly string[] =>
  reasons.map(({ text }) => sanitizeForFile(text))

/** Says what to do next. */
export function suggestNextStep(report: RunReport): string {
  const { result, claimable } = report.verdict
  if (result === 'unavailable')
    return `${capitalize(hintForTransportError(report))}, then run \`npx assay doctor\`. Nothing was judged.`
  if (result === 'harnessError')
    return 'Report the harness error below together with the command line. It says nothing about the target.'
  if (result === 'interrupted') return 'Run it again: it was interrupted.'
  if (result === 'nonconformant')
    return `Start with the first failure: \`npx assay explain ${findFirstFailure(report)}\`.`
  if (result === 'inconclusive')
    return 'See below why requirements are inconclusive, and what is missing to decide them.'
  if (claimable) return 'Nothing: conformance can be claimed.'
  return 'Before you can claim conformance: confirm the default of each decision (`npx assay list decisions`), and test all requirements.'
}

/** What to do about the message that did not arrive. */
export const hintForTransportError = ({ sessions }: RunReport): string =>
  transportErrorHints[sessions.find(({ ended }) => ended === 'unavailable')?.transportError ?? 'unreachable']

const findFirstFailure = ({ results }: RunReport): string =>
  results.find(({ outcome }) => outcome === 'failed')?.id ?? ''
