import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { ParsedMessage } from '../../model/exchange.ts'
import type { RecordHead, RecordLine } from '../../model/record.ts'
import type { RunReport } from '../../model/run-report.ts'
import { schemaVersion } from '../../model/schema-version.ts'
import { formatFiles } from '../../reporters/formats.ts'
import { json } from '../../reporters/json.ts'
import { attemptWrite, makeFolder } from '../files/write.ts'
import { toPrivateLine } from '../privacy/redact-message.ts'
import { lockFolder } from './run-lock.ts'

/** The files of a run, by their content. */
export const runFiles = { record: 'record.ndjson', private: 'record.private.ndjson', report: 'report.json' } as const
export type RunFile = (typeof runFiles)[keyof typeof runFiles]

/** A folder that a run is written to, message by message. */
export interface RunFolder {
  /** Its real path, without symbolic links. */
  readonly path: string
  /** Writes a message at once, so that nothing is lost if the process ends. */
  readonly record: (message: ParsedMessage) => void
  /** Writes the report with the digest of the record. */
  readonly finish: (report: RunReport) => RunReport
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

/** What is written, and how. */
export interface RunFolderOptions {
  readonly head: Omit<RecordHead, 'schemaVersion' | 'redacted' | 'uids'>
  /** The holders, account by account, for the private record. */
  readonly uids?: readonly string[]
  readonly lineOf: (message: ParsedMessage) => RecordLine
  /** Whether messages are kept with their private values, readable for this user alone. */
  readonly privately: 'kept' | 'forgotten'
  /** The files of further forms that will be added. */
  readonly forms?: readonly string[]
}

/**
 * Opens the folder of a run for attemptWrite, and locks it. Files of an earlier run are replaced. If a file that is not ours
 * has one of their names, this fails.
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

function createRunFolder(
  folder: string,
  { head, uids = [], lineOf, privately, forms = [] }: RunFolderOptions,
  release: () => void,
): RunFolder {
  removeEarlierRun(folder, forms)
  const record = startRecord(folder, runFiles.record, { ...head, redacted: true })
  let whole =
    privately === 'kept' ? startRecord(folder, runFiles.private, { ...head, uids, redacted: false }) : undefined
  let messages = 0
  const files: string[] = [runFiles.record]
  const place = (name: string, text: string): void => {
    writeAtomically(folder, name, text)
    files.push(name)
  }
  return {
    path: folder,
    record: (message) => {
      messages++
      appendLine(record, lineOf(message))
      if (whole !== undefined) appendLine(whole, toPrivateLine(message.message))
    },
    finish: (made) => {
      const report = { ...made, record: { sha256: digestFile(join(folder, runFiles.record)), messages } }
      place(runFiles.report, `${[...json.render(report)].join('\n')}\n`)
      return report
    },
    add: place,
    written: () => files.map((name) => [name, readText(join(folder, name))] as const),
    discard: (names) => {
      const gone = new Set(names)
      const all = gone.has(runFiles.record) ? [...files, runFiles.private] : files.filter((name) => gone.has(name))
      for (const name of all)
        attemptWrite(`remove ${join(folder, name)}`, () => rmSync(join(folder, name), { force: true }))
    },
    forget: () => {
      if (whole === undefined) return
      closeSync(whole)
      whole = undefined
      attemptWrite('remove the private record', () => rmSync(join(folder, runFiles.private)))
    },
    close: () => {
      closeSync(record)
      if (whole !== undefined) closeSync(whole)
      release()
    },
  }
}

const digestFile = (file: string): string =>
  attemptWrite(`read ${file}`, () => createHash('sha256').update(readFileSync(file)).digest('hex'))

const readText = (file: string): string => attemptWrite(`read ${file}`, () => readFileSync(file, 'utf8'))

function makeRealFolder(path: string): string {
  makeFolder(path)
  return attemptWrite(`find the folder ${path}`, () => realpathSync(path))
}

/** Removes the files of an earlier run. They are ours if the record is. */
function removeEarlierRun(folder: string, forms: readonly string[]): void {
  const isOurs = isRecord(join(folder, runFiles.record))
  const old = formatFiles.filter((name) => forms.includes(name) || (isOurs && isForm(join(folder, name))))
  const there = [...Object.values(runFiles), ...old].filter((name) => readFileState(join(folder, name)) !== 'absent')
  const unusual = there.find((name) => readFileState(join(folder, name)) === 'unusual')
  if (unusual !== undefined) refuse(folder, unusual, 'is not a regular file')
  const [first] = there
  if (first !== undefined && !isOurs) refuse(folder, first, 'was not written by assay')
  // The record is removed last: after an interruption, it still shows that the files are ours.
  const inOrder = there.toSorted((a, b) => Number(a === runFiles.record) - Number(b === runFiles.record))
  for (const name of inOrder) attemptWrite(`replace ${join(folder, name)}`, () => rmSync(join(folder, name)))
}

function refuse(folder: string, name: string, why: string): never {
  throw new HarnessError('ERR_OUTPUT', `${join(folder, name)} ${why} and is not overwritten`)
}

type FileState = 'absent' | 'regular' | 'unusual'

/** A symbolic link is unusual: it may lead out of the folder. */
function readFileState(file: string): FileState {
  const found = lstatSync(file, { throwIfNoEntry: false })
  return found === undefined ? 'absent' : found.isFile() ? 'regular' : 'unusual'
}

/** Octets at the beginning of a record that identify it. */
const headLength = 96

/** Whether a file begins as a record does. Its head is written at once, so that even a short file has it. */
const isRecord = (file: string): boolean =>
  /^\{"schemaVersion":\d+,"(?:manner":"\w+"|redacted":\w+),"tool":\{"name":"assay"/.test(
    readBeginning(file, headLength),
  )

/** Whether a file may be a form of a report: each form names assay near its beginning. */
const isForm = (file: string): boolean => readBeginning(file, 4_096).includes('assay')

/** The first octets of a regular file. */
function readBeginning(file: string, octets: number): string {
  if (readFileState(file) !== 'regular') return ''
  const beginning = Buffer.alloc(octets)
  const length = attemptWrite(`read ${file}`, () => {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return readSync(descriptor, beginning, 0, octets, 0)
    } finally {
      closeSync(descriptor)
    }
  })
  return beginning.toString('utf8', 0, length)
}

/** Writes the head of a record, and opens it for the lines that follow. */
function startRecord(
  folder: string,
  name: RunFile,
  { redacted, tool, ...head }: Omit<RecordHead, 'schemaVersion'>,
): number {
  const first: RecordHead = { schemaVersion, redacted, tool: { name: tool.name, version: tool.version }, ...head }
  writeAtomically(folder, name, `${JSON.stringify(first)}\n`)
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW
  return attemptWrite(`write ${join(folder, name)}`, () => openSync(join(folder, name), flags))
}

/** Only the user may read the private record, whatever the umask is. */
const chooseMode = (name: string): number => (name === runFiles.private ? 0o600 : 0o644)

/** Writes a draft and renames it: readers never see a part of it, and no link is followed. */
function writeAtomically(folder: string, name: string, text: string): void {
  const [place, draft] = [join(folder, name), join(folder, `.${name}.part`)]
  attemptWrite(`write ${place}`, () => {
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, 'wx', chooseMode(name))
    try {
      if (name === runFiles.private) fchmodSync(descriptor, chooseMode(name))
      writeFileSync(descriptor, text)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, place)
  })
}

const appendLine = (descriptor: number, line: object): void =>
  attemptWrite('write to the record', () => appendFileSync(descriptor, `${JSON.stringify(line)}\n`))
