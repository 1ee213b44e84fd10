import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import { attemptWrite, makeFolder } from '../files/write.ts'

const name = '.lock'

/** A folder that one audit writes to. */
export interface FolderLock {
  readonly release: () => void
}

/** Locks a folder, so that no second audit writes to it. A lock of a process that was killed does not count. */
export function lockFolder(folder: string): FolderLock {
  makeFolder(folder)
  const file = join(folder, name)
  if (!create(file)) {
    if (isHeld(file)) {
      const hint = `wait for it, choose another folder with --out, or remove ${file} if no audit is running`
      throw new HarnessError('ERR_OUTPUT', `another audit writes to ${folder}`, { hint })
    }
    rmSync(file, { force: true })
    if (!create(file)) throw new HarnessError('ERR_OUTPUT', `another audit has just begun to write to ${folder}`)
  }
  return { release: () => rmSync(file, { force: true }) }
}

const own = (): string => `${process.pid} ${hostname()}`

const create = (file: string): boolean =>
  attemptWrite(`write ${file}`, () => {
    try {
      writeFileSync(file, own(), { flag: 'wx', mode: 0o600 })
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    }
  })

/** Whether the process that locked is alive. That of another machine cannot be known, and counts as alive. */
function isHeld(file: string): boolean {
  const [pid = '', host = ''] = readText(file).split(' ')
  if (host !== hostname()) return host !== ''
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // it has just been released
  }
}
