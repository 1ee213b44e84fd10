import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { environment } from '../running-vitest.ts'

// Implementations in Python that share no code with us: honest ones under drawn legal settings, and ones with a fault.
// CI runs every sixth draw and fault; `npm run strangers`, or `ASSAY_STRANGERS=1/1`, runs all.

interface StrangerResult {
  readonly name: string
  readonly fault: string | null
  readonly verdict: string
  readonly exit: number
  readonly failed: readonly string[]
}

/** Why strangers cannot run on this machine; nothing, if they can. */
function whyNoPython(): string | undefined {
  const { error, status } = spawnSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' })
  if (error) return 'there is no python3 on this machine'
  return status === 0 ? undefined : 'python3 has no package `cryptography` on this machine'
}

const noPython = whyNoPython()
const share = process.env.ASSAY_STRANGERS ?? '1/6'
const home = mkdtempSync(join(tmpdir(), 'assay-strangers-'))
afterAll(() => rmSync(home, { recursive: true }))

async function runStrangers(...flags: readonly string[]): Promise<readonly StrangerResult[]> {
  const file = join(home, `${flags.join('')}.json`)
  const args = ['strangers/run.py', '--json', file, '--keep', join(home, 'runs'), '--share', share, ...flags]
  const env = environment({ NO_PROXY: '*', PYTHONDONTWRITEBYTECODE: '1' })
  const child = spawn('python3', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('close', () => resolve())
  await promise
  return JSON.parse(readFileSync(file, 'utf8'))
}

const describeBad = (results: readonly StrangerResult[]): readonly string[] =>
  results
    .filter(({ verdict }) => verdict !== 'ok')
    .map(({ name, verdict, exit, failed }) => `${name}: ${verdict}, exit code ${exit}, ${failed.join(' ')}`)

describe.skipIf(noPython !== undefined)(`strangers${noPython === undefined ? '' : ` (left out: ${noPython})`}`, () => {
  it('are not accused and not stopped under any legal settings', { timeout: 1_200_000 }, async () => {
    const results = await runStrangers('--honest')

    expect(results).not.toEqual([])
    expect(describeBad(results)).toEqual([])
  })

  it('are found by the requirement that their fault breaks', { timeout: 1_200_000 }, async () => {
    const results = await runStrangers('--faults')

    expect(results.length).toBeGreaterThan(150 / Number(share.split('/')[1]))
    expect(describeBad(results)).toEqual([])
  })
})
