import type { StandardProfile } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import { fromRoleKey, type TargetRole } from '../../model/role.ts'
import { formatCount } from '../../reporters/text/wording.ts'
import { listOwnRows, standards } from '../../suites/standards.ts'
import type { Claimed } from '../../suites/suite.ts'
import { listPlanRows } from '../judge/plan-gaps.ts'

/** Every row that a test by a standard may have: what is sent is made of what other standards describe. */
const rows = new Map(Object.values(standards).flatMap(({ requirements }) => requirements.map((row) => [row.id, row])))

/** What the report of a test by a standard has to agree with: its rows, and those of what is sent. */
export const makeClaimed = (profile: StandardProfile): Claimed => ({
  decisions: [],
  findRow: (id) => rows.get(id),
  listExpected: (roles) => roles.flatMap((role) => listExpected(profile, role)),
  // A third-party suite adds rows, and its number of rows to that of the standard.
  countAdded: ({ tool }) => tool.requirements - standards[profile].requirements.length,
  isPlanned: (session) => !/^probe-\d/.test(session),
  isObliging: ({ obligation }) => obligation !== undefined,
  mayBeWorse: true,
  findOthers: () => [],
  findOthersOfVersion: () => [],
  listStated: ({ probes, record }) =>
    probes.length > 0 && record?.private === undefined
      ? [`how ${formatCount(probes.length, 'negative test')} came out`]
      : [],
})

/** The rows that have a result in every test of a role, whether they were seen or not. */
function listExpected(profile: StandardProfile, role: TargetRole): readonly Requirement[] {
  if (listPlanRows(role, profile).some(({ way }) => way !== undefined)) return [] // each way leaves rows out
  const layers = (standards[profile].on ?? []).filter((layer) => listPlanRows(role, layer).length > 0)
  return [...listOwnRows(profile), ...layers.flatMap(listOwnRows)].filter(({ binds }) => binds === fromRoleKey(role))
}
