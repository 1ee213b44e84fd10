import { type ChildProcess, spawn } from 'node:child_process'
import { harmless } from '../../reporters/escape.ts'
import { WireError } from '../model/errors.ts'

/** Characters of its standard error that are kept, and of its last line that are told. */
const kept = { all: 4_096, told: 200 } as const

/** Milliseconds that a process has to end by itself, and then once it was asked to. */
export interface Patience {
  readonly itself: number
  readonly asked: number
}

const usual: Patience = { itself: 2_000, asked: 1_000 }

/** A process of somebody else, with everything that it starts. */
export interface Child {
  readonly stdin: ChildProcess['stdin']
  readonly stdout: ChildProcess['stdout']
  /** How it ended, once everything that it wrote was read: `ended with exit code 3`. Rejected where it never began. */
  readonly ended: Promise<{ readonly ok: boolean; readonly how: string }>
  /** What it said last of its troubles; empty, if nothing. */
  readonly lastWords: () => string
  readonly kill: (signal: 'SIGTERM' | 'SIGKILL') => void
  /** Lets it end: nothing more is said to it, then it is asked to, then it is made to. */
  readonly end: () => Promise<void>
}

/** A group of its own lets everything end that a launcher started; Windows would open a window for it. */
const hasGroups = process.platform !== 'win32'

/** Starts a process without a shell. What it writes to its standard error stays here. */
export function startChild(
  [file, ...rest]: readonly [string, ...string[]],
  { who, output, patience = usual }: { who: string; output: 'pipe' | 'ignore'; patience?: Patience | undefined },
): Child {
  const input = output === 'pipe' ? 'pipe' : 'ignore'
  const child = spawn(file, rest, { stdio: [input, output, 'pipe'], detached: hasGroups, windowsHide: true })
  let troubles = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    troubles = (troubles + text).slice(-kept.all)
  })
  // Who answers for a launcher is of no use without it; what a single command leaves behind may be meant to stay.
  if (output === 'pipe') child.once('exit', () => signalTo(child, 'SIGKILL'))
  child.stdin?.on('error', () => {}) // a pipe that nobody reads any more: how the process ended says it
  let isOver = false
  const ended = endOf(child, who).finally(() => {
    isOver = true
  })
  ended.catch(() => {}) // whoever waits is told as well
  const within = (time: number): Promise<unknown> => Promise.race([ended.catch(() => {}), after(time)])
  const kill: Child['kill'] = (signal) => {
    if (!isOver) signalTo(child, signal)
  }
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    lastWords: () => lastOf(troubles),
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

async function endOf(child: ChildProcess, who: string): Promise<{ readonly ok: boolean; readonly how: string }> {
  const ended = Promise.withResolvers<{ readonly ok: boolean; readonly how: string }>()
  const tell = (code: number | null, signal: string | null): void =>
    ended.resolve({ ok: code === 0, how: code === null ? `was ended by ${signal}` : `ended with exit code ${code}` })
  child.on('error', (cause: NodeJS.ErrnoException) => {
    if (child.pid !== undefined) return // it did start
    const why = reasons[cause.code ?? ''] ?? cause.code ?? 'nobody knows why'
    ended.reject(new WireError('unreachable', `${who}: its process cannot be started: ${why}`, { cause }))
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

function signalTo({ pid }: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(hasGroups ? -pid : pid, signal)
  } catch {
    // It was faster.
  }
}

/** The last line that says something: neither a step of a stack nor the name of who printed it. */
function lastOf(troubles: string): string {
  const lines = troubles.split(/\r?\n/).filter((line) => /^\S.*\w/.test(line) && !/^Node\.js v\d/.test(line))
  return harmless(lines.at(-1) ?? '', kept.told)
}

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
