import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { publicOf } from '../../src/actors/world.ts'
import { decideUnder, stage } from '../../src/cli/stage.ts'
import type { Vector } from '../../src/cli/vector.ts'
import { articlesOf, judge } from '../../src/harness/judge.ts'
import type { Kind } from '../../src/protocol/evidence.ts'
import { open } from '../../src/protocol/open.ts'
import { checks } from '../../suites/checks.ts'
import { requirements } from '../../suites/registry.ts'
import { joseVerifies } from './second-opinion.ts'

const usual = { under: 'document', given: {} } as const
const { known } = stage({}, usual)
const issuerKeys = [keys.issuer, keys.issuerNext].map(publicOf)

const vectorsOf = (kind: Kind): readonly Vector[] =>
  readFileSync(`fixtures/vectors/${kind}.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

function passes(ids: readonly string[], kind: Kind, text: string): boolean {
  const articles = articlesOf(
    requirements.filter(({ id }) => ids.includes(id)),
    checks,
  )
  const results = judge(articles, { exhibits: open(kind, text).slice(0, 1), known }, decideUnder(usual))
  return results.every(({ outcome }) => outcome === 'passed' || outcome === 'inapplicable')
}

/** What jose says with one yes or no, in our requirements. */
const rules = {
  credential: ['SIGNED', 'RESOLVED', 'KID', 'ALG', 'P1363', 'CRIT', 'COMPACT'].map((name) => `CRED-${name}`),
  'status-token': ['SIGNED', 'ALG', 'COMPACT', 'CRIT'].map((name) => `STATUS-${name}`),
} as const

/** Where jose is content and we are not: padded or respelled base64url, repeated members, bodies that are no object, a stray `b64`. */
const lax = /-COMPACT\/|^BODY-STRICT\/|\/asks-for-an-unencoded-payload$/

describe.each(['credential', 'status-token'] as const)('on every %s of the fixtures', (kind) => {
  it('jose and we agree whether its issuer signed it', async () => {
    const opinions = await Promise.all(
      vectorsOf(kind).map(async ({ id, artefact }) => {
        const jws = artefact.split('~')[0]?.trim() ?? ''
        return {
          id,
          ours: passes([...rules[kind], 'BODY-STRICT'], kind, kind === 'credential' ? `${jws}~` : jws),
          theirs: await joseVerifies(jws, issuerKeys),
        }
      }),
    )

    expect(opinions.length).toBeGreaterThan(20)
    const apart = opinions.filter(({ ours, theirs }) => ours !== theirs)
    expect(apart.filter(({ ours, id }) => ours || !lax.test(id))).toEqual([])
  })
})
