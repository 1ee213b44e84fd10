import { findResultId, isHandledCorrectly, type ProbeResult } from '../../model/probe.ts'
import type { RecordLine } from '../../model/record.ts'
import { getWhole } from '../../model/requirement.ts'
import type { RunReport } from '../../model/run-report.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { faults } from '../../suites/document/all/faults.ts'
import { listExaminedKinds, rejectingRows } from '../../suites/document/kit/rejection.ts'
import type { Message } from '../../suites/document/model/endpoints.ts'
import { interpretMessages, type RefusalRule } from '../../suites/document/run/probes/answers.ts'
import { REFUSAL } from '../../suites/document/undefined-points/decisions.ts'

const faultsById = new Map(faults.map((each) => [each.id, each]))

/** Lists what a report says about probes and their record, or their results, do not bear out. */
export function* findProbeContradictions(report: RunReport, lines: readonly RecordLine[]): Generator<string> {
  const bySession = Map.groupBy(lines, ({ session }) => session)
  for (const probe of report.probes) {
    const recorded = probe.session === undefined ? undefined : (bySession.get(probe.session) ?? [])
    if (recorded?.length === 0) yield `the negative test ${probe.id} is not in the record`
    else if (recorded && !isAnsweredAlike(probe, recorded, readRefusalRule(report)))
      yield `the negative test ${probe.id} has another answer in the record`
  }
  yield* compareHandling(report)
  yield* compareWithRejections(report)
  yield* findUnreported(report, lines)
}

/** Negative tests that are in the record alone. */
export function* findUnreported(
  { probes }: Pick<RunReport, 'probes'>,
  lines: readonly RecordLine[],
): Generator<string> {
  if (probes.length === 0 && lines.some(({ session }) => /^probe-\d/.test(session)))
    yield 'no negative tests are reported, and some are in the record'
}

const readRefusalRule = ({ decisions: stated }: RunReport): RefusalRule => {
  const value =
    stated.find(({ id }) => id === REFUSAL.id)?.value ?? decisions.find(({ id }) => id === REFUSAL.id)?.default
  return value === 'no-success' ? 'no-success' : '4xx'
}

/** The answer of a probe that is one fault shows in its session. The words of a response may be hidden there. */
function isAnsweredAlike(
  { id, receiver, answer }: ProbeResult,
  lines: readonly RecordLine[],
  refusal: RefusalRule,
): boolean {
  const fault = faultsById.get(id)
  if (!fault || answer === 'inconclusive') return true
  const kind = listExaminedKinds(fault)[0] ?? 'request'
  const shown = interpretMessages(lines.map(toMessage), receiver, kind, refusal)
  return shown === answer || shown === 'inconclusive' || lines.some(hidesAcceptance)
}

const toMessage = ({ layers: _, ...line }: RecordLine): Message =>
  ({
    ...line,
    sentAt: Date.parse(line.sentAt),
    request: { ...line.request, body: '' },
    ...(line.response && { response: { ...line.response, body: JSON.stringify(line.response.body ?? '') } }),
  }) as Message

const hidesAcceptance = ({ response }: RecordLine): boolean => typeof Object(response?.body).accepted === 'string'

/** What was not handled correctly fails its row. */
export function* compareHandling({ probes, results }: Pick<RunReport, 'probes' | 'results'>): Generator<string> {
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
  const ids = new Set(outcomes.keys())
  for (const probe of probes)
    if (!isHandledCorrectly(probe) && outcomes.get(findResultId(probe, ids)) === 'passed')
      yield `${findResultId(probe, ids)} passed, and the negative test ${probe.id} was not handled correctly`
}

/** What is shown by probes passes by probes alone. */
function* compareWithRejections({ probes, results }: RunReport): Generator<string> {
  const ids = new Set(results.map(({ id }) => id))
  const shown = new Set(probes.map((probe) => findResultId(probe, ids)))
  for (const { id, outcome } of results)
    if (outcome === 'passed' && rejectingRows.has(getWhole(id)) && !shown.has(id))
      yield `${id} passed without a negative test`
}
