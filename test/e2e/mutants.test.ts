import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runPython, whyNoPython } from '../python.ts'

// A few mutants of a correct issuer; `npm run mutants` makes them of every role.

const noPython = whyNoPython()
const home = mkdtempSync(join(tmpdir(), 'assay-mutants-'))
afterAll(() => rmSync(home, { recursive: true }))

interface MutantResult {
  readonly place: string
  readonly verdict: string
  readonly exit: number
}

describe.skipIf(noPython !== undefined)(`a mutant${noPython === undefined ? '' : ` (left out: ${noPython})`}`, () => {
  it('of a correct issuer fails the run, ends it, or is the same from outside', async () => {
    const file = join(home, 'results.json')
    const some = ['--of', 'issuer', '--seed', '4', '--count', '6', '--settings', '1']
    const code = await runPython(['strangers/mutants.py', ...some, '--json', file])
    const results: readonly MutantResult[] = JSON.parse(readFileSync(file, 'utf8'))

    expect(results).toHaveLength(6)
    expect(results.filter(({ verdict }) => verdict === 'SURVIVED').map(({ place }) => place)).toEqual([])
    expect(results.some(({ verdict, exit }) => verdict === 'found' && exit === 1)).toBe(true)
    expect(code).toBe(0)
  }, 300_000)
})
