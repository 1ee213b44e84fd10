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
import { formFiles } from '../../reporters/index.ts'
import { json } from '../../reporters/json.ts'
import { privateLineOf } from '../harness/record.ts'
import { HarnessError } from '../model/errors.ts'
import type { RecordHead, RecordLine } from '../model/record.ts'
import type { RunReport } from '../model/run-report.ts'
import type { Hop } from '../model/wire.ts'
import { makeFolder, writing } from './outputs.ts'
import { lockFolder } from './run-lock.ts'

/** The files of a run, by what is in them. */
export const runFiles = { record: 'record.ndjson', private: 'record.private.ndjson', report: 'report.json' } as const
export type RunFile = (typeof runFiles)[keyof typeof runFiles]

/** A folder that a run is written to, message by message. */
export interface RunFolder {
  /** Where it is, with no symbolic link in the way. */
  readonly path: string
  /** Writes a message down before anything else happens, so that nothing that was seen is lost. */
  readonly record: (hop: Hop) => void
  /** Puts the report beside the record, whose digest it gets: all of it, or nothing. */
  readonly finish: (report: RunReport) => RunReport
  /** Puts another form of the report beside it. */
  readonly add: (file: string, text: string) => void
  /** What anybody may read of the run, as it stands there: each file, and its text. */
  readonly written: () => Iterable<readonly [file: string, text: string]>
  /** Takes files of the run away again; with the record goes everything that was made of it. */
  readonly discard: (files: Iterable<string>) => void
  /** Takes away what was kept in private. */
  readonly forget: () => void
  readonly close: () => void
}

/** What is to be written, and how. */
export interface Writing {
  readonly head: Omit<RecordHead, 'schemaVersion' | 'manner' | 'uids'>
  /** Who asks, account by account; for private eyes. */
  readonly uids?: readonly string[]
  readonly lineOf: (hop: Hop) => RecordLine
  /** Whether messages are kept as they were, for the eyes of this user alone. */
  readonly privately: 'kept' | 'forgotten'
  /** Files of the forms of the report that will be added. */
  readonly forms?: readonly string[]
}

/**
 * Begins to write a run. Files of an earlier run are replaced; any other is left alone, and refused if it is in the way.
 * While it is written, no other run may write there.
 */
export function openRunFolder(path: string, wanted: Writing): RunFolder {
  const folder = folderAt(path)
  const release = lockFolder(folder)
  try {
    return writingTo(folder, wanted, release)
  } catch (error) {
    release()
    throw error
  }
}

function writingTo(
  folder: string,
  { head, uids = [], lineOf, privately, forms = [] }: Writing,
  release: () => void,
): RunFolder {
  clear(folder, forms)
  const record = begin(folder, runFiles.record, { ...head, manner: 'redacted' })
  let whole = privately === 'kept' ? begin(folder, runFiles.private, { ...head, uids, manner: 'whole' }) : undefined
  let messages = 0
  const files: string[] = [runFiles.record]
  const place = (name: string, text: string): void => {
    put(folder, name, text)
    files.push(name)
  }
  return {
    path: folder,
    record: (hop) => {
      messages++
      append(record, lineOf(hop))
      if (whole !== undefined) append(whole, privateLineOf(hop))
    },
    finish: (made) => {
      const report = { ...made, record: { sha256: digestOf(join(folder, runFiles.record)), messages } }
      place(runFiles.report, `${[...json.render(report)].join('\n')}\n`)
      return report
    },
    add: place,
    written: () => files.map((name) => [name, textIn(join(folder, name))] as const),
    discard: (names) => {
      const gone = new Set(names)
      const all = gone.has(runFiles.record) ? [...files, runFiles.private] : files.filter((name) => gone.has(name))
      for (const name of all) writing(`remove ${join(folder, name)}`, () => rmSync(join(folder, name), { force: true }))
    },
    forget: () => {
      if (whole === undefined) return
      closeSync(whole)
      whole = undefined
      writing('take away what was private', () => rmSync(join(folder, runFiles.private)))
    },
    close: () => {
      closeSync(record)
      if (whole !== undefined) closeSync(whole)
      release()
    },
  }
}

const digestOf = (file: string): string =>
  writing(`read ${file}`, () => createHash('sha256').update(readFileSync(file)).digest('hex'))

const textIn = (file: string): string => writing(`read ${file}`, () => readFileSync(file, 'utf8'))

function folderAt(path: string): string {
  makeFolder(path)
  return writing(`find the folder ${path}`, () => realpathSync(path))
}

/** Takes the files of an earlier run away. Whether they are of one, its record tells. */
function clear(folder: string, forms: readonly string[]): void {
  const isOurs = isRecord(join(folder, runFiles.record))
  const old = formFiles.filter((name) => forms.includes(name) || (isOurs && isForm(join(folder, name))))
  const there = [...Object.values(runFiles), ...old].filter((name) => stateOf(join(folder, name)) !== 'absent')
  const strange = there.find((name) => stateOf(join(folder, name)) === 'strange')
  if (strange !== undefined) refuse(folder, strange, 'is no ordinary file')
  const [first] = there
  if (first !== undefined && !isOurs) refuse(folder, first, 'was not written by assay')
  // The record goes last: whoever is interrupted here still knows whose files they are.
  const inOrder = there.toSorted((a, b) => Number(a === runFiles.record) - Number(b === runFiles.record))
  for (const name of inOrder) writing(`replace ${join(folder, name)}`, () => rmSync(join(folder, name)))
}

function refuse(folder: string, name: string, why: string): never {
  throw new HarnessError('ERR_OUTPUT', `${join(folder, name)} ${why} and is not overwritten`)
}

type State = 'absent' | 'ordinary' | 'strange'

/** A link is strange wherever it leads: it might lead out of the folder. */
function stateOf(file: string): State {
  const found = lstatSync(file, { throwIfNoEntry: false })
  return found === undefined ? 'absent' : found.isFile() ? 'ordinary' : 'strange'
}

/** Octets at the beginning of a record that say what it is. */
const telling = 96

/** Whether a file begins as a record does. It does so from the first moment: its head is put there whole. */
const isRecord = (file: string): boolean =>
  /^\{"schemaVersion":\d+,"manner":"\w+","tool":\{"name":"assay"/.test(beginningOf(file, telling))

/** Whether a file may be a form of a report: each of them says early who wrote it. */
const isForm = (file: string): boolean => beginningOf(file, 4_096).includes('assay')

/** The first octets of an ordinary file. */
function beginningOf(file: string, octets: number): string {
  if (stateOf(file) !== 'ordinary') return ''
  const beginning = Buffer.alloc(octets)
  const length = writing(`read ${file}`, () => {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return readSync(descriptor, beginning, 0, octets, 0)
    } finally {
      closeSync(descriptor)
    }
  })
  return beginning.toString('utf8', 0, length)
}

/** Puts the head of a record in its place, and opens it for the lines that follow. */
function begin(folder: string, name: RunFile, { manner, tool, ...head }: Omit<RecordHead, 'schemaVersion'>): number {
  const first: RecordHead = { schemaVersion: 1, manner, tool: { name: tool.name, version: tool.version }, ...head }
  put(folder, name, `${JSON.stringify(first)}\n`)
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW
  return writing(`write ${join(folder, name)}`, () => openSync(join(folder, name), flags))
}

/** Nobody but the user may read what was kept in private, whatever the habits of the system are. */
const modeOf = (name: string): number => (name === runFiles.private ? 0o600 : 0o644)

/** Writes a file beside its place and moves it there: it is never seen in part, and no link is followed. */
function put(folder: string, name: string, text: string): void {
  const [place, draft] = [join(folder, name), join(folder, `.${name}.part`)]
  writing(`write ${place}`, () => {
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, 'wx', modeOf(name))
    try {
      if (name === runFiles.private) fchmodSync(descriptor, modeOf(name))
      writeFileSync(descriptor, text)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, place)
  })
}

const append = (descriptor: number, line: object): void =>
  writing('write to the record', () => appendFileSync(descriptor, `${JSON.stringify(line)}\n`))
