import { createHash } from 'node:crypto'
import type { RecordLine } from '../src/model/record.ts'
import type { Located } from '../src/model/report.ts'
import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { type Standing, standingsIn, tallyOf } from './standing.ts'
import { jsonLines, placeOf, reasonLines, reproductionOf, shown, verdictLine } from './telling.ts'

/**
 * SARIF 2.1.0, for code scanning: a rule for each requirement, a result for each place where one failed. What could not
 * be told is a notification. Results stand at the configuration, as code scanning shows nothing outside the repository;
 * the message is a related location.
 */
export const sarif: Reporter = {
  name: 'sarif',

  *render(report, record = []) {
    const { tool, results } = report
    yield* jsonLines({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: tool.name, version: tool.version, rules: results.map(ruleOf) } },
          automationDetails: { id: `${tool.name}/` },
          invocations: [invocationOf(report)],
          results: results.flatMap((result, ruleIndex) => resultsOf({ result, ruleIndex, report, record })),
          columnKind: 'utf16CodeUnits',
          properties: {
            verdict: report.verdict,
            outcomes: tallyOf(report),
            seed: report.seed,
            profile: report.profile,
          },
        },
      ],
    })
  },
}

type Level = 'error' | 'warning' | 'note'

const ruleOf = ({ id, text, section, standard, force, binds }: ResultTold) => ({
  id: shown(id),
  shortDescription: { text: literal(text) },
  fullDescription: { text: literal(`${text} (${force}, of the ${binds}, ${standard ?? `section ${section}`})`) },
  help: { text: literal(`npx assay explain ${id}`) },
  defaultConfiguration: {
    level: force === 'should' ? 'warning' : force === 'info' || force === 'gap' ? 'note' : 'error',
  },
  properties: {
    tags: [`section ${section}`, force, binds],
    'problem.severity': force === 'should' ? 'warning' : 'error',
  },
})

function invocationOf(report: RunReport) {
  const { startedAt, milliseconds, verdict, results } = report
  const standing = standingsIn(report)
  const doubts = results.flatMap((result, index) =>
    result.reason === undefined ? [] : doubtOf(result, index, standing),
  )
  return {
    executionSuccessful: ['conformant', 'nonconformant', 'inconclusive'].includes(verdict.result),
    exitCode: verdict.exitCode,
    exitCodeDescription: verdictLine(report),
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + Math.round(milliseconds)).toISOString(),
    toolExecutionNotifications: [
      ...reasonLines(report).map((text) => ({ level: 'note', message: { text: literal(text) } })),
      ...doubts,
    ],
  }
}

/** What was neither passed nor failed, and cannot be shown as a result. */
function doubtOf({ id, outcome, reason = '' }: ResultTold, index: number, _standing: (result: ResultTold) => Standing) {
  if (outcome !== 'cantTell' && outcome !== 'harnessError') return []
  const level = outcome === 'harnessError' ? 'error' : 'warning'
  return [{ level, associatedRule: { id: shown(id), index }, message: { text: literal(`${outcome}: ${reason}`) } }]
}

interface Failure {
  readonly result: ResultTold
  readonly ruleIndex: number
  readonly report: RunReport
  readonly record: readonly RecordLine[]
}

/** One result for each place, however often something was found there: two of the same print would be one alert. */
function resultsOf({ result, ruleIndex, report, record }: Failure) {
  if (result.outcome !== 'failed') return []
  const standing = standingsIn(report)(result)
  const places = Map.groupBy(result.findings, ({ kind, in: layers, at }) => JSON.stringify([kind, layers, at]))
  return [...places].map(([place, findings]) => {
    const print = createHash('sha256').update(`${result.id} ${place}`).digest('hex').slice(0, 16)
    const related = findings.flatMap((finding) => lineOf(finding, record)).slice(0, 10)
    return {
      ruleId: shown(result.id),
      ruleIndex,
      level: levels[standing],
      message: { text: messageOf(result, findings, report, related.length) },
      locations: [{ physicalLocation: at('harness.config.ts', 1) }],
      ...(related.length > 0 && {
        relatedLocations: related.map((line, id) => ({ id, physicalLocation: at('record.ndjson', line) })),
      }),
      partialFingerprints: { 'assay/v1': print, primaryLocationLineHash: `${print}:1` },
      occurrenceCount: findings.length,
      properties: { findings: findings.slice(0, 10) },
    }
  })
}

/** An accusation that does not decide, or that a lost message may have caused, is no error. */
const levels: Readonly<Record<Standing, Level>> = {
  passed: 'note',
  failed: 'error',
  undecided: 'note',
  advice: 'warning',
  aside: 'note',
}

function messageOf(result: ResultTold, findings: readonly Located[], report: RunReport, related: number): string {
  const [first] = findings
  if (!first) return literal(result.text)
  const { kind, expected, actual, diagnosis } = first
  const lines = [
    result.text,
    `at ${placeOf(first)} (${kind}): expected ${expected}, actual ${actual}`,
    ...(diagnosis === undefined ? [] : [`diagnosis: ${diagnosis}`]),
    ...(result.passesUnder ? [`would pass if ${result.passesUnder.join(' · ')}`] : []),
    `reproduce: ${reproductionOf(report, result.id)}`,
  ]
  return [...lines.map(literal), ...(related > 0 ? ['[the message in the record](0)'] : [])].join('\n')
}

/** Text that a reader of SARIF takes as it is: neither a link nor a placeholder. */
const literal = (text: string): string =>
  shown(text)
    .replaceAll(/[{}]/g, '$&$&')
    .replaceAll(/[\\[\]]/g, '\\$&')

const at = (uri: string, startLine: number) => ({ artifactLocation: { uri }, region: { startLine } })

/** The line of the record in which the message stands. The first line is the head. */
function lineOf({ session, kind, in: layers }: Located, record: readonly RecordLine[]): readonly number[] {
  if (session === undefined) return []
  const index = record.findIndex(
    (line) => line.session === session && line.layers.some((layer) => layer.kind === kind && layer.at === layers),
  )
  return index < 0 ? [] : [index + 2]
}
