import type { Decision } from '../../../model/decision.ts'
import { type TargetRole, targetRoles } from '../../../model/role.ts'
import type { Settings } from '../../../model/settings.ts'
import { type PlanNeed, type PlanRow, planNeeds } from '../../../plans/plan.ts'
import { listPlanRows, plans } from '../../../src/judge/plan-gaps.ts'
import { requirements } from '../all/requirements.ts'
import { createReportedDecider } from './run.ts'

/** What a role has to pass to claim conformance, and what the configuration lacks for it. */
export interface PlanList {
  readonly role: PlanName
  readonly profile: string
  readonly version: string
  readonly registry: string
  readonly rows: readonly ListedRow[]
  readonly lacks: readonly Lack[]
}

/** A row of a plan with the text of its requirement. */
export interface ListedRow extends PlanRow {
  readonly role: TargetRole
  readonly text: string
}

/** Something that the configuration lacks, and the rows that cannot be judged without it. */
export interface Lack {
  readonly what: string
  readonly rows: readonly string[]
}

/** The names of the plans: every role that can be a target, and all of them together. */
export const planNames = [...targetRoles, 'ecosystem'] as const
export type PlanName = (typeof planNames)[number]

/** Lists the plan of a role under the profile of the settings. */
export function listPlan(name: PlanName, settings: Settings): PlanList {
  const roles = name === 'ecosystem' ? targetRoles : [name]
  const texts = new Map(requirements.map(({ id, text }) => [id, text]))
  const rows = roles.flatMap((role) =>
    listPlanRows(role, settings.profile).map((row) => ({ ...row, role, text: texts.get(row.id) ?? '' })),
  )
  const { version, registry } = plans
  return {
    role: name,
    profile: settings.profile,
    version,
    registry,
    rows,
    lacks: [...listLacks(rows, roles, settings)],
  }
}

function* listLacks(rows: readonly ListedRow[], roles: readonly TargetRole[], settings: Settings): Generator<Lack> {
  for (const role of roles) {
    const own = rows.filter((row) => row.role === role).map(({ id }) => id)
    if (!settings.targets[role]) yield { what: `a target: \`targets: { '${role}': … }\``, rows: own }
  }
  for (const need of Object.keys(planNeeds) as PlanNeed[]) {
    const concerned = rows.filter(({ needs = [] }) => needs.includes(need)).map(({ id }) => id)
    if (concerned.length > 0 && isLacking[need](settings)) yield { what: planNeeds[need], rows: concerned }
  }
  const open = listOpenDecisions(settings)
  if (open.length > 0)
    yield { what: 'answers to decisions that are left at their defaults: `assay decide`', rows: open }
}

const isLacking: Readonly<Record<PlanNeed, (settings: Settings) => boolean>> = {
  probes: ({ members }) => members === 0,
  'second account': ({ accounts }) => accounts.length < 2,
  'status change': ({ hooks }) => hooks?.['status.set'] === undefined,
}

/** The decisions that every run needs and that have no answer. */
const listOpenDecisions = (settings: Settings): readonly string[] =>
  createReportedDecider(settings)
    .taken()
    .filter(({ source }) => source === 'default')
    .map(({ decision }: { readonly decision: Decision }) => decision.id)
