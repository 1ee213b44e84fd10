import { isStandardProfile } from '../../model/decision.ts'
import { countMessages } from '../../model/probe.ts'
import { fromRoleKey } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { formatCount } from '../../reporters/text/wording.ts'
import { faults } from '../../suites/document/all/faults.ts'
import { probes as statefulProbes } from '../../suites/document/all/probes.ts'
import { isFaultUnder } from '../../suites/document/model/fault.ts'
import { divideProbes } from '../../suites/document/run/probes/portions.ts'
import { listTargetRoles } from '../judge/plan-gaps.ts'
import { listUntampered } from './result-contradictions.ts'

/**
 * Lists what a statement says and no record can show: for that, a reader has the word of its signer. The rest follows from
 * the record.
 */
export function* listStated(report: RunReport, statedAt: string): Generator<string> {
  const { subject, record, probes, results } = report
  const product = [subject.vendor, subject.product, subject.version].filter((each) => each !== undefined).join(' ')
  yield product === '' ? 'what was tested: no product is named' : `that it was ${product}`
  yield 'that its messages are those in the record'
  yield `the time of the statement, ${statedAt}`
  if (record?.private === undefined)
    yield 'the outcome of each requirement: its messages were not kept (--keep-private), and cannot be judged again'
  if (isStandardProfile(report.profile)) {
    if (probes.length > 0 && record?.private === undefined)
      yield `how ${formatCount(probes.length, 'negative test')} came out`
    return
  }
  const alone = probes.filter(({ session }) => session === undefined)
  if (alone.length > 0) yield `how ${formatCount(countMessages(alone), 'negative test')} over several messages came out`
  const left = listUnsent(report)
  if (left.length > 0) yield `that these negative tests break nothing here, or cannot be sent: ${left.join(', ')}`
  const untampered = listUntampered({ results })
  if (untampered.length > 0) yield `that nothing could be tampered with for ${untampered.join(', ')}`
}

/** The negative tests for the targets that the report does not have. */
function listUnsent({ actors, decisions, probes }: RunReport): readonly string[] {
  const answers = new Map(decisions.map(({ id, value }) => [id, value]))
  const tested = new Set(listTargetRoles(actors).map(fromRoleKey))
  const portions = divideProbes(tested, {
    faults: faults.filter(
      (fault) => 'in' in fault.breaks.seen && isFaultUnder(fault, (id, value) => (answers.get(id) ?? value) === value),
    ),
    statefulProbes,
    members: 1,
  })
  const sent = new Set(probes.map(({ id, receiver }) => `${receiver} ${id}`))
  return portions.flatMap(({ receiver, slices, statefulProbes: stateful }) =>
    [...slices.map(({ fault }) => fault.id), ...stateful.map(({ id }) => id)].filter(
      (id) => !sent.has(`${receiver} ${id}`),
    ),
  )
}
