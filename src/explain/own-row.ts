import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { listFaults, type OwnSuite } from '../../suites/own/own-suite.ts'
import { describeForceAlone, formatReceivers, formatRow } from './row.ts'

/** A requirement of a third-party suite: what it requires, of which role, and which faults its checks find. */
export function* explainOwnRow(own: OwnSuite, id: string, paint: Paint): Generator<string> {
  const { title, requirements } = own
  const row = requirements.find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (!row) {
    const known = requirements.map((each) => each.id)
    throw new HarnessError('ERR_UNKNOWN_ID', `${title} has no requirement \`${id}\`${suggestWord(id, known)}`)
  }
  const { text, standard = title, binds, refusedBy, consequence } = row
  yield `${paint('strong', row.id)}  ${text}`
  yield ''
  yield formatRow('source', standard, paint)
  yield formatRow('force', describeForceAlone(row, 'assay verify'), paint)
  yield formatRow('binds', `the ${binds}`, paint)
  yield* formatReceivers(refusedBy, paint)
  yield formatRow('consequence', `${consequence.harm}: ${consequence.text}`, paint)
  for (const { description } of listFaults(own).filter(({ breaks }) => breaks.id === row.id))
    yield `${paint('bad', '✖')} ${description}`
}
