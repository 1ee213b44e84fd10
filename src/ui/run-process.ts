import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { RunEvent } from '../run-folder/run-events.ts'

/** How a run is started: as the same program, in a process of its own. */
export interface RunCommandLine {
  /** What Node gets first: the command line of Assay; nothing in the single executable, which is Node and Assay. */
  readonly program: readonly string[]
  readonly cwd: string
}

/** The flags of one run, and its environment. */
export interface RunFlags {
  readonly flags: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

/** Notified of what a run does. */
export interface RunListener {
  readonly event: (event: RunEvent) => void
  /** A line of standard error. */
  readonly line: (line: string) => void
  readonly exit: (code: number | undefined) => void
}

/** A run in a process of its own. */
export interface RunProcess {
  /** Ends the run early; its report covers what was seen until then. */
  readonly stop: () => void
  /** Answers a task of the run. */
  readonly answer: (number: number, text: string) => void
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
}

/** Milliseconds that a run has for its report after it was stopped. */
const patience = 8_000

/**
 * Starts `assay run`. The process leads a group of its own: Ctrl-C at the terminal reaches the console alone, which then
 * stops the run. If the console is killed, the run ends because nothing reads its events.
 */
export function startRun(
  { program, cwd }: RunCommandLine,
  { flags, environment }: RunFlags,
  { event, line, exit }: RunListener,
): RunProcess {
  const child = spawn(process.execPath, [...program, 'run', '--events', ...flags], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: { ...environment, NO_COLOR: '1' },
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  createInterface({ input: child.stdout }).on('line', (text) => {
    const read = readEvent(text)
    if (read) event(read)
  })
  createInterface({ input: child.stderr }).on('line', line)
  child.stdin.on('error', () => {}) // it ended before it could read
  const close = (code: number | null): void => {
    clearTimeout(timer)
    exit(code ?? undefined)
    resolve()
  }
  child.once('close', close)
  child.once('error', ({ message }) => {
    line(`assay: error: cannot start a run: ${message}`)
    if (child.pid === undefined) close(null)
  })
  return {
    ended,
    answer: (number, text) => void child.stdin.write(`${number} ${text.replaceAll(/\s+/g, ' ').trim()}\n`),
    stop: () => {
      if (timer !== undefined || child.exitCode !== null) return
      child.kill('SIGINT')
      timer = setTimeout(() => child.kill('SIGKILL'), patience)
    },
  }
}

/** Reads an event. The last line of a process that was killed may be cut off. */
function readEvent(text: string): RunEvent | undefined {
  try {
    return JSON.parse(text) as RunEvent // the program is ours
  } catch {
    return undefined
  }
}
