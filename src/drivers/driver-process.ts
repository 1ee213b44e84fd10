import { type ChildProcess, spawn } from 'node:child_process'
import { TransportError } from '../../model/errors.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { createProcessTree, hasGroups } from './process-tree.ts'

/** Characters of standard error that are kept, and of its last line that are reported. */
const kept = { all: 4_096, lastLine: 200 } as const

/** Milliseconds that a process has to end by itself, and then after SIGTERM. */
export interface EndTimeouts {
  readonly natural: number
  readonly terminated: number
}

const defaultEndTimeouts: EndTimeouts = { natural: 2_000, terminated: 1_000 }

/** A process of the target, with everything that it starts. */
export interface DriverProcess {
  readonly stdin: ChildProcess['stdin']
  readonly stdout: ChildProcess['stdout']
  /** How it ended, after all its output was read: `ended with exit code 3`. Rejects if it did not start. */
  readonly ended: Promise<{ readonly ok: boolean; readonly how: string }>
  /** The last line of its standard error; empty if there is none. */
  readonly readLastError: () => string
  /** Notes everything that the process has started. */
  readonly remember: () => void
  readonly kill: (signal: 'SIGTERM' | 'SIGKILL') => void
  /** Ends it: closes its input, then sends SIGTERM, then SIGKILL. */
  readonly end: () => Promise<void>
}

/** Starts a process without a shell. Its standard error is kept here and not printed. */
export function startProcess(
  [file, ...rest]: readonly [string, ...string[]],
  {
    label,
    output,
    endTimeouts = defaultEndTimeouts,
  }: { label: string; output: 'pipe' | 'ignore'; endTimeouts?: EndTimeouts | undefined },
): DriverProcess {
  const input = output === 'pipe' ? 'pipe' : 'ignore'
  const tree = createProcessTree(() => child.pid)
  const child = spawn(file, rest, {
    stdio: [input, output, 'pipe'],
    env: tree.environment,
    detached: hasGroups,
    windowsHide: true,
  })
  let errorOutput = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-kept.all)
  })
  // A process that replies is useless without its launcher; what a single command leaves behind may be meant to stay.
  if (output === 'pipe') child.once('exit', () => tree.signal('SIGKILL'))
  child.stdin?.on('error', () => {}) // the pipe is closed: `ended` reports it
  let isOver = false
  const ended = watchEnd(child, label).finally(() => {
    isOver = true
  })
  ended.catch(() => {}) // handled where it is awaited
  const within = (time: number): Promise<unknown> => Promise.race([ended.catch(() => {}), wait(time)])
  let isSignalled = false
  const kill: DriverProcess['kill'] = (signal) => {
    isSignalled = true
    if (!isOver) tree.signal(signal)
  }
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    readLastError: () => pickLastLine(errorOutput),
    remember: tree.remember,
    kill,
    end: async () => {
      const isLeft = isOver
      child.stdin?.end()
      await within(isSignalled ? 0 : endTimeouts.natural)
      kill('SIGTERM')
      await within(isOver ? 0 : endTimeouts.terminated)
      if (!isLeft) tree.signal('SIGKILL')
      await within(isOver ? 0 : endTimeouts.terminated)
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
    },
  }
}

/** Milliseconds to wait for the output to close: a child that inherited it may keep it open. */
const lag = 200

async function watchEnd(child: ChildProcess, label: string): Promise<{ readonly ok: boolean; readonly how: string }> {
  const ended = Promise.withResolvers<{ readonly ok: boolean; readonly how: string }>()
  const settle = (code: number | null, signal: string | null): void =>
    ended.resolve({ ok: code === 0, how: code === null ? `was ended by ${signal}` : `ended with exit code ${code}` })
  child.on('error', (cause: NodeJS.ErrnoException) => {
    if (child.pid !== undefined) return // it did start
    const why = reasons[cause.code ?? ''] ?? cause.code ?? 'unknown reason'
    ended.reject(new TransportError('unreachable', `${label}: its process cannot be started: ${why}`, { cause }))
  })
  child.once('exit', (code, signal) => setTimeout(settle, lag, code, signal))
  child.once('close', settle)
  return ended.promise
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such program',
  EACCES: 'it is not allowed to run',
  E2BIG: 'its command line is too long',
}

/** Picks the last meaningful line: neither a stack frame nor the version of Node. */
function pickLastLine(errorOutput: string): string {
  const lines = errorOutput.split(/\r?\n/).filter((line) => /^\S.*\w/.test(line) && !/^Node\.js v\d/.test(line))
  return sanitize(lines.at(-1) ?? '', kept.lastLine)
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
