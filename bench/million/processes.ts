import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The built command line, if there is one: a checkout also has the compiler of TypeScript in its memory. */
export const isBuilt = existsSync(at('dist/cli.js'))
const cli = at(isBuilt ? 'dist/cli.js' : 'src/cli/main.ts')

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** How a command ended. */
export interface Ending {
  readonly code: number | null
  readonly seconds: number
  /** The most memory that it had, in millions of octets; nothing if it was killed. */
  readonly memory: number
  /** What it wrote to its standard error. */
  readonly said: string
}

/** A command of Assay that runs. */
export interface Running {
  readonly ended: Promise<Ending>
  readonly kill: () => void
  /** Asks it to end. */
  readonly end: () => void
}

/** Starts a command of Assay. */
export function startAssay(args: readonly string[]): Running {
  const folder = mkdtempSync(join(tmpdir(), 'assay-memory-'))
  const file = join(folder, 'memory')
  const hook = new URL('report-memory.ts', import.meta.url).href
  const began = performance.now()
  const child = start(process.execPath, ['--import', hook, cli, ...args], { ...process.env, ASSAY_MEMORY_FILE: file })
  let said = ''
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-2_000)
  })
  const ended = once(child, 'exit').then(([code]): Ending => {
    const memory = existsSync(file) ? (Number(readFileSync(file, 'utf8')) * 1_024) / 1e6 : Number.NaN
    rmSync(folder, { recursive: true })
    return { code, seconds: (performance.now() - began) / 1_000, memory, said }
  })
  return { ended, kill: () => void child.kill('SIGKILL'), end: () => void child.kill() }
}

/** Runs another script of this checkout to its end. */
export async function runScript(path: string, ...args: readonly string[]): Promise<void> {
  const [code] = await once(start(process.execPath, [at(path), ...args]), 'exit')
  if (code !== 0) throw new Error(`${path} ended with ${code}`)
}

/** A server of NATS with JetStream at a free port, and what ends it. */
export async function startServer(): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
  const store = mkdtempSync(join(tmpdir(), 'assay-nats-'))
  const child = start('nats-server', ['-a', '127.0.0.1', '-p', '-1', '-js', '-sd', store])
  const failed = once(child, 'error').then(([cause]) => {
    throw new Error('nats-server is needed: Debian has it in the package of that name', { cause })
  })
  failed.catch(() => {}) // awaited below
  const port = await Promise.race([readPort(child), failed])
  const end = async (): Promise<void> => {
    child.kill()
    await once(child, 'exit')
    rmSync(store, { recursive: true })
  }
  return { url: `nats://127.0.0.1:${port}`, end }
}

async function readPort({ stderr }: ChildProcess): Promise<string> {
  let port = ''
  if (stderr)
    for await (const line of createInterface({ input: stderr })) {
      port = /Listening for client connections on .*:(\d+)/.exec(line)?.[1] ?? port
      if (line.includes('Server is ready')) break
    }
  stderr?.resume()
  return port
}
