import type { RunReport } from '../../model/run-report.ts'
import { findClaimed } from './claimed.ts'

/**
 * Lists what a statement says and no record can show: for that, a reader has the word of its signer. The rest follows from
 * the record.
 */
export function* listStated(report: RunReport, statedAt: string): Generator<string> {
  const { subject, record } = report
  const product = [subject.vendor, subject.product, subject.version].filter((each) => each !== undefined).join(' ')
  yield product === '' ? 'what was tested: no product is named' : `that it was ${product}`
  yield 'that its messages are those in the record'
  yield `the time of the statement, ${statedAt}`
  if (record?.private === undefined)
    yield 'the outcome of each requirement: its messages were not kept (--keep-private), and cannot be judged again'
  yield* findClaimed(report).listStated(report)
}
