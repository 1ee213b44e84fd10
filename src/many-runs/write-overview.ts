import { join } from 'node:path'
import { findFormatFile } from '../../reporters/formats.ts'
import { type RunSummary, renderManyRuns } from '../../reporters/many-runs.ts'
import { writeJson } from '../../reporters/text/sanitize.ts'
import { makeFolder, writeText } from '../files/write.ts'
import { readRun, renderForm } from '../run-folder/read-run.ts'

/** The files about all runs: one for programs, one for people. */
export const overviewFiles = { summaries: 'runs.json', page: 'index.html' } as const

/** Writes what all runs came to, and the page of each report: that of an earlier run may be there. */
export async function writeOverview(out: string, summaries: readonly RunSummary[]): Promise<void> {
  makeFolder(out)
  for (const { folder, verdict } of summaries) {
    const run = join(out, folder)
    if (verdict !== undefined) writeText(join(run, findFormatFile('html')), await renderForm('html', readRun(run)))
  }
  writeText(join(out, overviewFiles.summaries), `${formatSummaries(summaries)}\n`)
  writeText(join(out, overviewFiles.page), renderManyRuns(summaries))
}

export const formatSummaries = (runs: readonly RunSummary[]): string => writeJson({ runs }, 2)
