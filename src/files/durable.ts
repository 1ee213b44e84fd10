import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { attemptWrite } from './write.ts'

/** Writes octets to an open file and returns how many it has written, as `writeSync` does. */
export type WriteOctets = (descriptor: number, octets: Uint8Array) => number

/** A file that is complete beside the place where it will be. */
export interface FileDraft {
  /** Puts the draft in its place. A file that is there is replaced in one step. */
  readonly commit: () => void
  readonly discard: () => void
}

/** How a file is written. */
export interface WriteMode {
  /** Permissions, whatever the umask is. Without them, the umask decides. */
  readonly mode?: number | undefined
  readonly write?: WriteOctets | undefined
}

/** The place of a draft. */
export const findDraftPath = (folder: string, name: string): string => join(folder, `.${name}.part`)

/** Writes a draft to the disk. No link is followed, and no reader ever sees a part of the file. */
export function writeDraft(folder: string, name: string, text: string, { mode, write }: WriteMode = {}): FileDraft {
  const [place, draft] = [join(folder, name), findDraftPath(folder, name)]
  const discard = (): void => rmSync(draft, { force: true })
  attemptWrite(`write ${place}`, () => {
    discard()
    const descriptor = openSync(draft, 'wx', mode ?? 0o644)
    try {
      if (mode !== undefined) unlessConfined(() => fchmodSync(descriptor, mode))
      writeAll(descriptor, text, write)
      unlessConfined(() => fsyncSync(descriptor))
    } catch (error) {
      discard()
      throw error
    } finally {
      closeSync(descriptor)
    }
  })
  return {
    commit: () =>
      attemptWrite(`write ${place}`, () => {
        renameSync(draft, place)
        syncFolder(folder)
      }),
    discard,
  }
}

/** Writes a file in one step: whatever happens, the earlier one or the new one is there. */
export const writeDurably = (folder: string, name: string, text: string, mode?: WriteMode): void =>
  writeDraft(folder, name, text, mode).commit()

/** A file that grows line by line. */
export interface AppendedFile {
  readonly size: () => number
  readonly append: (line: string) => void
  /** Cuts the file: a line that was written in part only is removed again. */
  readonly cut: (size: number) => void
  readonly sync: () => void
  readonly close: () => void
}

/** Opens a file to append lines. Links are not followed. */
export function openAppended(file: string, { write }: WriteMode = {}): AppendedFile {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW
  const descriptor = attemptWrite(`write ${file}`, () => openSync(file, flags))
  return {
    size: () => fstatSync(descriptor).size,
    append: (line) => attemptWrite(`write to ${basename(file)}`, () => writeAll(descriptor, `${line}\n`, write)),
    cut: (size) => ftruncateSync(descriptor, size),
    sync: () => attemptWrite(`write to ${basename(file)}`, () => unlessConfined(() => fsyncSync(descriptor))),
    close: () => closeSync(descriptor),
  }
}

/**
 * Does what Node's permission model denies for every open file, even one that may be written. Then the system decides when the file
 * is on the disk, and the file has the mode that it was opened with, which is no wider.
 */
function unlessConfined(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_ACCESS_DENIED')) throw error
  }
}

function writeAll(descriptor: number, text: string, write: WriteOctets = writeSync): void {
  let rest: Uint8Array = Buffer.from(text)
  while (rest.length > 0) rest = rest.subarray(write(descriptor, rest))
}

/** Makes a renaming last where the system can: not every system opens a folder. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, constants.O_RDONLY)
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The file itself is on the disk.
  }
}

/** Keeps octets of the disk free for a file that is written later. It may fail: then nothing is reserved. */
export function createReserve(folder: string, name: string, octets: number): void {
  try {
    const draft = findDraftPath(folder, name)
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, 'wx', 0o600)
    try {
      writeSync(descriptor, Buffer.alloc(octets))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The file may fit all the same.
  }
}
