import type { StandardProfile } from '../../model/decision.ts'
import { findDecidingReason } from '../../model/gate.ts'
import type { RecordLine } from '../../model/record.ts'
import type { Requirement } from '../../model/requirement.ts'
import { fromRoleKey, type TargetRole } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { listOwnRows, standards } from '../../suites/standards.ts'
import { findPlanGaps, listPlanRows, listTargetRoles, plans } from '../judge/plan-gaps.ts'
import { decideVerdict } from '../judge/verdict.ts'
import { compareHandling, findUnreported } from './probe-contradictions.ts'

/** Every row that a test by a standard may have: what is sent is made of what other standards describe. */
const rows = new Map(Object.values(standards).flatMap(({ requirements }) => requirements.map((row) => [row.id, row])))

/** Lists what the report of a test by a standard says, and its record, its results or the registry do not bear out. */
export function* findStandardContradictions(
  report: RunReport,
  profile: StandardProfile,
  lines: readonly RecordLine[],
): Generator<string> {
  yield* compareProbes(report, lines)
  if (report.tool.version !== plans.version) return // another version has other requirements
  yield* compareWithRegistry(report, profile)
  yield* compareVerdict(report)
}

function* compareProbes({ probes, results }: RunReport, lines: readonly RecordLine[]): Generator<string> {
  const recorded = new Set(lines.map(({ session }) => session))
  for (const { id, session } of probes)
    if (session !== undefined && !recorded.has(session)) yield `the negative test ${id} is not in the record`
  const obliging = probes.filter(({ obligation }) => obligation !== undefined)
  yield* compareHandling({ probes: obliging, results })
  yield* findUnreported({ probes }, lines)
}

function* compareWithRegistry(report: RunReport, profile: StandardProfile): Generator<string> {
  const { gate, strict = false, results, selection, actors, tool } = report
  for (const { id, force, binds, decides } of results) {
    const row = rows.get(id)
    if (row === undefined) continue
    const isSame = row.force === force && row.binds === binds
    if (!isSame || findDecidingReason(row, { gate, strict, answered: new Map() }) !== decides)
      yield `${id} is described otherwise than in the registry`
  }
  const others = results.filter(({ id }) => !rows.has(id))
  // A third-party suite adds rows, and its number of rows to that of the standard.
  if (others.length > tool.requirements - standards[profile].requirements.length)
    yield `${others[0]?.id} is not in the registry`
  const judged = new Set(results.map(({ id }) => id))
  const missing = listTargetRoles(actors)
    .flatMap((role) => listExpected(profile, role))
    .find(({ id }) => !judged.has(id))
  if (selection.complete && missing) yield `${missing.id} has no result`
}

/** The rows that have a result in every test of a role, whether they were seen or not. */
function listExpected(profile: StandardProfile, role: TargetRole): readonly Requirement[] {
  if (listPlanRows(role, profile).some(({ way }) => way !== undefined)) return [] // each way leaves rows out
  const layers = (standards[profile].on ?? []).filter((layer) => listPlanRows(role, layer).length > 0)
  return [...listOwnRows(profile), ...layers.flatMap(listOwnRows)].filter(({ binds }) => binds === fromRoleKey(role))
}

/** A test may have stopped for what no result shows: its verdict may be worse than the results, and never better. */
function* compareVerdict(report: RunReport): Generator<string> {
  const { results, sessions, verdict, selection } = report
  const again = decideVerdict({
    ...{ results, endings: sessions, decisions: [], interrupted: false },
    ...{ isComplete: selection.complete, isProbed: !verdict.reasons.some(({ code }) => code === 'unprobed') },
    gaps: findPlanGaps(report, []),
  })
  const isBetter = byWeight.indexOf(verdict.result) > byWeight.indexOf(again.result)
  if (isBetter || (verdict.claimable && !again.claimable))
    yield `the verdict is ${verdict.result}${verdict.claimable ? ' and claimable' : ''}, and the results lead to ${again.result}${again.claimable ? '' : ', which is not claimable'}`
}

const byWeight: readonly string[] = ['nonconformant', 'unsafe', 'inconclusive', 'conformant']
