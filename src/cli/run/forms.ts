import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Form, forms } from '../../../reporters/index.ts'
import schema from '../../../schemas/report.schema.json' with { type: 'json' }
import { readRecord } from '../../harness/read-record.ts'
import { HarnessError } from '../../model/errors.ts'
import type { RecordLine } from '../../model/record.ts'
import type { Reporter, RunReport } from '../../model/run-report.ts'
import { isObject } from '../../protocol/json.ts'
import { nameOf } from '../config/choices.ts'
import { mistakesIn } from '../config/shape.ts'
import { attempt } from '../inputs.ts'
import { runFiles } from '../run-folder.ts'

/** What a run left behind. */
export interface ReadRun {
  readonly report: RunReport
  /** The messages; absent where their record is not there. */
  readonly record?: readonly RecordLine[]
}

/** Reads the report of a run, by its folder or by itself, and the record that it was made with. */
export function readRun(path: string): ReadRun {
  const file = attempt(path, () => statSync(path)).isDirectory() ? join(path, runFiles.report) : path
  const report = reportIn(file)
  const record = recordOf(report, join(dirname(file), runFiles.record))
  return { report, ...(record && { record }) }
}

/** A form of what a run left behind, as it is written to a file. */
export async function formOf(name: string, { report, record }: ReadRun): Promise<string> {
  const { load, needs }: Form = forms[name as keyof typeof forms] // whoever asks has looked whether there is such a form
  if (needs === 'record' && record === undefined)
    refuse(`${name} tells of messages, and there is no ${runFiles.record}`)
  return textOf(await load(), { report, ...(record && { record }) })
}

/** What a reporter makes of a run, with an end to its last line. */
export const textOf = ({ render }: Reporter, { report, record }: ReadRun): string =>
  `${[...render(report, record)].join('\n')}\n`

function reportIn(file: string): RunReport {
  const text = attempt(file, () => readFileSync(file, 'utf8'))
  const value = parsed(text, file)
  if (isObject(value) && Number(value.schemaVersion) > 1)
    refuse(`${file} is of a version that this assay does not know`)
  const [first] = mistakesIn(value, schema)
  if (first) refuse(`${file} is no report of a run: ${nameOf(first.path) || 'in it'}, ${first.what}`)
  return value as RunReport // its schema says so
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HarnessError('ERR_INPUT', `${file} is no JSON`, { cause })
  }
}

/** The record that a report was made with, and no other: its digest tells. */
function recordOf({ record: wanted }: RunReport, file: string): readonly RecordLine[] | undefined {
  if (wanted === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  const octets = attempt(file, () => readFileSync(file))
  const digest = createHash('sha256').update(octets).digest('hex')
  if (digest !== wanted.sha256) refuse(`${file} is not the record that the report was made with`)
  return readRecord(octets.toString('utf8')).lines
}

function refuse(message: string): never {
  throw new HarnessError('ERR_INPUT', message)
}
