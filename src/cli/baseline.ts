import { readFileSync } from 'node:fs'
import { harmless } from '../../reporters/escape.ts'
import { counted } from '../../reporters/lines.ts'
import { standingsIn } from '../../reporters/standing.ts'
import { type Compared, compare, needsCare } from '../harness/baseline.ts'
import { preciseClock } from '../harness/clock.ts'
import { fingerprintOf } from '../harness/fingerprint.ts'
import type { Baseline, KnownFailure } from '../model/baseline.ts'
import { HarnessError } from '../model/errors.ts'
import type { RunReport } from '../model/run-report.ts'
import { isObject, type JsonValue } from '../protocol/json.ts'
import type { Arguments, Run } from './arguments.ts'
import { type ExitCode, worst } from './exit-codes.ts'
import { attempt } from './inputs.ts'
import { writeText } from './outputs.ts'
import { readRun } from './run/forms.ts'
import type { Terminal } from './terminal.ts'
import { oneOf } from './values.ts'

/** Where known failures are kept, if nobody says. */
const usualFile = 'assay.baseline.json'

/** `assay baseline update | prune`: writes down what is known to fail, or forgets what no longer does. */
export const run: Run = (args, terminal): ExitCode => {
  const [verb = '', path, ...more] = args.positionals
  const what = oneOf('assay baseline', verb, ['update', 'prune'] as const)
  if (path === undefined || more.length > 0) refuse('ERR_USAGE', 'give one folder of a run, such as out')
  const { report } = readRun(path ?? '')
  const file = args.text('file') ?? usualFile
  const known = readBaseline(file, 'may be absent')
  const next = what === 'update' ? updated(report, known, args) : pruned(report, known)
  writeBaseline(file, next)
  const before = new Set(known.map(keyOf))
  const after = new Set(next.map(keyOf))
  for (const each of next) if (!before.has(keyOf(each))) terminal.out(`+ ${each.id}  ${harmless(each.reason)}`)
  for (const each of known) if (!after.has(keyOf(each))) terminal.out(`- ${each.id}  ${harmless(each.reason)}`)
  terminal.out(`${counted(next.length, 'known failure')} in ${file}`)
  return 0
}

const keyOf = ({ id, fingerprint }: KnownFailure): string => `${id} ${fingerprint}`

/** Everything that fails is known from now on; what was known keeps its reason, as long as it fails as it did. */
function updated(report: RunReport, known: readonly KnownFailure[], args: Arguments): readonly KnownFailure[] {
  const [reason, owner, expires] = [args.text('reason'), args.text('owner'), args.text('expires')]
  if (expires !== undefined && !isDay(expires)) refuse('ERR_USAGE', '--expires: write it as YYYY-MM-DD')
  const byKey = new Map(known.map((each) => [keyOf(each), each]))
  const isFailure = failing(report)
  const failures = report.results.filter(isFailure).map((result): KnownFailure => {
    const fingerprint = fingerprintOf(result)
    const before = byKey.get(`${result.id} ${fingerprint}`)
    const isGood = before && (before.expires === undefined || before.expires >= today())
    if (isGood) return before
    if (reason === undefined) refuse('ERR_USAGE', `${result.id} is new here: give a reason with --reason TEXT`)
    return { id: result.id, fingerprint, reason: reason ?? '', ...(owner && { owner }), ...(expires && { expires }) }
  })
  const { unseen } = compare(report.results, known, today(), isFailure)
  return [...failures, ...unseen].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What passes now is forgotten. */
const pruned = (report: RunReport, known: readonly KnownFailure[]): readonly KnownFailure[] => {
  const { stale } = compare(report.results, known, today(), failing(report))
  return known.filter((each) => !stale.includes(each))
}

/** What decides: a failure that is only advice needs no excuse. */
const failing = (report: RunReport) => {
  const standing = standingsIn(report)
  return (result: RunReport['results'][number]): boolean => standing(result) === 'failed'
}

const today = (): string => new Date(preciseClock()).toISOString().slice(0, 10)

const isDay = (text: JsonValue | undefined): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** What a run ends with when some of its failures are known. The verdict stays what it is. */
export function exitCodeBeside(report: RunReport, file: string, terminal: Pick<Terminal, 'err'>): ExitCode {
  const own = report.verdict.exitCode as ExitCode // its table is part of ours
  if (own !== 0 && own !== 1) return own
  const compared = compare(report.results, readBaseline(file, 'is wanted'), today(), failing(report))
  for (const line of careLines(compared, file)) terminal.err(line)
  const care: ExitCode = needsCare(compared) ? 6 : 0
  if (own === 0 || compared.fresh.length > 0) return worst([own, care])
  const others = report.verdict.reasons.some(({ code }) => code === 'undecided' || code === 'stopped')
  return worst([others ? 3 : 0, care])
}

/** What somebody has to look at. */
function* careLines({ matched, stale, drifted, expired, unseen }: Compared, file: string): Generator<string> {
  const told = (each: KnownFailure): string =>
    `${each.id}${each.owner === undefined ? '' : ` (${harmless(each.owner)})`}: ${harmless(each.reason)}`
  for (const each of matched) yield `assay: known failure ${told(each)}`
  for (const each of expired) yield `assay: the time of a known failure is over since ${each.expires}: ${told(each)}`
  for (const each of drifted) yield `assay: a known failure has another cause now: ${told(each)}`
  for (const each of stale)
    yield `assay: a known failure passes now, \`assay baseline prune\` forgets it: ${told(each)}`
  for (const each of unseen) yield `assay: a known failure was not judged: ${told(each)}`
  if (stale.length + drifted.length + expired.length > 0) yield `assay: ${file} has drifted`
}

/** Reads the known failures. Each has a reason: who knows why knows when it may go. */
export function readBaseline(file: string, need: 'is wanted' | 'may be absent'): readonly KnownFailure[] {
  const text = attempt(file, () => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (isAbsent && need === 'may be absent') return '{"schemaVersion":1,"known":[]}'
      throw error
    }
  })
  const value = parsed(text, file)
  if (!isObject(value) || value.schemaVersion !== 1 || !Array.isArray(value.known)) {
    return refuse('ERR_INPUT', `${file} is no file of known failures`)
  }
  return value.known.map((entry, i) => knownIn(entry, `${file}, known[${i}]`))
}

function knownIn(entry: JsonValue, at: string): KnownFailure {
  if (!isObject(entry)) return refuse('ERR_INPUT', `${at} is no object`)
  const { id, fingerprint, reason, owner, expires } = entry
  if (typeof id !== 'string' || typeof fingerprint !== 'string') return refuse('ERR_INPUT', `${at} names no failure`)
  if (typeof reason !== 'string' || reason.trim() === '') return refuse('ERR_INPUT', `${at} gives no reason`)
  if (expires !== undefined && !isDay(expires)) return refuse('ERR_INPUT', `${at}: \`expires\` is no YYYY-MM-DD`)
  return {
    id,
    fingerprint,
    reason,
    ...(typeof owner === 'string' && { owner }),
    ...(isDay(expires) && { expires }),
  }
}

function parsed(text: string, file: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue // whatever it is, it is JSON
  } catch (cause) {
    throw new HarnessError('ERR_INPUT', `${file} is no JSON`, { cause })
  }
}

function writeBaseline(file: string, known: readonly KnownFailure[]): void {
  const baseline: Baseline = { schemaVersion: 1, known }
  writeText(file, `${JSON.stringify(baseline, undefined, 2)}\n`)
}

function refuse(code: 'ERR_USAGE' | 'ERR_INPUT', message: string): never {
  throw new HarnessError(code, message)
}
