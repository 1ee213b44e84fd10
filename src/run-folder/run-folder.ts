import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ParsedMessage } from '../../model/exchange.ts'
import type { RecordLine } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import { json } from '../../reporters/json.ts'
import { createReserve, findDraftPath, writeDurably } from '../files/durable.ts'
import { attemptWrite, makeFolder } from '../files/write.ts'
import { toPrivateLine } from '../privacy/redact-message.ts'
import { replaceRecords } from './record-files.ts'
import { runFiles } from './run-files.ts'
import type { RunFolderOptions } from './run-folder-options.ts'
import { lockFolder } from './run-lock.ts'
import { writeForm } from './written-forms.ts'

/** A folder that a run is written to, message by message. */
export interface RunFolder {
  /** Its real path, without symbolic links. */
  readonly path: string
  /** Writes a message at once, so that nothing is lost if the process ends. What cannot be written whole is not written. Returns its line. */
  readonly record: (message: ParsedMessage) => RecordLine
  /** Writes the report with the digest of the record, and returns it. */
  readonly finish: (report: RunReport) => RunReport
  /** The report with the digest of the record, where it cannot be written. */
  readonly addDigest: (report: RunReport) => RunReport
  /** Changes lines of the record that were written. Returns the sum of the changes. */
  readonly rewrite: (change: ChangeLine) => number
  /** Writes another form of the report. */
  readonly add: (file: string, text: string) => void
  /** Every file that was written for others to read, with its text. */
  readonly written: () => Iterable<readonly [file: string, text: string]>
  /** Removes files of the run; with the record, everything that was made from it. */
  readonly discard: (files: Iterable<string>) => void
  /** Removes the private record. */
  readonly forget: () => void
  readonly close: () => void
}

/** Changes a line of the record, and says how many of its values a target brought there. */
export type ChangeLine = (line: string) => { readonly line: string; readonly changes: number }

/**
 * Opens the folder of a run for writing, and locks it. If a file that is not ours has one of the names, this fails. An
 * earlier record stays in its place until the new one is complete beside it.
 */
export function openRunFolder(path: string, wanted: RunFolderOptions): RunFolder {
  const folder = makeRealFolder(path)
  const release = lockFolder(folder)
  try {
    return createRunFolder(folder, wanted, release)
  } catch (error) {
    release()
    throw error
  }
}

/** Opens a folder that is locked already. */
export function createRunFolder(folder: string, options: RunFolderOptions, release: () => void): RunFolder {
  const { lineOf, continued, write } = options
  const records = replaceRecords(folder, options)
  createReserve(folder, runFiles.report, reservedForReport)
  let messages = continued?.messages.length ?? 0
  const files: string[] = [runFiles.record]
  const isPrivateKept = options.privately === 'kept' && options.privateHead?.temporary !== true
  const addDigest = (report: RunReport): RunReport => ({
    ...report,
    record: {
      sha256: digestFile(join(folder, runFiles.record)),
      messages,
      ...(isPrivateKept && { private: digestFile(join(folder, runFiles.private)) }),
    },
  })
  return {
    path: folder,
    record: (message) => {
      const line = lineOf(message)
      records.append(line, () => toPrivateLine(message.message))
      messages++
      return line
    },
    addDigest,
    finish: (made) => {
      records.sync()
      const report = addDigest(made)
      writeDurably(folder, runFiles.report, `${[...json.render(report)].join('\n')}\n`, { write })
      files.push(runFiles.report)
      return report
    },
    rewrite: (change) => {
      records.sync()
      return rewriteLines(folder, change, write)
    },
    add: (name, text) => {
      writeForm(folder, name, text, write)
      files.push(name)
    },
    written: () => files.map((name) => [name, readText(join(folder, name))] as const),
    discard: (names) => {
      const gone = new Set(names)
      const all = gone.has(runFiles.record) ? [...files, runFiles.private] : files.filter((name) => gone.has(name))
      for (const name of all)
        attemptWrite(`remove ${join(folder, name)}`, () => rmSync(join(folder, name), { force: true }))
    },
    forget: records.forget,
    close: () => {
      records.close()
      rmSync(findDraftPath(folder, runFiles.report), { force: true })
      release()
    },
  }
}

/** Writes the record again if a line of it has to change. Its first line is our own. */
function rewriteLines(folder: string, change: ChangeLine, write: RunFolderOptions['write']): number {
  const [head = '', ...lines] = readText(join(folder, runFiles.record)).split('\n')
  const changed = lines.map(change)
  const count = changed.reduce((sum, { changes }) => sum + changes, 0)
  const text = [head, ...changed.map(({ line }) => line)].join('\n')
  if (changed.some(({ line }, i) => line !== lines[i])) writeDurably(folder, runFiles.record, text, { write })
  return count
}

/** Octets that are kept free for the report: a full disk ends a run, and the report says what was seen until then. */
const reservedForReport = 1_000_000

const digestFile = (file: string): string =>
  attemptWrite(`read ${file}`, () => createHash('sha256').update(readFileSync(file)).digest('hex'))

const readText = (file: string): string => attemptWrite(`read ${file}`, () => readFileSync(file, 'utf8'))

export function makeRealFolder(path: string): string {
  makeFolder(path)
  return attemptWrite(`find the folder ${path}`, () => realpathSync(path))
}
