import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { HarnessError } from '../../model/errors.ts'

/** Writes a file that was asked for, in the place of one that may be there. */
export function writeText(file: string, text: string): void {
  attemptWrite(`write ${file}`, () => writeFileSync(file, text))
}

/** Makes a folder, if it is not there, with every folder that it is in. */
export function makeFolder(path: string): void {
  attemptWrite(`make the folder ${path}`, () => makeFolders(path))
}

/** Step by step: where Linux shows its processes, Node's own way of making all of a path has no end. */
function makeFolders(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolders(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if (!isFolder(path)) throw error // otherwise another process created it
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Codes of the system for a disk that takes no more: it is full, a quota or a limit is reached, or it is broken. */
const diskCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])

/** Changes something on the disk. The error message contains the error code of the system. */
export function attemptWrite<T>(what: string, act: () => T): T {
  try {
    return act()
  } catch (cause) {
    if (cause instanceof HarnessError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const suffix = code === '' ? '' : ` (${code})`
    throw new HarnessError(diskCodes.has(code) ? 'ERR_DISK' : 'ERR_OUTPUT', `cannot ${what}${suffix}`, { cause })
  }
}
