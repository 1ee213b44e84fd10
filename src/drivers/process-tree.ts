import { hasVariable, listProcesses, readLatestId, readProcessStart, type SystemProcess } from '../files/processes.ts'

/** The variable that every process inherits which a driven process starts. */
const variable = 'ASSAY_DRIVER_ID'

/** A driven process with everything that it starts, wherever it moves: to a session of its own, or to another parent. */
export interface ProcessTree {
  /** The environment of the driven process. */
  readonly environment: NodeJS.ProcessEnv
  /** Notes every descendant: one that loses its parent later is still found. */
  readonly remember: () => void
  /** Sends a signal to the group of the process and to every descendant that is outside of it. */
  readonly signal: (name: 'SIGTERM' | 'SIGKILL') => void
}

/** A group of its own lets everything end that a launcher started; Windows has none. */
export const hasGroups = process.platform !== 'win32'

/** Follows a process from its start. `readPid` is undefined if it could not be started. */
export function createProcessTree(readPid: () => number | undefined): ProcessTree {
  const id = `${process.pid}-${process.hrtime.bigint()}`
  const known = new Map<number, string>()
  // A process has the variable from its start or never: each is asked once.
  const others = new Map<number, string>()
  const isOurs = ({ pid, start }: SystemProcess): boolean => {
    if (others.get(pid) === start) return false
    const isMarked = hasVariable(pid, variable, id)
    if (!isMarked) others.set(pid, start)
    return isMarked
  }
  const scan = (): void => {
    const all = listProcesses()
    for (const each of [...listDescendants(all, readPid()), ...all.filter(isOurs)]) known.set(each.pid, each.start)
  }
  let scanned: string | undefined
  const remember = (): void => {
    const latest = readLatestId()
    if (latest === undefined || latest !== scanned) scan()
    scanned = latest
  }
  return {
    environment: { ...process.env, [variable]: id },
    remember,
    signal: (name) => {
      const pid = readPid()
      if (pid === undefined) return
      scan()
      sendSignal(hasGroups ? -pid : pid, name)
      for (const [each, start] of known) if (readProcessStart(each) === start) sendSignal(each, name)
    },
  }
}

/** Every process below another one. */
function listDescendants(all: readonly SystemProcess[], root: number | undefined): readonly SystemProcess[] {
  const byParent = Map.groupBy(all, ({ parent }) => parent)
  const found: SystemProcess[] = root === undefined ? [] : [...(byParent.get(root) ?? [])]
  for (const { pid } of found) found.push(...(byParent.get(pid) ?? []))
  return found
}

function sendSignal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}
