import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { LeagueResult, Library } from '../../league/page.ts'
import { writeReproduction } from '../../league/reproduction.ts'
import { standardProofs } from '../../suites/proofs.ts'

const results: readonly LeagueResult[] = JSON.parse(readFileSync('league/results.json', 'utf8'))
const libraries: readonly Library[] = JSON.parse(readFileSync('league/libraries.json', 'utf8'))
const samples = Object.values(standardProofs)
const faults = samples.flatMap((each) => each.faults)
const variants = samples.flatMap((each) => each.variants)
const failed = results.flatMap((result) => result.failed)

describe('the league', () => {
  it('has every library in every version, six of them in two or more', () => {
    const named = libraries.flatMap(({ name, profile, versions }) =>
      versions.map((each) => `${profile} ${name} ${each}`),
    )

    expect(results.map(({ library, profile, version }) => `${profile} ${library} ${version}`)).toEqual(named)
    expect(libraries.filter(({ versions }) => versions.length > 1).length).toBeGreaterThanOrEqual(6)
  })

  it('lets each library issue that can', () => {
    const issuing = results.filter(({ profile }) => profile !== 'token-status-list')
    const issued = issuing.map((each) => each.issued ?? [])

    expect(issued.filter((each) => each.length < 10 || each.some(({ refusal }) => refusal !== undefined))).toEqual([])
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
    const library = { name: '@example/library', profile: 'sd-jwt', adapter: 'meeco-sd-jwt', versions: [] } as const
    const script = writeReproduction(library, '1.0.0', 'SDJWT-NAME/calls-a-claim-_sd')

    expect(script.match(/^import .*$/gm)).toEqual([
      "import { createHash } from 'node:crypto'",
      "import { createRequire } from 'node:module'",
      "import { pathToFileURL } from 'node:url'",
      "import * as jose from 'jose'",
    ])
    expect(script).toContain("resolve('@example/library')")
    expect(script).toMatch(/to be rejected \(RFC 9901, section 7\.1, step 3\)/)
  })
})
