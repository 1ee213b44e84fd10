import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { RecordLine } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import { type FormatName, formatNames, reportFormats } from '../../reporters/formats.ts'
import { listSome } from '../../reporters/text/wording.ts'
import { readBounded } from '../files/inputs.ts'
import { readPrivateRecord, readRecord } from '../privacy/read-record.ts'
import { toPrivateLine } from '../privacy/redact-message.ts'
import { tool } from '../runtime/tool.ts'
import { readReport, renderForm } from './read-run.ts'
import { runFiles } from './run-files.ts'
import { computeFileDigest, hasSignature, isFile, type ReportCheck } from './signing.ts'

/** Checks that all files of a run agree: the report, the record, the private record, and every form of the report. */
export async function* checkRun(path: string): AsyncGenerator<ReportCheck> {
  const file = join(path, runFiles.report)
  const isRun = isFile(file) || hasSignature(path) || isFile(join(path, runFiles.record))
  const report = isRun ? readOrDescribe(() => readReport(file)) : readReport(file) // what is not a run is an error of the user
  if (typeof report === 'string') return yield { what: 'report', ok: false, detail: report }
  const { check, lines } = checkRecord(path, report)
  yield check
  yield* checkPrivateRecord(path, report, lines)
  yield* checkForms(path, report, lines)
}

/** Reads something; if it cannot be read, the reason. */
function readOrDescribe<T extends object>(read: () => T): T | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof HarnessError) return error.message
    throw error
  }
}

interface RecordCheck {
  readonly check: ReportCheck
  /** The messages, if the record is the right one. */
  readonly lines?: readonly RecordLine[]
}

/** Checks that the record in the folder is the one that the report was made from. */
function checkRecord(path: string, { record: expected }: RunReport): RecordCheck {
  const file = join(path, runFiles.record)
  const is = (ok: boolean | undefined, detail: string): ReportCheck => ({
    what: 'digest',
    ...(ok !== undefined && { ok }),
    detail,
  })
  if (!expected && isFile(file))
    return { check: is(false, `the report names no record, and there is ${runFiles.record}`) }
  if (!expected) return { check: is(undefined, 'the report names no record') }
  if (!isFile(file)) return { check: is(false, `there is no ${runFiles.record}, and the report was made from one`) }
  if (computeFileDigest(file) !== expected.sha256)
    return { check: is(false, 'the record is not the one that the report was made from') }
  const read = readOrDescribe(() => readRecord(readText(file)))
  if (typeof read === 'string') return { check: is(false, read) }
  if (read.isCut || read.lines.length !== expected.messages)
    return { check: is(false, `the record has ${read.lines.length} messages, the report ${expected.messages}`) }
  return { check: is(true, 'the record is the one that the report was made from'), lines: read.lines }
}

/** Checks that the private record has the messages of the record, and is the one that the run wrote. */
function* checkPrivateRecord(
  path: string,
  { record }: RunReport,
  lines: readonly RecordLine[] | undefined,
): Generator<ReportCheck> {
  const file = join(path, runFiles.private)
  if (!isFile(file)) return
  const problem = findPrivateProblem(file, lines) ?? comparePrivateDigest(file, record?.private)
  yield problem === undefined
    ? { what: 'private', ok: true, detail: 'the private record has the same messages' }
    : { what: 'private', ok: false, detail: problem }
}

const comparePrivateDigest = (file: string, expected: string | undefined): string | undefined =>
  expected === undefined || computeFileDigest(file) === expected ? undefined : 'the private record was changed'

function findPrivateProblem(file: string, lines: readonly RecordLine[] | undefined): string | undefined {
  const read = readOrDescribe(() => readPrivateRecord(readText(file)))
  if (typeof read === 'string') return `private: ${read}`
  const { messages, isCut } = read
  if (isCut) return 'the last line of the private record is cut off'
  if (lines === undefined) return undefined
  if (messages.length !== lines.length)
    return `the private record has ${messages.length} messages, and the record ${lines.length}`
  const other = lines.findIndex((line, i) => {
    const message = messages[i]
    return message === undefined || summarize(line) !== summarize(toPrivateLine(message))
  })
  return other < 0 ? undefined : `line ${other + 2} of the private record is about another message than the record`
}

/** What both records say alike about a message. */
const summarize = (
  line: Pick<RecordLine, SharedMember> & { readonly response?: { readonly status: number } },
): string =>
  JSON.stringify([
    ...[line.number, line.session, line.endpoint, line.from, line.to, line.sentAt, line.milliseconds],
    line.response?.status ?? null,
  ])
type SharedMember = 'number' | 'session' | 'endpoint' | 'from' | 'to' | 'sentAt' | 'milliseconds'

/** Makes every form of the report in the folder again, and compares. */
async function* checkForms(
  path: string,
  report: RunReport,
  record: readonly RecordLine[] | undefined,
): AsyncGenerator<ReportCheck> {
  const found = formatNames.filter((name) => isFile(join(path, reportFormats[name].file)))
  if (found.length === 0) return
  if (report.tool.version !== tool.version)
    return yield {
      what: 'form',
      detail: `not compared: made by assay ${report.tool.version}, and this is ${tool.version}`,
    }
  const other: string[] = []
  for (const name of found) if (!(await isSameForm(path, name, report, record))) other.push(reportFormats[name].file)
  yield other.length === 0
    ? { what: 'form', ok: true, detail: `${listSome(found)}: as the report` }
    : { what: 'form', ok: false, detail: `not made from this report: ${listSome(other)}` }
}

async function isSameForm(
  path: string,
  name: FormatName,
  report: RunReport,
  record: readonly RecordLine[] | undefined,
): Promise<boolean> {
  const { file, needs }: { readonly file: string; readonly needs?: 'record' } = reportFormats[name]
  if (needs === 'record' && record === undefined) return false
  return readText(join(path, file)) === (await renderForm(name, { report, ...(record && { record }) }))
}

const readText = (file: string): string => readBounded(file).toString('utf8')
