import { isDeepStrictEqual } from 'node:util'
import type { StandardProfile } from '../../model/decision.ts'
import { type TargetRole, toRoleKey } from '../../model/role.ts'
import type { PlanRow, PlanWay } from '../../plans/plan.ts'
import type { Parties } from '../../src/harness/parties.ts'
import { plans } from '../../src/judge/plan-gaps.ts'
import { findFormat, keepAsIs, listPassed, listRows } from '../../tools/generate-standard-plans.ts'
import { played } from '../sample.ts'

// A plan has what all legal parties show. Each of them is played for another test as well: that it has no false failure.

/** Parties whose passes are kept, and the rows in which the plan differs from them. */
interface PlanComparison<Change> {
  readonly parties: Parties<(given: Change) => Change>
  /** Compares the plan with what all of those variants passed that were played, and parties as they are. */
  readonly listDifferences: (
    variants: Parties<(given: Change) => Change>['variants'],
  ) => Promise<readonly (PlanRow | string)[]>
}

export function comparePlan<Change>(
  profile: StandardProfile,
  parties: Parties<(given: Change) => Change>,
  way?: PlanWay,
): PlanComparison<Change> {
  const passed = new Map<(given: Change) => Change, ReadonlySet<string>>()
  const play: typeof parties.play = async (change) => {
    const seen = await parties.play(change)
    passed.set(change, listPassed(profile, parties.role, seen))
    return seen
  }
  const listDifferences: PlanComparison<Change>['listDifferences'] = async (variants) => {
    if (!passed.has(keepAsIs)) await play(keepAsIs)
    const changes = [keepAsIs<Change>, ...variants.map(({ change }) => change)].filter((each) => passed.has(each))
    const common = (own: readonly ((given: Change) => Change)[]) =>
      own.flatMap((change) => passed.get(change) ?? []).reduce((all, each) => all.intersection(each))
    const planned = plans.standards[profile]?.roles[toRoleKey(parties.role) as TargetRole] ?? []
    const findWay = (change: (given: Change) => Change): PlanWay | undefined =>
      parties.role === 'issuer' ? findFormat(variants.find((each) => each.change === change)?.id ?? '') : way
    const shown = new Map([...Map.groupBy(changes, findWay)].map(([each, own]) => [each, common(own)] as const))
    return compareRows(planned, listRows(profile, parties.role, listWays(planned, shown)))
  }
  return { parties: { ...parties, play }, listDifferences }
}

/** What is shown in each way: here, and where another way is tested, what the plan says of it. */
function listWays(planned: readonly PlanRow[], shown: ReadonlyMap<PlanWay | undefined, ReadonlySet<string>>) {
  const all = ways.find((each) => each.some((way) => shown.has(way)))
  if (all === undefined) return [...shown]
  return all.map((each) => {
    const rows = planned.filter((row) => row.optional !== true && (row.way ?? each) === each)
    return [each, shown.get(each) ?? new Set(rows.map(({ id }) => id))] as const
  })
}

/** The ways in which a role is tested, in the order of the plan. */
const ways: readonly (readonly PlanWay[])[] = [
  ['issuance', 'presentation'],
  ['sd-jwt', 'mdoc'],
]

/** Some of the variants pass more than all of them: in a sample, only what they lack is a difference. */
function compareRows(planned: readonly PlanRow[], made: readonly PlanRow[]): readonly (PlanRow | string)[] {
  const isMore = (row: PlanRow): boolean =>
    played !== undefined && row.optional !== true && !planned.some(({ id, optional }) => id === row.id && !optional)
  const isSame = (one: PlanRow) => (other: PlanRow) => isDeepStrictEqual(one, other)
  const ids = new Set(made.map(({ id }) => id))
  return [
    ...made.filter((row) => !planned.some(isSame(row)) && !isMore(row)),
    ...planned.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} is shown by some only`),
  ]
}
