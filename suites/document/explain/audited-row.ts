import type { Requirement } from '../../../model/requirement.ts'
import { describeForceAlone, formatConsequence, formatHead, formatRow } from '../../../reporters/text/explanation.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { faults } from '../audit/faults.ts'
import { checkPopulation } from '../prove/population-proof.ts'

/** A requirement that only many credentials show: what it requires, and how every fault is found. */
export function* explainAuditedRow(row: Requirement, paint: Paint): Generator<string> {
  const { id, standard: source = 'section 2.9 of the document', dependsOn } = row
  yield* formatHead(row, { source, force: describeForceAlone(row, 'assay audit') }, paint)
  yield formatConsequence(row, paint)
  yield formatRow('tested', '`assay audit` compares many credentials', paint)
  if (dependsOn.length > 0) yield formatRow('depends on', dependsOn.map((each) => each.id).join(', '), paint)
  for (const { breaks, description, change } of faults) {
    if (breaks.id !== id) continue
    const found = checkPopulation(change).find(({ requirement }) => requirement.id === id)
    yield ''
    yield `${paint('bad', '✖')} ${description}`
    for (const { at, expected, actual } of found?.findings.slice(0, 1) ?? []) {
      yield `    at            ${at}`
      yield `    expected      ${expected}`
      yield `    actual        ${actual}`
    }
  }
}
