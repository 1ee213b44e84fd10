import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../model/report.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { computeFingerprint } from '../judge/fingerprint.ts'

/** What became of a requirement between two runs. */
export type Change = 'new' | 'fixed' | 'changed cause' | 'no longer tested' | 'newly tested'

/** What caused a change, as far as two reports show. */
export type ChangeCause = 'target' | 'suite' | 'decision' | 'target or suite'

/** One requirement whose outcome differs. */
export interface Changed {
  readonly id: string
  readonly text: string
  readonly change: Change
  readonly before: Outcome | 'absent'
  readonly after: Outcome | 'absent'
  readonly cause: ChangeCause
  /** The decisions that it depends on and whose answers differ. */
  readonly decisions: readonly string[]
}

/** The requirements that changed from one run to another, and how many did not. */
export interface Difference {
  readonly changed: readonly Changed[]
  readonly same: number
}

/** Compares two runs. */
export function diffReports(before: RunReport, after: RunReport): Difference {
  const old = new Map(before.results.map((result) => [result.id, result]))
  const young = new Map(after.results.map((result) => [result.id, result]))
  const ids = [...new Set([...old.keys(), ...young.keys()])]
  const answers = findChangedAnswers(before, after)
  const changed = ids.flatMap((id): readonly Changed[] => {
    const [was, is] = [old.get(id), young.get(id)]
    const change = classifyChange(was, is)
    if (change === undefined) return []
    const own = ((is ?? was)?.dependsOn ?? []).filter((each) => answers.has(each))
    const [first, last] = [was?.outcome ?? 'absent', is?.outcome ?? 'absent'] as const
    const cause = own.length > 0 ? 'decision' : findCause(before, after)
    return [{ id, text: (is ?? was)?.text ?? '', change, before: first, after: last, cause, decisions: own }]
  })
  return { changed, same: ids.length - changed.length }
}

const isDecided = (result: ReportedResult | undefined): boolean =>
  result !== undefined && /^(passed|passedNonStrict|failed)$/.test(result.outcome)

function classifyChange(was: ReportedResult | undefined, is: ReportedResult | undefined): Change | undefined {
  const [failedBefore, failsNow] = [was?.outcome === 'failed', is?.outcome === 'failed']
  if (failsNow && !failedBefore) return 'new'
  if (isDecided(was) && !isDecided(is)) return 'no longer tested'
  if (failedBefore && !failsNow) return 'fixed'
  if (was && is && failsNow && computeFingerprint(was) !== computeFingerprint(is)) return 'changed cause'
  return !isDecided(was) && isDecided(is) ? 'newly tested' : undefined
}

/** The decisions whose answers differ. */
function findChangedAnswers(before: RunReport, after: RunReport): ReadonlySet<string> {
  const old = new Map(before.decisions.map(({ id, value }) => [id, value]))
  const other = after.decisions.filter(({ id, value }) => old.has(id) && old.get(id) !== value)
  return new Set(other.map(({ id }) => id))
}

/** If the messages are the same, the suite is the cause; if the suite is the same, the target is. */
function findCause(before: RunReport, after: RunReport): ChangeCause {
  const isSameRecord = before.record !== undefined && before.record.sha256 === after.record?.sha256
  const isSameTool = isDeepStrictEqual(before.tool, after.tool)
  if (isSameRecord) return 'suite'
  return isSameTool ? 'target' : 'target or suite'
}
