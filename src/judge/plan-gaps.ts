import { answerDecision, type Decision, isStandardProfile, type Profile } from '../../model/decision.ts'
import { getWhole } from '../../model/requirement.ts'
import { fromRoleKey, type TargetRole, targetRoles } from '../../model/role.ts'
import type { ReportedActor, ReportedResult, RunReport } from '../../model/run-report.ts'
import { plans as current } from '../../plans/current.generated.ts'
import { type PlanGap, type PlanRow, type Plans, planNeeds } from '../../plans/plan.ts'

/** The plans of this version of the registry. */
export const plans = current as Plans // generated from them

/** The rows of the plan of a role that apply under a profile of the document, or by a standard. */
export const listPlanRows = (role: TargetRole, profile: string): readonly PlanRow[] =>
  isStandardProfile(profile)
    ? (plans.standards[profile]?.roles[role] ?? [])
    : plans.roles[role].filter(({ profiles }) => profiles === undefined || profiles.includes(profile as Profile))

/** What identifies the registry that a plan follows. */
export const findRegistry = (profile: string): string =>
  (isStandardProfile(profile) ? plans.standards[profile] : plans)?.registry ?? ''

/** The roles of the targets of a run. */
export const listTargetRoles = (actors: readonly ReportedActor[]): readonly TargetRole[] =>
  targetRoles.filter((key) => actors.some(({ role, url }) => url !== undefined && role === fromRoleKey(key)))

/** What a plan is compared with. */
export type PlannedReport = Pick<RunReport, 'actors' | 'profile' | 'decisions' | 'results' | 'gate'>

/** A row of the plan with its result, if the report has it. */
interface JudgedRow {
  readonly role: TargetRole
  readonly row: PlanRow
  readonly result?: ReportedResult | undefined
}

/** The rows of the plans of all targets, each once, with their results: one for each part, where they are divided. */
export function listPlannedResults(
  { actors, profile, results, gate }: PlannedReport,
  roles = listTargetRoles(actors),
): readonly JudgedRow[] {
  const byId = Map.groupBy(results, ({ id }) => getWhole(id))
  const rows = roles.flatMap((role) => listPlanRows(role, profile).map((row) => [row.id, { role, row }] as const))
  return [...new Map(rows).values()]
    .filter(({ row }) => gate === 'go-live' || row.counts !== 'risk')
    .flatMap(({ role, row }): readonly JudgedRow[] => {
      const judged = byId.get(row.id) ?? []
      return judged.length === 0
        ? [{ role, row }]
        : judged.map((result) => ({ role, row: { ...row, id: result.id }, result }))
    })
}

/** The rows of the plan that a run did not judge, each with what has to be given. What failed is no gap: it is a failure. */
export function findPlanGaps(
  report: PlannedReport,
  decisions: readonly Decision[],
  roles?: readonly TargetRole[],
): readonly PlanGap[] {
  const changed = new Set(listChangedDecisions(report, decisions))
  const planned = listPlannedResults(report, roles)
  const tested = new Set(planned.flatMap(({ row, result }) => (row.way && isJudged(result) ? row.way : [])))
  return planned
    .filter(({ row: { way } }) => way === undefined || tested.size === 0 || tested.has(way))
    .filter(({ row, result }) => !row.optional && !isJudged(result) && !isExcludedByDecision(result, changed))
    .map(({ role, row, result }) => ({
      id: row.id,
      role,
      ...(result && { outcome: result.outcome }),
      give: sayWhatToGive(row, result),
    }))
}

const isJudged = (result: ReportedResult | undefined): boolean =>
  result !== undefined && ['passed', 'passedNonStrict', 'failed', 'cantTell', 'harnessError'].includes(result.outcome)

/** The decisions that were answered otherwise than the profile answers them. */
const listChangedDecisions = (
  { decisions: answers, profile }: Pick<RunReport, 'decisions' | 'profile'>,
  decisions: readonly Decision[],
): readonly string[] =>
  answers
    .filter(({ id, value }) => {
      const decision = decisions.find((each) => each.id === id)
      return decision !== undefined && answerDecision(decision, profile as Profile, {}).value !== value
    })
    .map(({ id }) => id)

/** A row that an answer in the configuration excludes. A target cannot exclude any: no decision is its own. */
const isExcludedByDecision = (result: ReportedResult | undefined, changed: ReadonlySet<string>): boolean =>
  result?.outcome === 'inapplicable' &&
  /\bdecisions?\b/.test(result.reason ?? '') &&
  result.dependsOn.some((id) => changed.has(id))

function sayWhatToGive({ shows, needs = [] }: PlanRow, result: ReportedResult | undefined): string {
  const [need] = needs
  if (result === undefined) return 'judge it: it was left out'
  const why = result.reason === undefined ? '' : `${result.reason}; `
  return need === undefined ? `${why}it is seen in: ${shows}` : `${why}it needs ${planNeeds[need]}`
}
