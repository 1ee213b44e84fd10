import { closeSync, constants, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../model/errors.ts'
import { isObject, parseJson } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'

/** The file that says that a run writes to its folder, and which process that is. */
export const lockFile = '.assay.lock'

/** A process by its number, and by when it began: in containers, numbers come again soon. */
interface Holder {
  readonly pid: number
  readonly since: number
}

const ourselves: Holder = { pid: process.pid, since: performance.timeOrigin }

/** Takes a folder for one run, until it is released. Refused while another run has it; what a dead one left is taken over. */
export function lockFolder(folder: string): () => void {
  const lock = join(folder, lockFile)
  if (!take(lock)) {
    clearStale(lock, folder)
    if (!take(lock)) refuseHeld(lock, folder, holderOf(lock))
  }
  return () => rmSync(lock, { force: true })
}

/** Makes the lock, unless there is one: the system sees to it that only one of two succeeds. */
function take(lock: string): boolean {
  try {
    writeFileSync(lock, JSON.stringify(ourselves), { flag: 'wx' })
    return true
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    throw new HarnessError('ERR_OUTPUT', `cannot write ${lock} (${codeOf(cause)})`, { cause })
  }
}

/** Takes the lock of a dead process away, and looks once more whose it was: somebody else may have been faster. */
function clearStale(lock: string, folder: string): void {
  const holder = holderOf(lock)
  if (holder === undefined) return
  if (isAlive(holder)) refuseHeld(lock, folder, holder)
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return // somebody else took it away
    throw new HarnessError('ERR_OUTPUT', `cannot replace ${lock} (${codeOf(cause)})`, { cause })
  }
  const found = holderOf(aside)
  if (found !== undefined && isAlive(found)) {
    renameSync(aside, lock)
    refuseHeld(lock, folder, found)
  }
  rmSync(aside, { force: true })
}

/** Who has the lock; nobody, if it was released in the meantime. A link is not followed, wherever it leads. */
function holderOf(lock: string): Holder | undefined {
  const text = textIn(lock)
  if (text === undefined) return undefined
  const read = attempt(() => parseJson(text))
  const { pid, since } = 'value' in read && isObject(read.value) ? read.value : {}
  if (typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && typeof since === 'number')
    return { pid, since }
  return refuseStrange(lock)
}

function textIn(lock: string): string | undefined {
  try {
    const descriptor = openSync(lock, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return readFileSync(descriptor, 'utf8')
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : refuseStrange(lock)
  }
}

/** Whether a process is there. One of another user is, though nothing may be sent to it. */
function isAlive({ pid, since }: Holder): boolean {
  if (pid === ourselves.pid) return since === ourselves.since
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

function refuseHeld(lock: string, folder: string, holder: Holder | undefined): never {
  const which = holder === undefined ? '' : `, process ${holder.pid},`
  throw new HarnessError('ERR_OUTPUT', `another run${which} is writing to ${folder}, as ${lock} says`)
}

function refuseStrange(lock: string): never {
  throw new HarnessError('ERR_OUTPUT', `${lock} was not written by assay and is not overwritten`)
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
