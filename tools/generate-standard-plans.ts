import { createHash } from 'node:crypto'
import { isStandardProfile, type StandardProfile } from '../model/decision.ts'
import { findDecidingReason } from '../model/gate.ts'
import type { Requirement } from '../model/requirement.ts'
import { type TargetRole, toRoleKey } from '../model/role.ts'
import type { PlanRow, Plans, PlanWay, StandardPlans } from '../plans/plan.ts'
import type { Parties } from '../src/harness/parties.ts'
import { reportTest, type TestFacts } from '../src/harness/report-test.ts'
import type { Seen } from '../src/harness/seen.ts'
import { haipIssuers, haipPresenters, haipVerifiers, haipWallets } from '../suites/haip/harness/parties.ts'
import { issuers, wallets } from '../suites/openid4vci/harness/parties.ts'
import { presenters, verifiers } from '../suites/openid4vp/harness/parties.ts'
import { holders } from '../suites/sd-jwt/harness/parties.ts'
import { standards } from '../suites/standards.ts'

// What every legal party of a role shows has to be judged; what some legal variant does not show is optional.

/** Parties of one role, played without a fault. */
interface PlayedRole {
  readonly role: Parties<unknown>['role']
  readonly way?: PlanWay
  readonly listPassed: (profile: StandardProfile) => Promise<ReadonlySet<string>>
}

const played = <Change>(parties: Parties<(given: Change) => Change>, way?: PlanWay): PlayedRole => ({
  role: parties.role,
  ...(way && { way }),
  listPassed: async (profile) => {
    let common: ReadonlySet<string> | undefined
    const usual = way === 'mdoc' ? [] : [keepAsIs<Change>]
    for (const change of [...usual, ...parties.variants.map((variant) => variant.change)]) {
      const passed = listPassed(profile, parties.role, await parties.play(change))
      common = common?.intersection(passed) ?? passed
    }
    return common ?? new Set()
  },
})

/** The format of what an issuer issues in a variant. */
export const findFormat = (variantId: string): PlanWay => (/mdoc/.test(variantId) ? 'mdoc' : 'sd-jwt')

/** Issuers by the format of their credentials: each has to pass the requirements of its own. */
const playedByFormat = <Change>(parties: Parties<(given: Change) => Change>): readonly PlayedRole[] =>
  (['sd-jwt', 'mdoc'] as const).map((way) =>
    played({ ...parties, variants: parties.variants.filter(({ id }) => findFormat(id) === way) }, way),
  )

/** The change of a party that does nothing unusual. */
export const keepAsIs = <T>(given: T): T => given

/** What passed in one test. */
export function listPassed(profile: StandardProfile, role: TestFacts['role'], seen: Seen): ReadonlySet<string> {
  const { results } = reportTest(seen, {
    ...{ profile, role, startedAt: '', milliseconds: 0, hasProbes: true },
    ...{ gate: 'go-live', strict: false, command: [] },
  })
  return new Set(results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id))
}

/** The parties that show what plans have. `test/standards/plan-of.ts` compares the plan of each. */
export const playedRoles: Readonly<Partial<Record<StandardProfile, readonly PlayedRole[]>>> = {
  'sd-jwt': [played(holders)],
  'openid4vci-1.0': [...playedByFormat(issuers), played(wallets)],
  'openid4vp-1.0': [played(verifiers), played(presenters)],
  'haip-1.0': [
    ...playedByFormat(haipIssuers),
    played(haipVerifiers),
    played(haipWallets, 'issuance'),
    played(haipPresenters, 'presentation'),
  ],
}

/** Identifies requirements by what they say. */
export const digestRegistry = (requirements: readonly Requirement[]): string =>
  createHash('sha256')
    .update(JSON.stringify(requirements.map(({ id, force, binds, text }) => [id, force, binds, text])))
    .digest('hex')

/** All requirements of the standards: a role that issues credentials passes those of the credentials as well. */
const requirements = new Set(Object.values(standards).flatMap((standard) => standard.requirements))

/** The rows of one role: all of the standard, and those of others that every party shows. */
export function listRows(
  profile: StandardProfile,
  role: Requirement['binds'],
  shown: readonly (readonly [PlanWay | undefined, ReadonlySet<string>])[],
): readonly PlanRow[] {
  const own = new Set(standards[profile].requirements)
  return [...own.union(requirements)]
    .filter(({ binds }) => binds === role)
    .flatMap((row) => {
      const counts = findDecidingReason(row, { gate: 'go-live', strict: false, answered: new Map() })
      const shows = describeSight(row)
      const ways = shown.filter(
        ([way, ids]) => ids.has(row.id) && (way !== 'mdoc' || isAlways(row, shown) || isOfMdoc(row)),
      )
      const isListed = own.has(row) || ways.length > 0
      if (counts === undefined || counts === 'strict' || shows === undefined || !isListed) return []
      const need = isOfCertified(row) ? { optional: true as const } : describeNeed(ways, shown.length)
      return { id: row.id, counts, shows, ...need }
    })
}

const mdocIds = new Set(standards.mdoc.requirements.map(({ id }) => id))

/** The few issuers of mdocs that are played have more in common than every issuer of mdocs has to have. */
const isOfMdoc = ({ id }: Requirement): boolean => mdocIds.has(id)

/** An issuer whose credentials have certificates need not publish its keys. */
const isOfCertified = ({ id }: Requirement): boolean => id.startsWith('VCISSUER-')

const isAlways = ({ id }: Requirement, shown: readonly (readonly [unknown, ReadonlySet<string>])[]): boolean =>
  shown.every(([, ids]) => ids.has(id))

/** Whether a row has to be judged always, in one way alone, or only where it shows. */
function describeNeed(ways: readonly (readonly [PlanWay | undefined, unknown])[], all: number): Partial<PlanRow> {
  const [[way] = []] = ways
  if (ways.length === all) return {}
  return way === undefined ? { optional: true } : { way }
}

const describeSight = ({ seen }: Requirement): string | undefined => {
  if ('nowhere' in seen) return undefined
  return 'in' in seen ? seen.in.join(', ') : seen.exchange
}

/** Makes the plans of the standards. */
export async function makeStandardPlans(): Promise<Plans['standards']> {
  const made: Partial<Record<StandardProfile, StandardPlans>> = {}
  for (const [profile, parties] of Object.entries(playedRoles)) {
    if (!isStandardProfile(profile)) continue
    const roles: Partial<Record<TargetRole, readonly PlanRow[]>> = {}
    for (const [role, own] of Map.groupBy(parties, (each) => each.role)) {
      const shown = []
      for (const { way, listPassed } of own) shown.push([way, await listPassed(profile)] as const)
      roles[toRoleKey(role) as TargetRole] = listRows(profile, role, shown) // the roles of parties are roles of targets
    }
    made[profile] = { registry: digestStandard(profile), roles }
  }
  return made
}

/** Identifies the requirements of a standard. */
export const digestStandard = (profile: StandardProfile): string => digestRegistry(standards[profile].requirements)
