import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDamagedRecord, readRecord } from '../../src/privacy/read-record.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import { createRandom } from '../../src/runtime/random.ts'
import { environment, folder } from '../running-vitest.ts'
import { reportIn } from './child.ts'
import { time } from './playing.ts'

// A run is killed at many moments, and so is every run that resumes it. `npm run kill` does it a hundred times.

const kills = Number(process.env.ASSAY_KILLS ?? 20)
const seed = process.env.ASSAY_KILL_SEED ?? 'killed'

const argv = ['run', '--keep-private', '--quiet', '--now', String(time), '--seed', '1', '--members', '0']

/** Runs in a process of its own, which is killed so many milliseconds after it began to write, if it still runs. */
async function runAndKill(home: string, milliseconds: number, ...more: readonly string[]): Promise<number | null> {
  const out = join(home, 'out')
  mkdirSync(out, { recursive: true })
  const child = spawn(process.execPath, [resolve('bin/assay.js'), ...argv, ...more], {
    ...{ cwd: home, env: environment(), stdio: 'ignore' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let killing: NodeJS.Timeout | undefined
  const watcher = watch(out, (_, name) => {
    if (name?.includes(runFiles.private)) killing ??= setTimeout(() => child.kill('SIGKILL'), milliseconds)
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

interface KilledRun {
  readonly recorded: number
  readonly lost: readonly string[]
}

/** One run that is killed, resumed and killed again, until one comes to its end. */
async function killAgainAndAgain(place: number): Promise<KilledRun> {
  const home = folder()
  const random = createRandom(`${seed}/${place}`)
  const moment = (): number => Buffer.from(random(2)).readUInt16BE() % 400
  const lost: string[] = []
  let kept: ReadonlySet<string> = new Set()
  await runAndKill(home, moment())
  for (let i = 0; i < 2; i++) {
    const now = listKept(home)
    lost.push(...[...kept].filter((line) => !now.has(line)))
    kept = now
    if (existsSync(join(home, 'out', runFiles.private))) await runAndKill(home, moment(), '--resume')
  }
  const after = listKept(home)
  return { recorded: after.size, lost: [...lost, ...[...kept].filter((line) => !after.has(line))] }
}

describe('a run that is killed at any moment, and resumed, and killed again', () => {
  it(`loses nothing that was recorded: ${kills} times`, { timeout: 5_000 * kills }, async () => {
    const all = Array.from({ length: kills }, (_, i) => i)
    const runs: KilledRun[] = []
    const work = async (): Promise<void> => {
      for (let next = all.shift(); next !== undefined; next = all.shift()) runs.push(await killAgainAndAgain(next))
    }

    await Promise.all([work(), work()])

    expect(runs).toHaveLength(kills)
    expect(runs.flatMap(({ lost }) => lost)).toEqual([])
    expect(runs.some(({ recorded }) => recorded > 0)).toBe(true)
  })

  it('can be resumed to its end', async () => {
    const home = folder()
    await runAndKill(home, 60_000)
    const before = listKept(home)
    await runAndKill(home, 5, '--resume')

    const code = await runAndKill(home, 60_000, '--resume')

    expect(code).toBe(0)
    expect(reportIn(home).verdict.exitCode).toBe(0)
    expect([...before].filter((line) => !listKept(home).has(line))).toEqual([])
    expect(readRecord(readFileSync(join(home, 'out', runFiles.record), 'utf8')).isCut).toBe(false)
  })
})
