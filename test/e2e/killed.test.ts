import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Injected, type InjectedRun, injectAgainAndAgain, listKept, runAndInject } from '../../hostile/kill-run.ts'
import { readRecord } from '../../src/privacy/read-record.ts'
import { runFiles } from '../../src/run-folder/run-files.ts'
import { environment, folder } from '../running-vitest.ts'
import { reportIn } from './child.ts'

// What `npm run kill` does a hundred times, here some times.

const kills = 12

const inject = (home: string, injected: Injected, ...more: readonly string[]): Promise<number | null> =>
  runAndInject(home, injected, environment(), ...more)

describe('a run to which something happens at any moment, and that is resumed, again and again', () => {
  it(`loses nothing that was recorded: ${kills} times`, { timeout: 20_000 * kills }, async () => {
    const all = Array.from({ length: kills }, (_, i) => i)
    const runs: InjectedRun[] = []
    const work = async (): Promise<void> => {
      for (let next = all.shift(); next !== undefined; next = all.shift())
        runs.push(await injectAgainAndAgain('killed', next, environment()))
    }

    await Promise.all([work(), work()])

    expect(runs).toHaveLength(kills)
    expect(runs.flatMap(({ lost }) => lost)).toEqual([])
    expect(runs.filter(({ isControlled }) => !isControlled)).toEqual([])
    expect(runs.some(({ recorded }) => recorded > 0)).toBe(true)
  })

  it('can be resumed to its end', async () => {
    const home = folder()
    await inject(home, 'nothing')
    const before = listKept(home)
    await inject(home, { signal: 'SIGKILL', milliseconds: 5 }, '--resume')

    const code = await inject(home, 'nothing', '--resume')

    expect(code).toBe(0)
    expect(reportIn(home).verdict.exitCode).toBe(0)
    expect([...before].filter((line) => !listKept(home).has(line))).toEqual([])
    expect(readRecord(readFileSync(join(home, 'out', runFiles.record), 'utf8')).isCut).toBe(false)
  })
})
