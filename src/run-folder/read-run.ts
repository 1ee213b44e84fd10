import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isStandardProfile } from '../../model/decision.ts'
import { createRefusal, HarnessError, type Refuse } from '../../model/errors.ts'
import type { RecordLine } from '../../model/record.ts'
import type { Reporter } from '../../model/reporter.ts'
import type { RunReport } from '../../model/run-report.ts'
import { explainOtherVersion, schemaVersion } from '../../model/schema-version.ts'
import { isObject, parseAnyJson } from '../../protocol/encoding/json.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { type ReportFormat, reportFormats } from '../../reporters/formats.ts'
import schema from '../../schemas/report.schema.json' with { type: 'json' }
import { findMistakes } from '../config/check-schema.ts'
import { formatPath } from '../config/choices.ts'
import { readBounded } from '../files/inputs.ts'
import { readRecord } from '../privacy/read-record.ts'
import { runFiles } from './run-files.ts'

/** A run that was stored in a folder. */
export interface StoredRun {
  readonly report: RunReport
  /** The messages, unless their record is missing. */
  readonly record?: readonly RecordLine[]
}

/** Reads a report, from its folder or its file, and the record that it was made from. */
export function readRun(path: string): StoredRun {
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, runFiles.report) : path
  if (!existsSync(file)) refuse(`cannot read ${file}: there is no such file`, { hint: missingRunHint })
  const report = readReport(file)
  const record = readMatchingRecord(report, join(dirname(file), runFiles.record))
  return { report, ...(record && { record }) }
}

/** Reads what only runs of the document have. A test of a standard has no decisions, and nothing to claim. */
export function readDocumentRun(path: string, command: string): StoredRun {
  const stored = readRun(path)
  const { profile } = stored.report
  if (isStandardProfile(profile))
    throw new HarnessError('ERR_INPUT', `\`${command}\` is for runs of the document: ${path} is a test by ${profile}`, {
      hint: 'for a test, use `assay report`, `diff`, `baseline` or `replay`',
    })
  return stored
}

/** Renders a stored run in another form, as it is written to a file. */
export async function renderForm(name: string, { report, record }: StoredRun): Promise<string> {
  const { load, needs }: ReportFormat = reportFormats[name as keyof typeof reportFormats] // callers have checked the name
  if (needs === 'record' && record === undefined)
    refuse(`${name} needs the messages of the run, and there is no ${runFiles.record}`)
  return renderText(await load(), { report, ...(record && { record }) })
}

/** The output of a reporter as one text. */
export const renderText = ({ render }: Reporter, { report, record }: StoredRun): string =>
  `${[...render(report, record)].join('\n')}\n`

/** Reads a report from its file. */
export function readReport(file: string): RunReport {
  const value = parseAnyJson(readBounded(file, limits.report.text).toString('utf8'), limits.report)
  if (value === undefined) refuse(`${file} is not valid JSON, or too much of it`)
  if (isObject(value) && typeof value.schemaVersion === 'number' && value.schemaVersion !== schemaVersion) {
    refuse(`${file} ${explainOtherVersion(value.schemaVersion)}`)
  }
  const [first] = findMistakes(value, schema)
  if (first)
    refuse(`${file} is not the report of a run: ${formatPath(first.path) || 'its content'}: ${first.what}`, {
      hint: missingRunHint,
    })
  return value as unknown as RunReport // it was checked against its schema
}

/** Reads the record that a report was made from, and compares its digest. */
function readMatchingRecord({ record: wanted }: RunReport, file: string): readonly RecordLine[] | undefined {
  if (wanted === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  const octets = readBounded(file)
  const digest = createHash('sha256').update(octets).digest('hex')
  if (digest !== wanted.sha256) refuse(`${file} is not the record that the report was made from`)
  return readRecord(octets.toString('utf8')).lines
}

const missingRunHint =
  'pass the folder of a run: `assay run` writes one to `out`, and `assay test` to the folder that --out names'

const refuse: Refuse = createRefusal('ERR_INPUT')
