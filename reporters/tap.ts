import type { Reporter } from '../model/reporter.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { countOutcomes, createStatusReader, type ResultStatus, selectTested } from './result-status.ts'
import { createPointer, formatCauseLines } from './text/causes.ts'
import { formatDocs } from './text/docs.ts'
import { formatPlace } from './text/findings.ts'
import { outcomeLabels } from './text/labels.ts'
import { formatReproduceCommand } from './text/reproduce.ts'
import { sanitizeForFile } from './text/sanitize.ts'
import { listReasons, summarizeVerdict } from './text/verdict.ts'

/** TAP 14: one test point for each requirement, and the last one for the verdict. */
export const tap: Reporter = {
  name: 'tap',

  *render(report) {
    const { tool, verdict, seed, profile } = report
    const results = selectTested(report)
    const readStatus = createStatusReader(report)
    const point = createPointer(report)
    const settings = `profile ${sanitizeForFile(profile)}, seed ${sanitizeForFile(seed)}`
    yield 'TAP version 14'
    yield `# ${tool.name} ${sanitizeForFile(tool.version)}, ${settings}`
    yield `1..${results.length + 1}`
    for (const [i, result] of results.entries())
      yield* formatTestPoint(i + 1, result, { report, status: readStatus(result), pointer: point(result) })
    yield `${verdict.exitCode === 0 ? 'ok' : 'not ok'} ${results.length + 1} - verdict`
    yield* formatYaml({
      verdict: verdict.result,
      summary: summarizeVerdict(report),
      causes: formatCauseLines(report),
      outcomes: countOutcomes(report),
      reasons: listReasons(report),
    })
  },
}

/** The report of a test point, its status, and the session that it waits for. */
interface PointContext {
  readonly report: RunReport
  readonly status: ResultStatus
  readonly pointer: string
}

function* formatTestPoint(
  number: number,
  result: ReportedResult,
  { report, status, pointer }: PointContext,
): Generator<string> {
  const { id, text, outcome, reason = '' } = result
  yield `${testPoints[status]} ${number} - ${escapeDescription(`${id}: ${text}`)}${formatDirective(result, status, pointer)}`
  if (outcome === 'passed') return
  yield* formatYaml({ outcome, ...(reason !== '' && { reason }), ...listFindings(report, result) })
}

const testPoints: Readonly<Record<ResultStatus, 'ok' | 'not ok'>> = {
  passed: 'ok',
  failed: 'not ok',
  inconclusive: 'not ok',
  waiting: 'ok',
  advisory: 'not ok',
  known: 'not ok',
  skipped: 'ok',
}

/** A directive for results that a reader of TAP must not count as failures. */
function formatDirective({ outcome, reason = '' }: ReportedResult, status: ResultStatus, pointer: string): string {
  if (status === 'waiting') return ` # skip ${escapeDescription(pointer)}`
  if (status === 'skipped') return ` # skip ${escapeDescription(`${outcomeLabels[outcome]}: ${reason}`)}`
  if (status === 'known') return ' # todo known failure: accepted by the baseline'
  return status === 'advisory' ? ' # todo advisory: does not count for the verdict' : ''
}

function listFindings(report: RunReport, result: ReportedResult): Readonly<Record<string, unknown>> {
  const { id, findings } = result
  if (findings.length === 0) return {}
  const places = findings.map((finding) => ({ place: formatPlace(finding), ...finding }))
  return { findings: places, docs: formatDocs(report, result), reproduce: formatReproduceCommand(report, id) }
}

/** Escapes `#` in a description, where it would begin a directive. */
const escapeDescription = (text: string): string => sanitizeForFile(text).replaceAll(/[\\#]/g, (each) => `\\${each}`)

/** Formats a YAML block. Its values are JSON, which is YAML as well. */
function* formatYaml(members: Readonly<Record<string, unknown>>): Generator<string> {
  yield '  ---'
  for (const [name, value] of Object.entries(members)) yield `  ${name}: ${formatValue(value)}`
  yield '  ...'
}

const formatValue = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'string' ? sanitizeForFile(each) : each))
