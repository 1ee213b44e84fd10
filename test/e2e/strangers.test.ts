import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { environment } from '../running-vitest.ts'

// Implementations in Python that share no code with us: honest ones under drawn legal settings, and ones with a fault.
// CI runs some of each; `npm run strangers`, or `ASSAY_STRANGERS=whole`, runs all, which takes half an hour of one core.

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
const isWhole = process.env.ASSAY_STRANGERS === 'whole'

const some = {
  honest: [
    'issuer-0',
    'status-0',
    'wallet-0',
    'wallet-1',
    'identity_app-0',
    'identity_app-1',
    'wallet_backend-0',
    'verifier-0',
  ],
  faults: [
    'issuer-digest-name-first',
    'issuer-digest-of-disclosure',
    'issuer-disclosure-of-others',
    'issuer-salt-number',
    'issuer-salt-per-claim',
    'issuer-claim-in-clear',
    'issuer-claim-underscore',
    'issuer-signature-none',
    'issuer-kid-unknown',
    'issuer-crit',
  ],
} as const
const home = mkdtempSync(join(tmpdir(), 'assay-strangers-'))
afterAll(() => rmSync(home, { recursive: true }))

async function runStrangers(what: keyof typeof some): Promise<readonly StrangerResult[]> {
  const file = join(home, `${what}.json`)
  const chosen = isWhole ? [] : some[what].flatMap((name) => ['--only', name])
  const args = ['strangers/run.py', '--json', file, '--keep', join(home, 'runs'), `--${what}`, ...chosen]
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
    const results = await runStrangers('honest')

    expect(results.length).toBeGreaterThanOrEqual(isWhole ? 200 : some.honest.length)
    expect(describeBad(results)).toEqual([])
  })

  it('are found by the requirement that their fault breaks', { timeout: 1_200_000 }, async () => {
    const results = await runStrangers('faults')

    expect(results.length).toBeGreaterThanOrEqual(isWhole ? 150 : some.faults.length)
    expect(describeBad(results)).toEqual([])
  })
})
