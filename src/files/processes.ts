import { readdirSync, readFileSync } from 'node:fs'
import { once } from '../../protocol/encoding/once.ts'

/** A process of this system, as /proc shows it. Systems without /proc show none. */
export interface SystemProcess {
  readonly pid: number
  readonly parent: number
  readonly start: string
}

/**
 * When a process was started, in a form that no other process with its id ever has: the boot of the system and the clock
 * ticks since. Undefined where the system has no /proc, and where there is no such process.
 */
export const readProcessStart = (pid: number): string | undefined => readProcess(pid)?.start

/** Every process of this system. */
export const listProcesses = (): readonly SystemProcess[] =>
  listNames().flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))

/**
 * The id that the system gave last, to a process or to a thread. As long as it stays the same, no process was started. Undefined
 * where the system does not say.
 */
export function readLatestId(): string | undefined {
  const id = readProc('loadavg')?.trim().split(' ').at(-1)
  return id === '0' ? undefined : id
}

/** Whether a process was started with a variable in its environment, or is a copy of one that was. */
export const hasVariable = (pid: number, name: string, value: string): boolean =>
  readProc(`${pid}/environ`)?.split('\0').includes(`${name}=${value}`) === true

function readProcess(pid: number): SystemProcess | undefined {
  const boot = readBoot()
  // The name of the program may contain spaces and parentheses: the fields begin after the last one.
  const values = readProc(`${pid}/stat`)?.split(')').at(-1)?.trim().split(' ')
  const [parent, ticks] = [values?.[fields.parent], values?.[fields.start]]
  if (boot === undefined || parent === undefined || ticks === undefined) return undefined
  return { pid, parent: Number(parent), start: `${boot}/${ticks}` }
}

/** The boot of the system is the same as long as this process runs. */
const readBoot = once(() => readProc('sys/kernel/random/boot_id')?.trim())

/** Fields of `/proc/PID/stat` without the first two: field 4 is the parent, and field 22 the start time. */
const fields = { parent: 4 - 3, start: 22 - 3 } as const

function listNames(): readonly string[] {
  try {
    return readdirSync('/proc')
  } catch {
    return [] // another system
  }
}

function readProc(name: string): string | undefined {
  try {
    return readFileSync(`/proc/${name}`, 'utf8')
  } catch {
    return undefined // another system, no such process, or a process of another user
  }
}
