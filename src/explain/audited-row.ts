import type { Requirement } from '../../model/requirement.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { faults } from '../../suites/document/audit/faults.ts'
import { checkPopulation } from '../../suites/document/prove/population-proof.ts'
import { describeForceAlone, formatRow } from './row.ts'

/** A requirement that only many credentials show: what it requires, and how every fault is found. */
export function* explainAuditedRow(row: Requirement, paint: Paint): Generator<string> {
  const { id, text, standard, binds, consequence, dependsOn } = row
  yield `${paint('strong', id)}  ${text}`
  yield ''
  yield formatRow('source', standard ?? 'section 2.9 of the document', paint)
  yield formatRow('force', describeForceAlone(row, 'assay audit'), paint)
  yield formatRow('binds', `the ${binds}`, paint)
  yield formatRow('consequence', `${consequence.harm}: ${consequence.text}`, paint)
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
