import { isHandledCorrectly } from '../../model/probe.ts'
import { fromRoleKey } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { countRequired, type RequiredCounts, selectRequired } from '../../reporters/result-status.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { findPlanGaps, findRegistry, listPlannedResults, listTargetRoles, plans } from '../judge/plan-gaps.ts'
import { listAgreements } from './agreements.ts'
import { listStated } from './stated.ts'

/** A statement of conformance: what was tested, by which plan, with which answers, and how far it can be trusted. */
export interface Statement {
  readonly schemaVersion: 1
  readonly type: 'assay-conformance-statement'
  /** What no record can show, and only the signer says. */
  readonly statedBySigner: readonly string[]
  /** The claim in one sentence. */
  readonly claim: string
  readonly subject: RunReport['subject']
  readonly roles: readonly string[]
  readonly profile: string
  readonly specifications?: RunReport['specifications']
  readonly gate: string
  /** ISO 8601. */
  readonly statedAt: string
  readonly run: Pick<RunReport, 'startedAt' | 'milliseconds' | 'seed'> & { readonly now?: number }
  readonly tool: Pick<RunReport['tool'], 'name' | 'version'>
  readonly plan: { readonly version: string; readonly registry: string }
  /** The numbers of the run, as every form of its report has them. */
  readonly counts: RequiredCounts
  /** The required requirements that passed. */
  readonly passed: readonly string[]
  /** What the plan asks for if it is shown, and what was not shown: it is not part of the claim. */
  readonly notShown: readonly string[]
  /** What an answer to a decision excludes. */
  readonly excluded: readonly { readonly id: string; readonly reason: string }[]
  readonly decisions: RunReport['decisions']
  readonly proof: {
    readonly sessions: number
    readonly calls: number
    readonly tampered: number
    readonly detected: number
    readonly probes: number
    readonly handled: number
  }
  /** SHA-256 of the files of the run. */
  readonly digests: { readonly report: string; readonly record: string }
  /** The key that signs, and its thumbprint (RFC 7638). */
  readonly signer: { readonly jwk: Readonly<Record<string, unknown>>; readonly thumbprint: string }
}

/** Lists what keeps a run from being claimed, the weightiest first, each with what to do about it. */
export function* listObstacles(report: RunReport): Generator<string> {
  const { verdict, tool, record } = report
  for (const { code, text } of verdict.reasons) if (code !== 'plan' && code !== 'defaults') yield text
  if (listTargetRoles(report.actors).length === 0) yield 'no target was tested: reference actors played every role'
  if (verdict.result !== 'conformant' && verdict.reasons.length === 0) yield `the verdict is ${verdict.result}`
  if (tool.version !== plans.version)
    yield `the report was made by assay ${tool.version}, and this is ${plans.version}: run again`
  if (record === undefined) yield 'there is no record of the messages: run again'
  for (const { id, tampering } of report.results)
    if (tampering && tampering.caught < tampering.tried) yield `${id}: a tampered copy was not detected`
  const gaps = Map.groupBy(
    findPlanGaps(report, defaultSuite.decisions),
    ({ role, give }) => `${give} (plan of the ${role}`,
  )
  for (const [what, alike] of gaps) yield `${what}: ${alike.map(({ id }) => id).join(', ')})`
  yield* listUncounted(report)
  const open = report.decisions.filter(({ source }) => source === 'default').map(({ id }) => id)
  if (open.length > 0) yield `decisions left at their defaults (\`assay decide\`): ${open.join(', ')}`
}

/** Rows of the plan that did not pass, and do not count as long as a decision has no answer: no decision excludes them. */
function* listUncounted(report: RunReport): Generator<string> {
  for (const { result } of listPlannedResults(report)) {
    if (result === undefined || result.decides !== undefined || !/^(failed|cantTell)$/.test(result.outcome)) continue
    const what = result.outcome === 'failed' ? 'failed' : 'is inconclusive'
    yield `${result.id} ${what}: whether it counts, the answer to ${listAgreements(result).join(', ')} says (\`assay decide\`)`
  }
}

/** Makes the statement of a run that has no obstacle. */
export function makeStatement(
  report: RunReport,
  { digests, signer, statedAt }: Pick<Statement, 'digests' | 'signer' | 'statedAt'>,
): Statement {
  const {
    subject,
    profile,
    specifications,
    gate,
    startedAt,
    milliseconds,
    seed,
    now,
    results,
    probes,
    sessions,
    traffic,
  } = report
  const roles = listTargetRoles(report.actors)
  const planned = listPlannedResults(report)
  const others = planned.filter(({ result }) => result === undefined || !/^passed/.test(result.outcome))
  const tampered = results.flatMap(({ tampering }) => tampering ?? [])
  return {
    schemaVersion: 1,
    type: 'assay-conformance-statement',
    statedBySigner: [...listStated(report, statedAt)],
    claim: `${nameSubject(report)} passed what is required in the plan of the ${roles.map((role) => fromRoleKey(role)).join(' and the ')} under the profile ${profile}.`,
    subject,
    roles,
    profile,
    ...(specifications && { specifications }),
    gate,
    statedAt,
    run: { startedAt, milliseconds, seed, ...(now !== undefined && { now }) },
    tool: { name: report.tool.name, version: report.tool.version },
    plan: { version: plans.version, registry: findRegistry(profile) },
    counts: countRequired(report),
    passed: selectRequired(report).flatMap(({ id, outcome }) => (/^passed/.test(outcome) ? id : [])),
    notShown: others.filter(({ row }) => row.optional).map(({ row }) => row.id),
    excluded: others
      .filter(({ row }) => !row.optional)
      .map(({ row, result }) => ({ id: row.id, reason: result?.reason ?? '' })),
    decisions: report.decisions,
    proof: {
      sessions: sessions.length,
      calls: traffic.calls,
      tampered: tampered.reduce((sum, { tried }) => sum + tried, 0),
      detected: tampered.reduce((sum, { caught }) => sum + caught, 0),
      probes: probes.length,
      handled: probes.filter(isHandledCorrectly).length,
    },
    digests,
    signer,
  }
}

const nameSubject = ({ subject: { vendor, product, version } }: RunReport): string =>
  [vendor, product, version].filter((each) => each !== undefined).join(' ') || 'The implementation'
