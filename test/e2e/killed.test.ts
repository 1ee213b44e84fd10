import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDamagedRecord, readRecord } from '../../src/privacy/read-record.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import { createRandom } from '../../src/runtime/random.ts'
import { environment, folder } from '../running-vitest.ts'
import { reportIn } from './child.ts'
import { time } from './playing.ts'

// A run is killed or ended at many moments, its disk becomes full, lines of its record are damaged, and so it goes with every run
// that resumes it. `npm run kill` does it a hundred times.

const kills = Number(process.env.ASSAY_KILLS ?? 12)
const seed = process.env.ASSAY_KILL_SEED ?? 'killed'

const argv = ['run', '--keep-private', '--quiet', '--now', String(time), '--seed', '1', '--members', '0']

/** What happens to a run. */
type Injected =
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
async function runAndInject(home: string, injected: Injected, ...more: readonly string[]): Promise<number | null> {
  const out = join(home, 'out')
  mkdirSync(out, { recursive: true })
  const preload = injected !== 'nothing' && 'writes' in injected ? ['--import', fillDisk(injected.writes)] : []
  const child = spawn(process.execPath, [...preload, resolve('bin/assay.js'), ...argv, ...more], {
    ...{ cwd: home, env: environment(), stdio: 'ignore' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
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

/** Every message that can be read in a folder, each as it was written. */
function listKept(home: string): ReadonlySet<string> {
  const files = [runFiles.private, runFiles.replaced].map((name) => join(home, 'out', name)).filter(existsSync)
  const texts = files.flatMap((file) => readDamagedRecord(readFileSync(file, 'utf8')).lines)
  return new Set(texts.flatMap(({ text, message }) => (message ? [text] : [])))
}

interface InjectedRun {
  readonly recorded: number
  readonly lost: readonly string[]
  /** Whether a run that was asked to end, or that met a full disk, ended by itself. */
  readonly isControlled: boolean
}

/** One run to which something happens, then to the run that resumes it, until one comes to its end. */
async function injectAgainAndAgain(place: number): Promise<InjectedRun> {
  const home = folder()
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
    const code = await runAndInject(home, injected, ...more)
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

describe('a run to which something happens at any moment, and that is resumed, again and again', () => {
  it(`loses nothing that was recorded: ${kills} times`, { timeout: 20_000 * kills }, async () => {
    const all = Array.from({ length: kills }, (_, i) => i)
    const runs: InjectedRun[] = []
    const work = async (): Promise<void> => {
      for (let next = all.shift(); next !== undefined; next = all.shift()) runs.push(await injectAgainAndAgain(next))
    }

    await Promise.all([work(), work()])

    expect(runs).toHaveLength(kills)
    expect(runs.flatMap(({ lost }) => lost)).toEqual([])
    expect(runs.filter(({ isControlled }) => !isControlled)).toEqual([])
    expect(runs.some(({ recorded }) => recorded > 0)).toBe(true)
  })

  it('can be resumed to its end', async () => {
    const home = folder()
    await runAndInject(home, 'nothing')
    const before = listKept(home)
    await runAndInject(home, { signal: 'SIGKILL', milliseconds: 5 }, '--resume')

    const code = await runAndInject(home, 'nothing', '--resume')

    expect(code).toBe(0)
    expect(reportIn(home).verdict.exitCode).toBe(0)
    expect([...before].filter((line) => !listKept(home).has(line))).toEqual([])
    expect(readRecord(readFileSync(join(home, 'out', runFiles.record), 'utf8')).isCut).toBe(false)
  })
})
