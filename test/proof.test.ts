import { beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../reporters/blocks.ts'
import { consoleReporter } from '../reporters/console.ts'
import { openers } from '../src/assembly/company.ts'
import { knownIn } from '../src/assembly/known.ts'
import type { Ran } from '../src/assembly/run.ts'
import { answersUnder } from '../src/harness/answers.ts'
import { assess } from '../src/harness/assess.ts'
import { conclude } from '../src/harness/gate.ts'
import { articlesOf } from '../src/harness/judge.ts'
import type { Check } from '../src/model/check.ts'
import { presets } from '../src/model/decision.ts'
import type { ExchangeCheck } from '../src/model/exchange-check.ts'
import { roles } from '../src/model/requirement.ts'
import { checks } from '../suites/checks.ts'
import { exchangeChecks } from '../suites/exchange-checks.ts'
import { exchangeTampers } from '../suites/exchange-tampers.ts'
import { requirements } from '../suites/registry.ts'
import { tampers } from '../suites/tampers.ts'
import { playWhole, settings } from './whole-run.ts'

/** What passes and cannot be made to fail under the answers of a preset, and why. */
const beyondProof: Readonly<Record<string, string>> = {
  'ATT-LEVEL': 'where a key in software is good enough, no description of a key is bad',
  'CNF-HOLDER': 'where the key may be that of the identity app, one that nobody attested cannot be told from it',
  'SD-TERMINATED': 'where the last `~` may be missing, its lack is a remark and no failure',
  'PROOF-OWN': 'where proofs stand under their type, none of them has a member that could be another',
}

/** What has no tamper at all. */
const withoutTamper = (): readonly string[] => {
  const tampered = new Set([...tampers, ...exchangeTampers].map(({ breaks }) => breaks.id))
  const judged = [...checks, ...exchangeChecks].map(({ requirement: { id } }) => id)
  return [...new Set(judged)].filter((id) => !tampered.has(id))
}

describe.each(presets)('a whole run under %s', (profile) => {
  let ran: Ran
  beforeAll(async () => {
    ran = await playWhole({ profile })
  })

  it('catches every tampered copy', () => {
    const missed = ran.report.results.filter(({ proof }) => proof && proof.caught !== proof.tried)

    expect(missed.map(({ id, reason }) => [id, reason])).toEqual([])
  })

  it('puts every pass to the test, but for those that nothing can fail', () => {
    const untried = ran.report.results
      .filter(({ outcome, proof }) => outcome === 'passed' && !proof)
      .map(({ id }) => id)

    expect(untried.filter((id) => !(id in beyondProof))).toEqual([])
  })

  it('proves nothing but passes', () => {
    const proven = ran.report.results.filter(({ proof }) => proof).map(({ outcome }) => outcome)

    expect([...new Set(proven)]).toEqual(['passed'])
  })
})

describe('the tampers', () => {
  it('are there for every requirement that is judged', () => {
    expect(withoutTamper()).toEqual([])
  })
})

describe('a check that cannot fail', () => {
  const deaf = 'CRED-SIGNED'
  const deafAcross = 'NONCE-UNCACHED'

  /** The same messages, judged by other checks. */
  async function judgedBy(by: { readonly checks?: readonly Check[]; readonly across?: readonly ExchangeCheck[] }) {
    const { hops } = await playWhole()
    const law = {
      articles: articlesOf(requirements, by.checks ?? checks),
      exchangeChecks: by.across ?? exchangeChecks,
      answering: { profile: 'document', given: {} } as const,
      decide: answersUnder({ profile: 'document', given: {} }).decide,
      tampers: { artefacts: tampers, exchanges: exchangeTampers },
    }
    const { issuer, 'status-service': statusBase } = settings.addresses
    return assess(law, {
      hops,
      tested: new Set(roles),
      keys: openers,
      known: (passages) => knownIn(passages, { now: settings.now, issuer, statusBase }),
      uids: { first: '000000000019', second: '000000041008', last: '000000000019' },
      missing: '',
    })
  }

  // biome-ignore lint/correctness/useYield: it finds nothing, which is the point.
  const silent = function* () {
    return undefined
  }

  it('loses its pass, and is called a defect', async () => {
    const mute = checks.map((each) => (each.requirement.id === deaf ? { ...each, inspect: silent } : each))

    const results = await judgedBy({ checks: mute })

    const lost = results.filter(({ outcome }) => outcome === 'harnessError')
    expect(lost.map(({ requirement, proof }) => [requirement.id, proof])).toEqual([[deaf, { tried: 1, caught: 0 }]])
    expect(conclude(results)).toBe('defect')
  })

  it('loses its pass where it looks at a whole exchange, too', async () => {
    const mute = exchangeChecks.map((each) =>
      each.requirement.id === deafAcross ? { ...each, inspect: silent } : each,
    )

    const results = await judgedBy({ across: mute })

    const lost = results.filter(({ outcome }) => outcome === 'harnessError')
    expect(lost.map(({ requirement }) => requirement.id)).toEqual([deafAcross])
  })
})

describe('the console', () => {
  it('says in one line how many copies were caught', async () => {
    const { report } = await playWhole()

    const lines = [...consoleReporter(plain).render(report)].filter((line) => line.startsWith('proof'))

    expect(lines).toEqual([expect.stringMatching(/^proof {6}(\d+) of \1 tampered copies caught$/)])
  })
})
