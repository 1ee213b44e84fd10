import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../model/report.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { computeFingerprint } from '../judge/fingerprint.ts'

/** What became of a requirement between two runs. */
export type Change = 'new' | 'mended' | 'changed cause' | 'no longer tested' | 'newly tested'

/** Who is behind a change, as far as two reports tell. */
export type Behind = 'target' | 'suite' | 'decision' | 'target or suite'

/** One requirement that did not come out as before. */
export interface Changed {
  readonly id: string
  readonly text: string
  readonly change: Change
  readonly before: Outcome | 'absent'
  readonly after: Outcome | 'absent'
  readonly behind: Behind
  /** The answers that differ and that it hangs on. */
  readonly decisions: readonly string[]
}

/** What changed from one run to another, and how many requirements came out as before. */
export interface Difference {
  readonly changed: readonly Changed[]
  readonly same: number
}

/** Holds two runs against each other. */
export function diffOf(before: RunReport, after: RunReport): Difference {
  const old = new Map(before.results.map((result) => [result.id, result]))
  const young = new Map(after.results.map((result) => [result.id, result]))
  const ids = [...new Set([...old.keys(), ...young.keys()])]
  const answers = changedAnswers(before, after)
  const changed = ids.flatMap((id): readonly Changed[] => {
    const [was, is] = [old.get(id), young.get(id)]
    const change = changeOf(was, is)
    if (change === undefined) return []
    const hangsOn = (is ?? was)?.dependsOn ?? []
    const own = hangsOn.filter((each) => answers.has(each))
    const [first, last] = [was?.outcome ?? 'absent', is?.outcome ?? 'absent'] as const
    const behind = own.length > 0 ? 'decision' : behindOf(before, after)
    return [{ id, text: (is ?? was)?.text ?? '', change, before: first, after: last, behind, decisions: own }]
  })
  return { changed, same: ids.length - changed.length }
}

const isTold = (result: ReportedResult | undefined): boolean =>
  result !== undefined && /^(passed|passedNonStrict|failed)$/.test(result.outcome)

function changeOf(was: ReportedResult | undefined, is: ReportedResult | undefined): Change | undefined {
  const [failedBefore, failsNow] = [was?.outcome === 'failed', is?.outcome === 'failed']
  if (failsNow && !failedBefore) return 'new'
  if (isTold(was) && !isTold(is)) return 'no longer tested'
  if (failedBefore && !failsNow) return 'mended'
  if (was && is && failsNow && computeFingerprint(was) !== computeFingerprint(is)) return 'changed cause'
  return !isTold(was) && isTold(is) ? 'newly tested' : undefined
}

/** The decisions that were answered in one way before, and in another after. */
function changedAnswers(before: RunReport, after: RunReport): ReadonlySet<string> {
  const old = new Map(before.decisions.map(({ id, value }) => [id, value]))
  const other = after.decisions.filter(({ id, value }) => old.has(id) && old.get(id) !== value)
  return new Set(other.map(({ id }) => id))
}

/** The same messages were judged twice, or the same suite judged: the rest is behind it. */
function behindOf(before: RunReport, after: RunReport): Behind {
  const isSameRecord = before.record !== undefined && before.record.sha256 === after.record?.sha256
  const isSameTool = isDeepStrictEqual(before.tool, after.tool)
  if (isSameRecord) return 'suite'
  return isSameTool ? 'target' : 'target or suite'
}
