import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { countRequired, type RequiredCounts } from '../../reporters/result-status.ts'
import { readRun } from '../run-folder/read-run.ts'
import { runFiles } from '../run-folder/run-files.ts'

/** A run of the history. */
export interface PastRun extends Pick<RunReport, 'startedAt' | 'milliseconds' | 'subject' | 'actors' | 'profile'> {
  /** The name of its folder. */
  readonly name: string
  readonly path: string
  readonly only: readonly string[]
  readonly result: RunReport['verdict']['result']
  readonly claimable: boolean
  readonly counts: RequiredCounts
}

/** The runs in a folder, and the folder of the command line if it has one. */
export interface History {
  /** Lists the runs, the latest first. */
  readonly list: () => readonly PastRun[]
  readonly find: (name: string) => PastRun | undefined
  readonly close: () => void
}

/** The index of a folder of runs. It holds nothing that the folders of the runs do not: without it, it is made again. */
export const indexFile = '.assay.history.db'

/** Opens the history of a folder. A folder that does not exist has none, and is not made. */
export async function openHistory(folder: string, others: readonly string[] = []): Promise<History> {
  const { DatabaseSync: Database } = await import('node:sqlite')
  let opened: { readonly file: string; readonly database: DatabaseSync } | undefined
  const close = (): void => {
    opened?.database.close()
    opened = undefined
  }
  const list = (): readonly PastRun[] => {
    const file = existsSync(folder) ? join(folder, indexFile) : ':memory:'
    if (opened && (opened.file !== file || (file !== ':memory:' && !existsSync(file)))) close()
    opened ??= { file, database: openIndex(file, Database) }
    return refresh(opened.database, [...listFolders(folder), ...others])
  }
  return { list, find: (name) => list().find((each) => each.name === name), close }
}

const listFolders = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((each) => each.isDirectory())
        .map(({ name }) => join(folder, name))
    : []

/** Marks a file as ours (`PRAGMA application_id`): "assh" in ASCII. */
const applicationId = 0x61737368

/** Opens the index. One that is damaged is made again; the file of another program is left alone. */
function openIndex(file: string, Database: typeof DatabaseSync): DatabaseSync {
  try {
    return prepareIndex(new Database(file), file)
  } catch (error) {
    if (error instanceof HarnessError) throw error
    rmSync(file, { force: true })
    return prepareIndex(new Database(file), file)
  }
}

function prepareIndex(database: DatabaseSync, file: string): DatabaseSync {
  const { application_id: owner } = database.prepare('PRAGMA application_id').get() ?? {}
  const { tables } = database.prepare('SELECT count(*) AS tables FROM sqlite_master').get() ?? {}
  if (owner !== applicationId && tables !== 0) throw new HarnessError('ERR_INPUT', `${file} belongs to another program`)
  database.exec(`
    PRAGMA application_id = ${applicationId};
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS runs (path TEXT PRIMARY KEY, stamp TEXT NOT NULL, entry TEXT) STRICT, WITHOUT ROWID;
  `)
  return database
}

/** Reads the reports that are new or changed, and forgets those that are gone. */
function refresh(database: DatabaseSync, folders: readonly string[]): readonly PastRun[] {
  const known = new Map(
    database
      .prepare('SELECT path, stamp, entry FROM runs')
      .all()
      .map((row) => [row.path, row]),
  )
  const upsert = database.prepare('INSERT OR REPLACE INTO runs VALUES (?, ?, ?)')
  const runs: PastRun[] = []
  for (const path of folders) {
    const stamp = stampReport(path)
    if (stamp === undefined) continue
    const row = known.get(path)
    const entry = row?.stamp === stamp ? row.entry : summarizeFolder(path)
    if (row?.stamp !== stamp) upsert.run(path, stamp, entry ?? null)
    if (typeof entry === 'string') runs.push(JSON.parse(entry)) // written by `summarizeFolder`
    known.delete(path)
  }
  const remove = database.prepare('DELETE FROM runs WHERE path = ?')
  for (const path of known.keys()) remove.run(path ?? null)
  return runs.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
}

/** What an entry has. One of an index with other entries is made again. */
const entryVersion = 3

/** What changes when the report of a run does; undefined if there is none. */
function stampReport(path: string): string | undefined {
  const stat = statSync(join(path, runFiles.report), { throwIfNoEntry: false })
  return stat?.isFile() ? `${entryVersion}/${stat.mtimeMs}/${stat.size}` : undefined
}

/** Summarizes a run as JSON; undefined if its report cannot be read. */
function summarizeFolder(path: string): string | undefined {
  const report = readReport(path)
  if (!report) return undefined
  const { startedAt, milliseconds, subject, actors, profile, selection, verdict } = report
  const { result, claimable } = verdict
  const run: PastRun = {
    ...{ name: path.split(/[\\/]/).at(-1) ?? path, path, startedAt, milliseconds, subject, actors, profile },
    ...{ only: selection.only, result, claimable, counts: countRequired(report) },
  }
  return JSON.stringify(run)
}

/** Reads a report. One of an earlier version, or one that was damaged, is left out of the history. */
function readReport(path: string): RunReport | undefined {
  try {
    return readRun(join(path, runFiles.report)).report
  } catch (error) {
    if (error instanceof HarnessError) return undefined
    throw error
  }
}
