import { statSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { type FormatName, findFormatFile } from '../../reporters/formats.ts'
import { json } from '../../reporters/json.ts'
import { writeDurably } from '../files/durable.ts'
import { makeFolder } from '../files/write.ts'
import { readRun, renderForm, renderText } from './read-run.ts'
import { runFiles } from './run-files.ts'
import { refuseForeignForms, writeForm } from './written-forms.ts'

/** Writes a merged report and further forms of it to a folder, and returns the names of the files. */
export async function writeMergedReport(
  folder: string,
  report: RunReport,
  formats: readonly FormatName[],
): Promise<readonly string[]> {
  const forms = await Promise.all(
    formats.map(async (name) => [findFormatFile(name), await renderForm(name, { report })] as const),
  )
  refuseOverwriting(folder)
  refuseForeignForms(
    folder,
    forms.map(([file]) => file),
  )
  makeFolder(folder)
  writeDurably(folder, runFiles.report, renderText(json, { report }))
  for (const [file, text] of forms) writeForm(folder, file, text)
  return [runFiles.report, ...forms.map(([file]) => file)]
}

/** The folder of a run is not overwritten: its record belongs to another report. */
function refuseOverwriting(folder: string): void {
  const record = join(folder, runFiles.record)
  if (statSync(record, { throwIfNoEntry: false })) {
    throw new HarnessError('ERR_OUTPUT', `${record} belongs to a run and is not overwritten`)
  }
  const earlier = join(folder, runFiles.report)
  if (statSync(earlier, { throwIfNoEntry: false })) readRun(earlier) // only a report of ours may be replaced
}
