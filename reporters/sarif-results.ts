import { createHash } from 'node:crypto'
import type { RecordLine } from '../model/record.ts'
import type { LocatedFinding } from '../model/report.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { createStatusReader, type ResultStatus } from './result-status.ts'
import { formatDocs } from './text/docs.ts'
import { formatPlace } from './text/findings.ts'
import { formatReproduceCommand } from './text/reproduce.ts'
import { sanitizeForFile } from './text/sanitize.ts'

/** A requirement with what its SARIF results are made from. */
interface SarifSource {
  readonly result: ReportedResult
  readonly ruleIndex: number
  readonly report: RunReport
  readonly record: readonly RecordLine[]
}

/**
 * Lists a result for each place in which a requirement failed. Code scanning shows nothing outside the repository, so a
 * result is located in the configuration, if the run had one, or else in the report, which is beside this file; and the message of the record is a related location. Two results with one
 * fingerprint would be one alert, so each place has only one.
 */
export function listSarifResults({ result, ruleIndex, report, record }: SarifSource) {
  if (result.outcome !== 'failed') return []
  const status = createStatusReader(report)(result)
  const places = Map.groupBy(result.findings, ({ kind, in: path, at }) => JSON.stringify([kind, path, at]))
  return [...places].map(([place, findings]) => {
    const fingerprint = createHash('sha256').update(`${result.id} ${place}`).digest('hex').slice(0, 16)
    const lines = findings.flatMap((finding) => findRecordLine(finding, record)).slice(0, 10)
    return {
      ruleId: sanitizeForFile(result.id),
      ruleIndex,
      level: levels[status],
      message: { text: formatMessage(result, findings, report, lines.length) },
      locations: [{ physicalLocation: createLocation(encodeURI(sanitizeForFile(report.config ?? 'report.json')), 1) }],
      ...(lines.length > 0 && {
        relatedLocations: lines.map((line, id) => ({ id, physicalLocation: createLocation('record.ndjson', line) })),
      }),
      partialFingerprints: { 'assay/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
      ...(status === 'known' && { suppressions: [createSuppression(report, result.id)] }),
      occurrenceCount: findings.length,
      properties: { findings: findings.slice(0, 10) },
    }
  })
}

/** A known failure is suppressed: code scanning lists it, and raises no alert. */
const createSuppression = ({ baseline }: RunReport, id: string) => ({
  kind: 'external',
  justification: sanitizeForFile(baseline?.known.find((each) => each.id === id)?.reason ?? ''),
})

/** Levels by status. A failure that a missing message may have caused is not an error. */
const levels: Readonly<Record<ResultStatus, 'error' | 'warning' | 'note'>> = {
  passed: 'note',
  failed: 'error',
  inconclusive: 'note',
  waiting: 'note',
  advisory: 'warning',
  known: 'note',
  skipped: 'note',
}

function formatMessage(
  result: ReportedResult,
  [first]: readonly LocatedFinding[],
  report: RunReport,
  relatedLocations: number,
): string {
  const { id, text, passesUnder } = result
  if (!first) return escapeSarif(text)
  const { expected, actual, diagnosis } = first
  const lines = [
    text,
    `at ${formatPlace(first)}: expected ${expected}, actual ${actual}`,
    ...(diagnosis === undefined ? [] : [`diagnosis: ${diagnosis}`]),
    ...(passesUnder ? [`passes with ${passesUnder.join(' · ')}`] : []),
    `docs: ${formatDocs(report, result)}`,
    `reproduce: ${formatReproduceCommand(report, id)}`,
  ]
  return [...lines.map(escapeSarif), ...(relatedLocations > 0 ? ['[the message in the record](0)'] : [])].join('\n')
}

/** Escapes a text from outside, so that a SARIF reader finds neither a link nor a placeholder in it. */
export const escapeSarif = (text: string): string =>
  sanitizeForFile(text)
    .replaceAll(/[{}]/g, '$&$&')
    .replaceAll(/[\\[\]]/g, '\\$&')

const createLocation = (uri: string, startLine: number) => ({ artifactLocation: { uri }, region: { startLine } })

/** Finds the line of the record with the message of a finding. The first line is the head. */
function findRecordLine({ session, kind, in: path }: LocatedFinding, record: readonly RecordLine[]): readonly number[] {
  if (session === undefined) return []
  const index = record.findIndex(
    (line) => line.session === session && line.layers.some((layer) => layer.kind === kind && layer.in === path),
  )
  return index < 0 ? [] : [index + 2]
}
