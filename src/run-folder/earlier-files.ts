import { closeSync, constants, lstatSync, openSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { attemptWrite } from '../files/write.ts'
import { runFiles } from './run-files.ts'
import { refuseForeignForms } from './written-forms.ts'

/** Refuses a folder in which a file that Assay did not write has the name of one that it is going to write. */
export function refuseForeignFiles(folder: string, forms: readonly string[]): void {
  const wanted = [...Object.values(runFiles), ...forms]
  const unusual = wanted.find((name) => readFileState(join(folder, name)) === 'unusual')
  if (unusual !== undefined) refuse(folder, unusual, 'is not a regular file')
  const foreign = Object.values(runFiles).find((name) => !isOwn(folder, name))
  if (foreign !== undefined) refuse(folder, foreign, 'was not written by assay')
  refuseForeignForms(folder, forms)
}

/** Removes files of an earlier run. */
export function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names)
    attemptWrite(`replace ${join(folder, name)}`, () => rmSync(join(folder, name), { force: true }))
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

/** Octets at the beginning of a file that identify it: every file is put in its place with its beginning. */
const identifyingLength = 4_096

function isOwn(folder: string, name: (typeof runFiles)[keyof typeof runFiles]): boolean {
  const file = join(folder, name)
  if (readFileState(file) === 'absent') return true
  const beginning = readBeginning(file)
  return (name === runFiles.report ? ownReport : ownRecord).test(beginning)
}

const ownRecord = /^\{"schemaVersion":\d+,"(?:manner":"\w+"|redacted":\w+),"tool":\{"name":"assay"/

const ownReport = /^\{\s*"schemaVersion":\s*\d+,\s*"tool":\s*\{\s*"name":\s*"assay"/

/** The first octets of a regular file. */
function readBeginning(file: string): string {
  const beginning = Buffer.alloc(identifyingLength)
  const length = attemptWrite(`read ${file}`, () => {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return readSync(descriptor, beginning, 0, identifyingLength, 0)
    } finally {
      closeSync(descriptor)
    }
  })
  return beginning.toString('utf8', 0, length)
}
