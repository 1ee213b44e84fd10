import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { openArtefact } from '../../protocol/artefacts/open.ts'
import { compileJudge, createJudgeInput } from '../../src/judge/judge.ts'
import type { Vector } from '../../src/verify/vector.ts'
import { toPublicKey } from '../../suites/document/actors/steps/environment.ts'
import { checks } from '../../suites/document/all/checks.ts'
import { requirements } from '../../suites/document/all/requirements.ts'
import { createDecide, runOffline } from '../../suites/document/reference/offline-exchange.ts'
import { joseVerifies } from './second-opinion.ts'

const usual = { profile: 'document', decisions: {} } as const
const { known } = runOffline({}, usual)
const issuerKeys = [keys.issuer, keys.issuerNext].map(toPublicKey)

const vectorsOf = (kind: ArtefactKind): readonly Vector[] =>
  readFileSync(`fixtures/vectors/${kind}.ndjson`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

function passes(ids: readonly string[], kind: ArtefactKind, text: string): boolean {
  const judge = compileJudge(requirements, checks).select(({ id }) => ids.includes(id))
  const results = judge.judge(createJudgeInput(openArtefact(kind, text).slice(0, 1), known), createDecide(usual))
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
