import { isStandardProfile } from '../../model/decision.ts'
import type { RunReport, VerdictReason } from '../../model/run-report.ts'
import { isDecidingResult, listFailures } from '../result-status.ts'
import { baselineHint } from './known-failures.ts'
import { provisionalReasons, transportErrorHints, verdictLabels } from './labels.ts'
import { sanitizeForFile } from './sanitize.ts'
import { capitalize, listAll } from './wording.ts'

/** Names a verdict, and says why a pass is provisional: `PASSED (provisional: 36 decisions were left at their defaults)`. */
export function nameVerdict({ verdict: { result, exitCode, claimable, reasons } }: RunReport): string {
  const label = verdictLabels[result]
  if (exitCode === 6) return `${label} (the baseline is out of date)`
  if (exitCode === 0 && result !== 'conformant') return `${label} (every failure is known)`
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
  const { result, exitCode, claimable } = report.verdict
  if (exitCode === 6) return `Update the baseline: ${baselineHint}.`
  if (exitCode === 0 && result !== 'conformant') return 'Nothing: the baseline accepts every failure.'
  if (result === 'unavailable')
    return `${capitalize(suggestForTransportError(report))}, then run \`npx assay doctor\`. Nothing was judged.`
  if (result === 'harnessError')
    return 'Report the harness error below with the command line. There is no verdict on the target.'
  if (result === 'interrupted') return 'Run it again: it was interrupted.'
  if (result === 'nonconformant' || result === 'unsafe')
    return `Start with the first failure: \`npx assay explain ${findFirstFailure(report)}\`.`
  if (result === 'inconclusive')
    return 'The reasons below say why requirements are inconclusive, and what is missing to decide them.'
  if (isStandardProfile(report.profile)) {
    if (report.verdict.reasons.some(({ code }) => code === 'unprobed'))
      return 'Send the negative tests too: repeat the command with `--probes`.'
    if (report.actors.every(({ url }) => url === undefined)) return 'Nothing: all tested requirements passed.'
    if (!claimable) return 'Before you can claim conformance, all requirements of the plan have to be judged.'
  }
  if (claimable) return 'Claim conformance: `npx assay claim`.'
  return 'Before you can claim conformance: confirm the default of each decision (`npx assay list decisions`), and test all requirements.'
}

/** What to do about the message that did not arrive. */
export const suggestForTransportError = ({ sessions }: RunReport): string =>
  transportErrorHints[sessions.find(({ ended }) => ended === 'unavailable')?.transportError ?? 'unreachable']

const findFirstFailure = (report: RunReport): string => listFailures(report).find(isDecidingResult)?.id ?? ''

/** Says who has to act before the run can pass: the targets, the configuration, or Assay. Empty if it passed. */
export function describeResponsibility(report: RunReport): string {
  const { result, exitCode } = report.verdict
  if (exitCode === 0 || exitCode === 6) return ''
  if (result === 'harnessError') return 'This is a defect of Assay: it says nothing about the target.'
  if (result === 'unavailable') return 'Start the target, or correct its address in the configuration.'
  if (result === 'nonconformant' || result === 'unsafe') return describeFaultyRoles(report)
  if (result !== 'inconclusive') return ''
  return report.sessions.some(({ settings = [] }) => settings.length > 0)
    ? 'Correct the configuration: nothing is known to be wrong with the target.'
    : 'The run did not see enough to decide: nothing is known to be wrong with the target.'
}

function describeFaultyRoles(report: RunReport): string {
  const bound = listFailures(report)
    .filter(isDecidingResult)
    .map(({ binds }) => binds)
  const targets = report.actors.flatMap(({ role, url }) => (url === undefined ? [] : [role]))
  // A verifier fails by what it accepts, which binds those who sent it.
  const faulty = targets.length === 1 && !targets.some((role) => bound.includes(role)) ? targets : bound
  const roles = [...new Set(faulty)].map((role) => (role === 'everyone' ? 'every role' : `the ${role}`))
  return bound.length === 0 ? '' : `${capitalize(listAll(roles))} ${roles.length === 1 ? 'needs' : 'need'} to be fixed.`
}

/** Says what has to pass at the gate of a run. */
export const describeGate = ({ gate }: RunReport): string =>
  gate === 'go-live'
    ? 'Gate go-live: mandatory requirements, and those whose violation is a risk to security or privacy.'
    : 'Gate conformance: mandatory requirements only.'
