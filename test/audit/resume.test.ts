import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { assayCommand } from '../assay-command.ts'
import { assay } from '../cli/console.ts'
import { environment } from '../running-vitest.ts'
import { flagsIn, folderOf, issue } from './sources.ts'

/** So many that they are several portions. */
const credentials = issue(400, {
  draft: (draft, place, first) => {
    if (place === 20 || place === 390) return { ...draft, header: { ...draft.header, typ: 'JWT' } }
    return place === 350 ? { ...draft, payload: { ...draft.payload, id: first.payload.id ?? '' } } : draft
  },
})
const source = `${credentials.join('\n')}\n`

const readReport = (folder: string): string =>
  readFileSync(join(folder, 'out/report.json'), 'utf8').replaceAll(/"(started|ended)At": "[^"]*"/g, '')

const readFailures = (folder: string): string => readFileSync(join(folder, 'out/failures.ndjson'), 'utf8')

const start = (folder: string): ChildProcess => {
  const argv = [assayCommand, 'audit', '-', ...flagsIn(folder)]
  const child = spawn(process.execPath, argv, { env: environment(), stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin?.on('error', () => {}) // it was killed before it had read everything
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The octets of the index of a portion. */
const entry = 16

const measure = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Waits until some portions are judged. */
function portionsJudged(folder: string, count: number): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>()
  const look = (): void => {
    if (measure(join(folder, 'out/.work/portions')) >= entry * count) done()
  }
  const watcher = watch(folder, { recursive: true }, look)
  look()
  return promise.finally(() => watcher.close())
}

describe.each(['SIGKILL', 'SIGINT'] as const)('an audit that %s ends', (signal) => {
  it('goes on where it was, and its report is the same octet for octet', async () => {
    const [whole, broken] = [folderOf({}), folderOf({})]
    await assay(['audit', '-', ...flagsIn(whole)], source)

    const child = start(broken)
    child.stdin?.write(source.slice(0, Math.floor(source.length * 0.8)))
    await portionsJudged(broken, 3)
    child.kill(signal)
    await once(child, 'exit')
    const refused = await assay(['audit', '-', ...flagsIn(broken)], source)
    const resumed = await assay(['audit', '-', ...flagsIn(broken), '--resume'], source)

    expect([refused.code, resumed.code]).toEqual([2, 1])
    expect(readReport(broken)).toBe(readReport(whole))
    expect(readFailures(broken)).toBe(readFailures(whole))
    expect(readFailures(whole).trim().split('\n')).toHaveLength(2)
  })
})

describe('an interrupted audit', () => {
  it('is not gone on with by other flags', async () => {
    const folder = folderOf({})
    const child = start(folder)
    child.stdin?.write(source.slice(0, Math.floor(source.length * 0.8)))
    await portionsJudged(folder, 2)
    child.kill('SIGKILL')
    await once(child, 'exit')

    const { code, err } = await assay(['audit', '-', ...flagsIn(folder), '--resume', '--strict'], source)

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('is of other sources, or judges otherwise') })
  })
})
