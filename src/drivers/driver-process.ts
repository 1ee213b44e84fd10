import { type ChildProcess, spawn } from 'node:child_process'
import { TransportError } from '../../model/errors.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'

/** Characters of its standard error that are kept, and of its last line that are told. */
const kept = { all: 4_096, told: 200 } as const

/** Milliseconds that a process has to end by itself, and then once it was asked to. */
export interface EndPatience {
  readonly itself: number
  readonly asked: number
}

const usual: EndPatience = { itself: 2_000, asked: 1_000 }

/** A process of somebody else, with everything that it starts. */
export interface DriverProcess {
  readonly stdin: ChildProcess['stdin']
  readonly stdout: ChildProcess['stdout']
  /** How it ended, once everything that it wrote was read: `ended with exit code 3`. Rejected where it never began. */
  readonly ended: Promise<{ readonly ok: boolean; readonly how: string }>
  /** What it said last of its troubles; empty, if nothing. */
  readonly readLastError: () => string
  readonly kill: (signal: 'SIGTERM' | 'SIGKILL') => void
  /** Lets it end: nothing more is said to it, then it is asked to, then it is made to. */
  readonly end: () => Promise<void>
}

/** A group of its own lets everything end that a launcher started; Windows would open a window for it. */
const hasGroups = process.platform !== 'win32'

/** Starts a process without a shell. What it writes to its standard error stays here. */
export function startProcess(
  [file, ...rest]: readonly [string, ...string[]],
  { who, output, patience = usual }: { who: string; output: 'pipe' | 'ignore'; patience?: EndPatience | undefined },
): DriverProcess {
  const input = output === 'pipe' ? 'pipe' : 'ignore'
  const child = spawn(file, rest, { stdio: [input, output, 'pipe'], detached: hasGroups, windowsHide: true })
  let troubles = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    troubles = (troubles + text).slice(-kept.all)
  })
  // Who answers for a launcher is of no use without it; what a single command leaves behind may be meant to stay.
  if (output === 'pipe') child.once('exit', () => sendSignal(child, 'SIGKILL'))
  child.stdin?.on('error', () => {}) // a pipe that nobody reads any more: how the process ended says it
  let isOver = false
  const ended = watchEnd(child, who).finally(() => {
    isOver = true
  })
  ended.catch(() => {}) // whoever waits is told as well
  const within = (time: number): Promise<unknown> => Promise.race([ended.catch(() => {}), wait(time)])
  const kill: DriverProcess['kill'] = (signal) => {
    if (!isOver) sendSignal(child, signal)
  }
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    readLastError: () => pickLastLine(troubles),
    kill,
    end: async () => {
      child.stdin?.end()
      await within(patience.itself)
      kill('SIGTERM')
      await within(isOver ? 0 : patience.asked)
      kill('SIGKILL')
      await within(isOver ? 0 : patience.asked)
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
    },
  }
}

/** Whoever inherited the output of a process may keep it open for longer than anybody waits. */
const lag = 200

async function watchEnd(child: ChildProcess, who: string): Promise<{ readonly ok: boolean; readonly how: string }> {
  const ended = Promise.withResolvers<{ readonly ok: boolean; readonly how: string }>()
  const tell = (code: number | null, signal: string | null): void =>
    ended.resolve({ ok: code === 0, how: code === null ? `was ended by ${signal}` : `ended with exit code ${code}` })
  child.on('error', (cause: NodeJS.ErrnoException) => {
    if (child.pid !== undefined) return // it did start
    const why = reasons[cause.code ?? ''] ?? cause.code ?? 'nobody knows why'
    ended.reject(new TransportError('unreachable', `${who}: its process cannot be started: ${why}`, { cause }))
  })
  child.once('exit', (code, signal) => setTimeout(tell, lag, code, signal))
  child.once('close', tell)
  return ended.promise
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such program',
  EACCES: 'it is not allowed to run',
  E2BIG: 'its command line is too long',
}

function sendSignal({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(hasGroups ? -pid : pid, signal)
  } catch {
    // It was faster.
  }
}

/** The last line that says something: neither a step of a stack nor the name of who printed it. */
function pickLastLine(troubles: string): string {
  const lines = troubles.split(/\r?\n/).filter((line) => /^\S.*\w/.test(line) && !/^Node\.js v\d/.test(line))
  return sanitize(lines.at(-1) ?? '', kept.told)
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
