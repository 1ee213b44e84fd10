import { getWhole } from '../../model/requirement.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'

/**
 * The page of a requirement on the documentation site that the report names; undefined if it names none, or if the
 * requirement is from a third-party suite, of which that site knows nothing.
 */
export function findDocsPage(
  { docsUrl }: Pick<RunReport, 'docsUrl'>,
  { id, suite }: Pick<ReportedResult, 'id' | 'suite'>,
): string | undefined {
  if (docsUrl === undefined || suite !== undefined) return undefined
  if (!/^https?:\/\//i.test(docsUrl) || !URL.canParse(docsUrl)) return undefined
  const page = `${docsUrl.replace(/\/+$/, '')}/requirements/${encodeURIComponent(getWhole(id).toWellFormed())}.html`
  return new URL(page).href
}

/** The command that explains a requirement: it works wherever Assay is installed. */
export const formatExplainCommand = ({ id, suite }: Pick<ReportedResult, 'id' | 'suite'>): string =>
  `npx assay explain ${id}${suite === undefined ? '' : ` --suite ${suite}`}`

/** Where a requirement is explained: its page, or else the command. */
export const formatDocs = (report: Pick<RunReport, 'docsUrl'>, result: Pick<ReportedResult, 'id' | 'suite'>): string =>
  findDocsPage(report, result) ?? formatExplainCommand(result)
