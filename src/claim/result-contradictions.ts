import { findDecidingReason } from '../../model/gate.ts'
import type { RecordLine } from '../../model/record.ts'
import { getWhole, type Requirement } from '../../model/requirement.ts'
import type { ReportedResult, RunReport, RunVerdict } from '../../model/run-report.ts'
import { isArtefactTampering } from '../../model/tampering.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { tampers } from '../../suites/document/all/tampers.ts'
import { createPart } from '../../suites/document/run/probes/divide-results.ts'
import { findPlanGaps } from '../judge/plan-gaps.ts'
import { decideVerdict } from '../judge/verdict.ts'
import { tool } from '../runtime/tool.ts'

const requirementsById = new Map(requirements.map((each) => [each.id, each]))

/** Lists what the results of a report contradict: the registry, the verdict, and the kinds of artefact in the record. */
export function* findResultContradictions(report: RunReport, lines: readonly RecordLine[]): Generator<string> {
  if (report.tool.version !== tool.version) return // another version has other requirements
  yield* compareWithRegistry(report)
  yield* compareVerdicts(report)
  yield* compareTampering(report, lines)
}

/** The requirement of a result, or the part of one. */
function findRow(id: string): Requirement | undefined {
  const whole = requirementsById.get(getWhole(id))
  if (!id.includes('/') || whole === undefined) return whole
  const broken = requirementsById.get(id.slice(whole.id.length + 1))
  return broken && createPart(whole, broken)
}

function* compareWithRegistry(report: RunReport): Generator<string> {
  const { gate, strict = false, results, selection } = report
  const answered = new Map(
    report.decisions.flatMap(({ id, value, source }) => (source === 'configured' ? [[id, value]] : [])),
  )
  for (const { id, force, binds, decides } of results) {
    const row = findRow(id)
    const isSame = row?.force === force && row.binds === binds
    if (!isSame || findDecidingReason(row, { gate, strict, answered }) !== decides)
      yield `${id} is described otherwise than in the registry`
  }
  const judged = new Set(results.map(({ id }) => getWhole(id)))
  const missing = requirements.find(({ id }) => !judged.has(id))
  if (selection.complete && missing) yield `${missing.id} has no result`
}

/** Verdicts that no result shows. */
const ofTheRun: readonly RunVerdict[] = ['harnessError', 'interrupted', 'unavailable']

function* compareVerdicts(report: RunReport): Generator<string> {
  const { results, sessions, verdict, selection } = report
  if (ofTheRun.includes(verdict.result)) return
  const has = (code: string): boolean => verdict.reasons.some((reason) => reason.code === code)
  const again = decideVerdict({
    results,
    endings: sessions,
    decisions: report.decisions,
    isComplete: selection.complete,
    isProbed: !has('unprobed'),
    interrupted: false,
    gaps: findPlanGaps(report, decisions),
    expired: has('expired') ? 1 : 0,
  })
  if (again.result !== verdict.result || again.claimable !== verdict.claimable)
    yield `the verdict is ${verdict.result}${verdict.claimable ? ' and claimable' : ''}, and the results lead to ${again.result}${again.claimable ? '' : ', which is not claimable'}`
}

/** The kinds of artefact of which a copy is changed, with the rows that this proves. */
const tamperedKinds = Map.groupBy(tampers.filter(isArtefactTampering), ({ kind }) => kind)

/** Where a kind of artefact could be read, copies of it were tampered with: not each of them can be changed for each row. */
function* compareTampering({ results, actors }: RunReport, lines: readonly RecordLine[]): Generator<string> {
  const targets = new Set(actors.flatMap(({ role, url }) => (url === undefined ? [] : role)))
  const read = new Set(
    lines.flatMap(({ from, to, layers }) =>
      layers.flatMap(({ kind, readable, side }) =>
        readable && targets.has(side === 'request' ? from : to) ? kind : [],
      ),
    ),
  )
  for (const [kind, own] of tamperedKinds) {
    const ids = new Set(own.map(({ breaks }) => breaks.id))
    const passed = results.filter(({ id, outcome, binds }) => outcome === 'passed' && ids.has(id) && targets.has(binds))
    if (read.has(kind) && passed.length > 1 && !passed.some(hasTrials)) yield `no tampered copy of a ${kind} was tried`
  }
}

const hasTrials = ({ tampering }: ReportedResult): boolean => tampering !== undefined && tampering.tried > 0

/** The rows that passed and could be tampered with, and of which no copy was changed. */
export const listUntampered = ({ results }: Pick<RunReport, 'results'>): readonly string[] => {
  const ids = new Set(tampers.map(({ breaks }) => breaks.id))
  return results
    .filter((result) => result.outcome === 'passed' && ids.has(result.id) && !hasTrials(result))
    .map(({ id }) => id)
}
