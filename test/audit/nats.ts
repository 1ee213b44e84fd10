import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { assayCommand } from '../assay-command.ts'
import { environment } from '../running-vitest.ts'
import { listening } from '../wire/servers.ts'

/** Why tests with a NATS server are left out, if they are. */
export function explainMissingNats(): string | undefined {
  return spawnSync('nats-server', ['--version']).error ? 'there is no nats-server on this machine' : undefined
}

/** A server with JetStream on this machine. */
export interface NatsServer {
  readonly port: number
  readonly url: string
  /** Ends it without notice, and starts it again at the same port with what it has stored. */
  readonly restart: () => Promise<void>
}

/** Starts a server that lasts as long as the test, at a free port. */
export async function startNats(...flags: readonly string[]): Promise<NatsServer> {
  const store = mkdtempSync(join(tmpdir(), 'assay-nats-'))
  let { child, port } = await launch(store, -1, flags)
  onTestFinished(async () => {
    await end(child)
    rmSync(store, { recursive: true, force: true })
  })
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    restart: async () => {
      await end(child)
      ;({ child, port } = await launch(store, port, flags))
    },
  }
}

async function launch(store: string, port: number, flags: readonly string[]) {
  const argv = ['-a', '127.0.0.1', '-p', `${port}`, '-js', '-sd', store, ...flags]
  const child = spawn('nats-server', argv, { stdio: ['ignore', 'ignore', 'pipe'] })
  let [given, log] = [port, '']
  for await (const line of createInterface({ input: child.stderr })) {
    log += `${line}\n`
    given = Number(/Listening for client connections on .*:(\d+)/.exec(line)?.[1] ?? given)
    if (!line.includes('Server is ready')) continue
    child.stderr.resume()
    return { child, port: given }
  }
  throw new Error(`the server did not start: ${log}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  /** Waits for a line. */
  readonly says: (line: RegExp) => Promise<void>
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Ends it with a signal. Returns its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts a worker, and waits until it is ready. */
export async function startWorker(url: string, ...flags: readonly string[]): Promise<WorkerProcess> {
  const argv = [assayCommand, 'worker', url, ...(flags.includes('--threads') ? [] : ['--threads', '1']), ...flags]
  const child = spawn(process.execPath, argv, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const ready = Promise.withResolvers<void>()
  const waiting: { readonly line: RegExp; readonly resolve: () => void }[] = []
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      lines.push(line)
      if (line.startsWith('ready')) ready.resolve()
      for (const each of waiting) if (each.line.test(line)) each.resolve()
    })
  const ended = once(child, 'exit').then(([code]) => code)
  await Promise.race([ready.promise, ended])
  return {
    ...{ child, lines, ended },
    says: (line) => {
      const { promise, resolve: done } = Promise.withResolvers<void>()
      waiting.push({ line, resolve: done })
      if (lines.some((each) => line.test(each))) done()
      return promise
    },
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

/** A way to a server that can be cut off. */
export async function startPassage(port: number): Promise<{ readonly url: string; readonly cut: () => void }> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    if (isCut) near.destroy()
    near.pipe(far).pipe(near)
  })
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const own = await listening(server)
  onTestFinished(cut)
  return { url: `nats://127.0.0.1:${own}`, cut }
}
