import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readDamagedRecord } from '../src/privacy/read-record.ts'
import { runFiles } from '../src/run-folder/run-files.ts'
import { createRandom } from '../src/runtime/random.ts'

// A run is killed or ended at any moment, its disk becomes full, lines of its record are damaged, and so it goes with every run
// that resumes it.

const argv = ['run', '--keep-private', '--quiet', '--now', '1795000000', '--seed', '1', '--members', '0']

/** What happens to a run. */
export type Injected =
  | { readonly signal: 'SIGKILL' | 'SIGTERM'; readonly milliseconds: number }
  /** The disk is full after so many writes: the one after them is written in half, and every other one fails. */
  | { readonly writes: number }
  | 'nothing'

/** A module that lets the disk be full. */
const fillDisk = (writes: number): string =>
  `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { writeSync } = fs
  let left = ${writes}
  fs.writeSync = (descriptor, octets, ...more) => {
    if (descriptor < 3 || left-- > 0) return writeSync(descriptor, octets, ...more)
    if (left === -1) return writeSync(descriptor, octets.subarray(0, Math.ceil(octets.length / 2)))
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  syncBuiltinESMExports()
`)}`

/** Runs in a process of its own, to which something happens once it began to write, if it still runs. */
export async function runAndInject(
  home: string,
  injected: Injected,
  env: NodeJS.ProcessEnv,
  ...more: readonly string[]
): Promise<number | null> {
  const out = join(home, 'out')
  mkdirSync(out, { recursive: true })
  const preload = injected !== 'nothing' && 'writes' in injected ? ['--import', fillDisk(injected.writes)] : []
  const child = spawn(process.execPath, [...preload, resolve('bin/assay.js'), ...argv, ...more], {
    ...{ cwd: home, env, stdio: 'ignore', timeout: patience, killSignal: 'SIGKILL' },
  })
  let killing: NodeJS.Timeout | undefined
  const watcher = watch(out, (_, name) => {
    if (injected === 'nothing' || 'writes' in injected || !name?.includes(runFiles.private)) return
    killing ??= setTimeout(() => child.kill(injected.signal), injected.milliseconds)
  })
  const [code] = await once(child, 'close')
  clearTimeout(killing)
  watcher.close()
  return code
}

/** Milliseconds after which a run hangs. */
const patience = 120_000

/** Every message that can be read in a folder, each as it was written. */
export function listKept(home: string): ReadonlySet<string> {
  const files = [runFiles.private, runFiles.replaced].map((name) => join(home, 'out', name)).filter(existsSync)
  const texts = files.flatMap((file) => readDamagedRecord(readFileSync(file, 'utf8')).lines)
  return new Set(texts.flatMap(({ text, message }) => (message ? [text] : [])))
}

/** What became of one run and of the two that resumed it. */
export interface InjectedRun {
  /** Messages that can be read at the end. */
  readonly recorded: number
  /** Messages that could be read once, and no longer. */
  readonly lost: readonly string[]
  /** Whether each run that was asked to end, or that met a full disk, ended by itself. */
  readonly isControlled: boolean
}

/** One run to which something happens, then to the runs that resume it. The same seed draws the same. */
export async function injectAgainAndAgain(seed: string, place: number, env: NodeJS.ProcessEnv): Promise<InjectedRun> {
  const home = mkdtempSync(join(tmpdir(), 'assay-kill-'))
  try {
    return await injectInto(home, seed, place, env)
  } finally {
    rmSync(home, { recursive: true })
  }
}

async function injectInto(home: string, seed: string, place: number, env: NodeJS.ProcessEnv): Promise<InjectedRun> {
  const random = createRandom(`${seed}/${place}`)
  const draw = (below: number): number => Buffer.from(random(4)).readUInt32BE() % below
  const drawInjected = (): Injected => {
    const kind = (place + draw(3)) % 4
    if (kind === 2) return { writes: draw(120) }
    return { signal: kind === 3 ? 'SIGTERM' : 'SIGKILL', milliseconds: draw(400) }
  }
  const file = join(home, 'out', runFiles.private)
  const lost: string[] = []
  let kept: ReadonlySet<string> = new Set()
  let isControlled = true
  const inject = async (...more: readonly string[]): Promise<void> => {
    const injected = drawInjected()
    const code = await runAndInject(home, injected, env, ...more)
    if (injected === 'nothing' || 'writes' in injected || injected.signal === 'SIGTERM') isControlled &&= code !== null
    const now = listKept(home)
    lost.push(...[...kept].filter((line) => !now.has(line)))
    if (draw(4) === 0 && existsSync(file)) damageLine(file, draw)
    kept = listKept(home)
  }
  await inject()
  for (let i = 0; i < 2; i++) if (existsSync(file)) await inject('--resume')
  return { recorded: kept.size, lost, isControlled }
}

/** Cuts a line of a private record, but not its first one. */
function damageLine(file: string, draw: (below: number) => number): void {
  const lines = readFileSync(file, 'utf8').split('\n')
  const at = 1 + draw(Math.max(1, lines.length - 1))
  writeFileSync(file, lines.with(Math.min(at, lines.length - 1), (lines[at] ?? '').slice(0, draw(200))).join('\n'))
}
