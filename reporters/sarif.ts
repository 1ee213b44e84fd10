import type { RecordLine } from '../model/record.ts'
import type { Reporter } from '../model/reporter.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { countOutcomes } from './result-status.ts'
import { escapeSarif, listSarifResults } from './sarif-results.ts'
import { findDocsPage, formatExplainCommand } from './text/docs.ts'
import { outcomeLabels } from './text/labels.ts'
import { formatJsonLines, sanitizeForFile } from './text/sanitize.ts'
import { listReasons, summarizeVerdict } from './text/verdict.ts'

/**
 * SARIF 2.1.0, for code scanning: a rule for each requirement, and a result for each place where one failed.
 * Inconclusive requirements and harness errors are notifications.
 */
export const sarif: Reporter = {
  name: 'sarif',

  *render(report, record: readonly RecordLine[] = []) {
    const { tool, results, verdict, seed, profile } = report
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: { name: tool.name, version: tool.version, rules: results.map((each) => createRule(each, report)) },
          },
          automationDetails: { id: `${tool.name}/` },
          invocations: [createInvocation(report)],
          results: results.flatMap((result, ruleIndex) => listSarifResults({ result, ruleIndex, report, record })),
          columnKind: 'utf16CodeUnits',
          properties: { verdict, outcomes: countOutcomes(report), seed, profile },
        },
      ],
    }
    yield* formatJsonLines(log, maxText)
  },
}

/** Characters of one text. Its parts are cut already: cutting the whole could split an escaped character. */
const maxText = 50_000

const createRule = (result: ReportedResult, report: RunReport) => {
  const { id, text, section, standard, force, binds } = result
  const page = findDocsPage(report, result)
  return {
    id: sanitizeForFile(id),
    shortDescription: { text: escapeSarif(text) },
    fullDescription: {
      text: escapeSarif(`${text} (${force}; binds the ${binds}; ${standard ?? `section ${section}`})`),
    },
    ...(page !== undefined && { helpUri: page }),
    help: { text: escapeSarif(formatExplainCommand(result)) },
    defaultConfiguration: {
      level: force === 'should' ? 'warning' : force === 'info' || force === 'gap' ? 'note' : 'error',
    },
    properties: {
      tags: [`section ${section}`, force, binds],
      'problem.severity': force === 'should' ? 'warning' : 'error',
    },
  }
}

function createInvocation(report: RunReport) {
  const { startedAt, milliseconds, verdict, results } = report
  return {
    executionSuccessful: ['conformant', 'nonconformant', 'unsafe', 'inconclusive'].includes(verdict.result),
    exitCode: verdict.exitCode,
    exitCodeDescription: summarizeVerdict(report),
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + Math.round(milliseconds)).toISOString(),
    toolExecutionNotifications: [
      ...listReasons(report).map((text) => ({ level: 'note', message: { text: escapeSarif(text) } })),
      ...results.flatMap(listNotifications),
    ],
  }
}

/** A notification for a requirement that neither passed nor failed although it was tested. */
function listNotifications({ id, outcome, reason = '' }: ReportedResult, index: number) {
  if (outcome !== 'cantTell' && outcome !== 'harnessError') return []
  const level = outcome === 'harnessError' ? 'error' : 'warning'
  const text = escapeSarif(`${outcomeLabels[outcome]}: ${reason}`)
  return [{ level, associatedRule: { id: sanitizeForFile(id), index }, message: { text } }]
}
