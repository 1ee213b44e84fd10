import type { Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { type Standing, standingsIn, tallyOf } from './standing.ts'
import { placeOf, reasonLines, reproductionOf, shown, verdictLine } from './telling.ts'

/** TAP 14, one point for each requirement and the last for the verdict. */
export const tap: Reporter = {
  name: 'tap',

  *render(report) {
    const { tool, results, verdict, seed, profile } = report
    const standing = standingsIn(report)
    yield 'TAP version 14'
    yield `# ${tool.name} ${shown(tool.version)}, profile ${shown(profile)}, seed ${shown(seed)}`
    yield `1..${results.length + 1}`
    for (const [i, result] of results.entries()) yield* point(i + 1, result, standing(result), report)
    yield `${verdict.exitCode === 0 ? 'ok' : 'not ok'} ${results.length + 1} - the verdict`
    yield* yaml({
      verdict: verdict.result,
      told: verdictLine(report),
      outcomes: tallyOf(report),
      reasons: reasonLines(report),
    })
  },
}

function* point(number: number, result: ResultTold, standing: Standing, report: RunReport): Generator<string> {
  const { id, text, outcome, reason = '' } = result
  yield `${marks[standing]} ${number} - ${escaped(`${id}: ${text}`)}${directive(result, standing)}`
  if (outcome !== 'passed') yield* yaml({ outcome, ...(reason !== '' && { reason }), ...found(report, result) })
}

const marks: Readonly<Record<Standing, 'ok' | 'not ok'>> = {
  passed: 'ok',
  failed: 'not ok',
  undecided: 'not ok',
  advice: 'not ok',
  aside: 'ok',
}

/** What is skipped, and what is not expected to pass: a reader of TAP counts neither as a failure. */
function directive({ outcome, reason = '' }: ResultTold, standing: Standing): string {
  if (standing === 'aside') return ` # skip ${escaped(`${outcome}: ${reason}`)}`
  return standing === 'advice' ? ` # todo ${escaped('does not decide')}` : ''
}

function found(report: RunReport, { id, findings }: ResultTold): Readonly<Record<string, unknown>> {
  if (findings.length === 0) return {}
  const told = findings.map((finding) => ({ place: placeOf(finding), ...finding }))
  return { findings: told, reproduce: reproductionOf(report, id) }
}

/** A description, in which a `#` begins a directive. */
const escaped = (text: string): string => shown(text).replaceAll(/[\\#]/g, (each) => `\\${each}`)

/** A block of YAML, of which JSON is a part. */
function* yaml(members: Readonly<Record<string, unknown>>): Generator<string> {
  yield '  ---'
  for (const [name, value] of Object.entries(members)) yield `  ${name}: ${flow(value)}`
  yield '  ...'
}

const flow = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'string' ? shown(each) : each))
