import { getWhole } from '../../model/requirement.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { defaultSuite } from '../../suites/default-suite.ts'

const agreements = new Map(
  defaultSuite.requirements.map(({ id, agreedBy }) => [id, agreedBy.map((decision) => decision.id)]),
)

/** The decisions whose answer in a configuration lets a requirement count. */
export const listAgreements = ({ id }: Pick<ReportedResult, 'id'>): readonly string[] =>
  agreements.get(getWhole(id)) ?? []
