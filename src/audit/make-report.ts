import { isStandardProfile } from '../../model/decision.ts'
import { findDecidingReason, type GateRules } from '../../model/gate.ts'
import { type AuditedPopulation, repeatKinds } from '../../model/population.ts'
import type { Conclusion } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { AuditCount, AuditedRequirement, AuditReport } from '../../reporters/audit/audit-report.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { standards } from '../../suites/standards.ts'
import { tool } from '../runtime/tool.ts'
import { exitCodesByConclusion } from '../terminal/exit-codes.ts'
import type { VerifyOptions } from '../verify/verify.ts'
import type { AuditFindings } from './audit.ts'
import { createAuditDecide } from './compare/encoding.ts'
import { judgePopulation, type PopulationResult } from './compare/judge-population.ts'
import type { Tally } from './compare/tally.ts'
import type { AuditPlan } from './sources/audit-plan.ts'
import type { AuditSource } from './sources/list-sources.ts'
import type { AuditTotals } from './totals.ts'

/** What a report says beside the findings. */
export interface AuditFacts {
  readonly plan: AuditPlan
  readonly sources: readonly AuditSource[]
  readonly startedAt: string
  readonly endedAt: string
  readonly extent: AuditReport['extent']
}

/** Makes the report of an audit. It is the same whenever the same is audited, except for the times. */
export function makeAuditReport(
  found: AuditFindings,
  { plan, sources, startedAt, endedAt, extent }: AuditFacts,
): AuditReport {
  const { totals } = found
  const rules = readRules(plan.verify)
  const population = judgePopulation(describePopulation(found), createAuditDecide(plan.verify))
  const requirements = [
    ...listRequirements(plan.verify).flatMap((each) => describeArtefacts(each, totals, rules) ?? []),
    ...population.map((each) => describeResult(each, rules)),
  ]
  const conclusion = concludeAudit(totals, requirements)
  const { profile = 'document', decisions = {} } = plan.verify
  return {
    schema: 'audit-report',
    schemaVersion: 1,
    tool,
    ...{ startedAt, endedAt, conclusion },
    exitCode: exitCodesByConclusion[conclusion],
    sources: sources.map(({ name, form, size }) => ({ name, form, octets: size })),
    ...{ profile, decisions: { ...decisions }, extent },
    ...{ artefacts: totals.artefacts, credentials: totals.credentials },
    unread: { lines: totals.unread, examples: totals.unreadExamples },
    compared: found.sample.credentials,
    requirements,
    counts: Object.fromEntries(
      Object.entries({ kind: totals.kinds, ...totals.tallies }).map(([dimension, tally]) => [
        dimension,
        listCounts(tally),
      ]),
    ),
    ...(plan.groupBy !== undefined && { groups: { by: plan.groupBy, rows: listGroups(totals) } }),
  }
}

const readRules = ({ gate = 'conformance', strict = false, decisions = {} }: VerifyOptions): GateRules => ({
  ...{ gate, strict },
  answered: new Map(Object.entries(decisions)),
})

const listRequirements = ({ profile = 'document' }: VerifyOptions): readonly Requirement[] =>
  (isStandardProfile(profile) ? standards[profile] : defaultSuite).requirements

/** The population with the places of the lines that have something in common. */
function describePopulation({ totals, repeats, sample, find }: AuditFindings): AuditedPopulation {
  const name = (ordinal: number): string => {
    const { id, place } = find(ordinal)
    return id === undefined ? place : `${id} (${place})`
  }
  const shared = repeatKinds.map((kind) => {
    const { values, again, examples } = repeats[kind]
    return [kind, { values, again, examples: examples.map(([before, after]) => [name(before), name(after)] as const) }]
  })
  return { credentials: totals.credentials, shared: Object.fromEntries(shared), sample }
}

const judgedOutcomes = ['passed', 'passedNonStrict', 'failed', 'cantTell', 'harnessError'] as const

/** A requirement that was judged by artefacts; nothing for those that no artefact here can show. */
function describeArtefacts(
  requirement: Requirement,
  { outcomes, examples }: AuditTotals,
  rules: GateRules,
): AuditedRequirement | undefined {
  const counts = outcomes[requirement.id] ?? {}
  if (!judgedOutcomes.some((outcome) => counts[outcome] !== undefined)) return undefined
  const own = examples[requirement.id] ?? []
  return {
    ...describeRow(requirement, rules),
    scope: 'artefact',
    outcomes: counts,
    ...(own.length > 0 && {
      examples: own.map(({ id, place, findings }) => ({ ...(id !== undefined && { id }), place, findings })),
    }),
  }
}

const describeRow = (requirement: Requirement, rules: GateRules) => {
  const { id, text, force, binds } = requirement
  return { id, text, force, binds, decides: findDecidingReason(requirement, rules) !== undefined }
}

const describeResult = (
  { requirement, outcome, findings, reason }: PopulationResult,
  rules: GateRules,
): AuditedRequirement => ({
  ...describeRow(requirement, rules),
  scope: 'population',
  outcomes: { [outcome]: 1 },
  ...(reason !== undefined && { reason }),
  ...(findings.length > 0 && { findings }),
})

/** A failure comes before what is inconclusive; a line that could not be read is never green. */
function concludeAudit(
  { artefacts, conclusions, unread }: AuditTotals,
  requirements: readonly AuditedRequirement[],
): Conclusion {
  const has = (outcome: 'failed' | 'cantTell'): boolean =>
    requirements.some(
      ({ scope, decides, outcomes }) => scope === 'population' && decides && (outcomes[outcome] ?? 0) > 0,
    )
  if ((conclusions.harnessError ?? 0) > 0) return 'harnessError'
  if ((conclusions.nonconformant ?? 0) > 0 || has('failed')) return 'nonconformant'
  return artefacts === 0 || unread > 0 || (conclusions.inconclusive ?? 0) > 0 || has('cantTell')
    ? 'inconclusive'
    : 'conformant'
}

const listCounts = (tally: Tally): readonly AuditCount[] =>
  Object.entries(tally)
    .map(([key, [artefacts, failed]]) => ({ key, artefacts, failed }))
    .toSorted(compareKeys)

/** Numbers by their size, and everything else by its letters. */
const compareKeys = (a: { readonly key: string }, b: { readonly key: string }): number =>
  Number.parseInt(a.key, 10) - Number.parseInt(b.key, 10) || (a.key < b.key ? -1 : 1)

const listGroups = ({ groups }: AuditTotals) =>
  Object.entries(groups)
    .map(([key, failed]) => ({ key, failed }))
    .toSorted(compareKeys)
