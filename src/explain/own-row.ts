import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { describeForceAlone, formatConsequence, formatHead } from '../../reporters/text/explanation.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { listFaults, type OwnSuite } from '../../suites/own/own-suite.ts'

/** A requirement of a third-party suite: what it requires, of which role, and which faults its checks find. */
export function* explainOwnRow(own: OwnSuite, id: string, paint: Paint): Generator<string> {
  const { title, requirements } = own
  const row = requirements.find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (!row) {
    const known = requirements.map((each) => each.id)
    throw new HarnessError('ERR_UNKNOWN_ID', `${title} has no requirement \`${id}\`${suggestWord(id, known)}`)
  }
  const { standard: source = title } = row
  yield* formatHead(row, { source, force: describeForceAlone(row, 'assay verify') }, paint)
  yield formatConsequence(row, paint)
  for (const { description } of listFaults(own).filter(({ breaks }) => breaks.id === row.id))
    yield `${paint('bad', '✖')} ${description}`
}
