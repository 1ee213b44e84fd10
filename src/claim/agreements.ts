import { getWhole } from '../../model/requirement.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { requirements } from '../../suites/document/all/requirements.ts'

const agreements = new Map(requirements.map(({ id, agreedBy }) => [id, agreedBy.map((decision) => decision.id)]))

/** The decisions whose answer in a configuration lets a requirement count. */
export const listAgreements = ({ id }: Pick<ReportedResult, 'id'>): readonly string[] =>
  agreements.get(getWhole(id)) ?? []
