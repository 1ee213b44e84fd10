import { closeSync, constants, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { isObject, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readProcessStart } from '../files/processes.ts'
import { attemptWrite } from '../files/write.ts'

/** The file that marks a folder as being written, and names the process. */
export const lockFile = '.assay.lock'

/** A process by its id and its start time: containers reuse process ids. */
interface LockHolder {
  readonly pid: number
  readonly since: number
  /** The start of the process as its system counts it, where it does. */
  readonly start?: string
}

const ownStart = readProcessStart(process.pid)
const ourselves: LockHolder = {
  pid: process.pid,
  since: performance.timeOrigin,
  ...(ownStart !== undefined && { start: ownStart }),
}

/** Locks a folder for one run, and returns what unlocks it. The lock of a dead process is replaced. */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, lockFile)
  if (!tryLock(lock)) {
    removeStaleLock(lock, folder)
    if (!tryLock(lock)) refuseHeld(lock, folder, readHolder(lock))
  }
  return () => rmSync(lock, { force: true })
}

/** Creates the lock with its content in one step, unless it exists. Of two processes, only one succeeds. */
function tryLock(lock: string): boolean {
  const draft = `${lock}.${process.pid}.part`
  return attemptWrite(`write ${lock}`, () => {
    rmSync(draft, { force: true })
    writeFileSync(draft, JSON.stringify(ourselves), { flag: 'wx' })
    try {
      linkSync(draft, lock)
      return true
    } catch (error) {
      if (readErrorCode(error) === 'EEXIST') return false
      return createWhole(lock) // not every file system has links
    } finally {
      rmSync(draft, { force: true })
    }
  })
}

function createWhole(lock: string): boolean {
  try {
    writeFileSync(lock, JSON.stringify(ourselves), { flag: 'wx' })
    return true
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a dead process. It checks the owner again after moving it: another process may have been faster. */
function removeStaleLock(lock: string, folder: string): void {
  const holder = readHolder(lock)
  if (holder === undefined) return
  if (holder !== 'empty' && isAlive(holder)) refuseHeld(lock, folder, holder)
  const moved = `${lock}.${process.pid}`
  try {
    renameSync(lock, moved)
  } catch (cause) {
    if (readErrorCode(cause) === 'ENOENT') return // another process has removed it
    throw new HarnessError('ERR_OUTPUT', `cannot replace ${lock} (${readErrorCode(cause)})`, { cause })
  }
  const found = readHolder(moved)
  if (found !== undefined && found !== 'empty' && isAlive(found)) {
    renameSync(moved, lock)
    refuseHeld(lock, folder, found)
  }
  rmSync(moved, { force: true })
}

/**
 * The process that has the lock; undefined if it was released in the meantime. A lock is empty where the disk was full
 * or the system broke down: no process has it. Links are not followed.
 */
function readHolder(lock: string): LockHolder | 'empty' | undefined {
  const text = readLock(lock)
  if (text === undefined) return undefined
  if (text.replaceAll('\0', '').trim() === '') return 'empty'
  const read = attempt(() => parseJson(text))
  const { pid, since, start } = 'value' in read && isObject(read.value) ? read.value : {}
  if (typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && typeof since === 'number')
    return { pid, since, ...(typeof start === 'string' && { start }) }
  return refuseForeignFile(lock)
}

function readLock(lock: string): string | undefined {
  try {
    const descriptor = openSync(lock, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return readFileSync(descriptor, 'utf8')
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    return readErrorCode(error) === 'ENOENT' ? undefined : refuseForeignFile(lock)
  }
}

/**
 * Whether a process exists that is not another one with the same id. A process of another user exists, although it cannot
 * be signalled.
 */
function isAlive({ pid, since, start }: LockHolder): boolean {
  if (pid === ourselves.pid) return since === ourselves.since
  const current = readProcessStart(pid)
  if (start !== undefined && current !== undefined && start !== current) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return readErrorCode(error) !== 'ESRCH'
  }
}

function refuseHeld(lock: string, folder: string, holder: LockHolder | 'empty' | undefined): never {
  const which = holder === undefined || holder === 'empty' ? '' : `, process ${holder.pid},`
  throw new HarnessError('ERR_OUTPUT', `another run${which} is writing to ${folder} (see ${lock})`)
}

function refuseForeignFile(lock: string): never {
  throw new HarnessError('ERR_OUTPUT', `${lock} was not written by assay and is not overwritten`)
}

const readErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
