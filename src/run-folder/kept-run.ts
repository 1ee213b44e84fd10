import { statSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { RecordHead } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { Message } from '../../model/wire.ts'
import { readBounded } from '../files/inputs.ts'
import { readPrivateRecord } from '../privacy/read-record.ts'
import { readRun } from './read-run.ts'
import { runFiles } from './run-files.ts'

/** A run whose messages were kept with their private values. */
export interface KeptRun {
  readonly report: RunReport
  readonly head: RecordHead
  readonly messages: readonly Message[]
}

/** Whether the messages of a run were kept with their private values. */
export const isKept = (folder: string): boolean =>
  statSync(join(folder, runFiles.private), { throwIfNoEntry: false })?.isFile() === true

/** Reads a run that was made with --keep-private. */
export function readKeptRun(folder: string): KeptRun {
  const { report } = readRun(folder)
  if (!isKept(folder)) {
    throw new HarnessError('ERR_NOT_KEPT', `the run in ${folder} cannot be judged again: its messages were not kept`)
  }
  const file = join(folder, runFiles.private)
  return { report, ...readPrivateRecord(readBounded(file).toString('utf8')) }
}
