import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runPython, whyNoPython } from '../python.ts'

// Three mutants of a correct issuer; `npm run mutants` makes them of every role.

const noPython = whyNoPython()
const home = mkdtempSync(join(tmpdir(), 'assay-mutants-'))
afterAll(() => rmSync(home, { recursive: true }))

interface MutantResult {
  readonly verdict: string
  readonly exit: number
}

describe.skipIf(noPython !== undefined)(`a mutant${noPython === undefined ? '' : ` (left out: ${noPython})`}`, () => {
  it('of a correct issuer fails the run, or ends it', async () => {
    const file = join(home, 'results.json')
    // A constant nonce; coordinates of another length; an issuer that does not start.
    const some = ['831423999', '2838296290', '2752450818'].flatMap((number) => ['--only', number])
    const code = await runPython([
      'strangers/mutants.py',
      '--of',
      'issuer',
      '--seed',
      '4',
      '--settings',
      '1',
      ...some,
      '--json',
      file,
    ])
    const results: readonly MutantResult[] = JSON.parse(readFileSync(file, 'utf8'))

    expect(results.map(({ verdict, exit }) => `${verdict} ${exit}`).toSorted()).toEqual([
      'found 1',
      'found 1',
      'stopped 4',
    ])
    expect(code).toBe(0)
  })
})
