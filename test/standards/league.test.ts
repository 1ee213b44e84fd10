import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type LeagueResult, renderLeague } from '../../league/page.ts'
import { writeReproduction } from '../../league/reproduction.ts'
import { standardProofs } from '../../suites/standard-proofs.ts'

const results: readonly LeagueResult[] = JSON.parse(readFileSync('league/results.json', 'utf8'))
const { faults, variants } = standardProofs['sd-jwt']
const failed = results.flatMap((result) => result.failed)

describe('the league', () => {
  it('is the page that its results make', () => {
    expect(readFileSync('docs/league.md', 'utf8')).toBe(renderLeague(results))
  })

  it('has samples that there still are', () => {
    const ids = new Set([...faults, ...variants].map(({ id }) => id))

    expect(failed.length).toBeGreaterThan(100)
    expect([...new Set(failed.flatMap(({ id }) => (ids.has(id) ? [] : [id])))]).toEqual([])
  })

  it('names a sentence for every sample that has to be rejected, the one in force', () => {
    const sources = new Map(faults.map(({ id, breaks }) => [id, breaks.standard]))
    const faulty = failed.filter(({ requirement }) => requirement !== undefined)

    expect(faulty.filter(({ id, obligation }) => sources.get(id) !== obligation)).toEqual([])
  })

  it('can be reproduced with the library alone', () => {
    const library = { name: '@example/library', adapter: 'meeco-sd-jwt', versions: [] }
    const script = writeReproduction(library, '1.0.0', 'SDJWT-NAME/calls-a-claim-_sd')

    expect(script.match(/^import .*$/gm)).toEqual([
      "import { createHash } from 'node:crypto'",
      "import * as jose from 'jose'",
      "import * as library from '@example/library'",
    ])
    expect(script).toMatch(/to be rejected \(RFC 9901, section 7\.1, step 3\)/)
  })
})
